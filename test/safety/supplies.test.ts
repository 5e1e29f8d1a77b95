import { describe, expect, it } from 'vitest';
import {
  batteryLeft,
  boostFor,
  countFrames,
  DEAD_SHARE,
  linkQuality,
  measureBattery,
  type SupplyState,
  startSupply,
  supplyTrouble,
} from '../../src/safety/supplies.js';

const BATTERY = { low: 7, dead: 6.3 };
const measured = (...volts: readonly number[]): SupplyState =>
  volts.reduce(
    (state, v, i) => measureBattery(state, { kind: 'battery', at: i / 5, volts: v }, BATTERY),
    startSupply,
  );
const counted = (...frames: readonly (readonly [at: number, bad: number])[]): SupplyState =>
  frames.reduce((state, [at, badFrames]) => countFrames(state, { kind: 'link', at, badFrames }), startSupply);

describe('the battery', () => {
  it('is weak, and then failing, after three readings in a row: a motor that starts is no empty battery', () => {
    expect(batteryLeft(measured(7.5, 6, 6))).toBe('good');
    expect(batteryLeft(measured(7.5, 6.5, 6.5, 6.5))).toBe('weak');
    expect(batteryLeft(measured(7.5, 6, 6, 6))).toBe('failing');
    expect(batteryLeft(measured(6.5, 6.5, 7.5, 6.5))).toBe('good');
  });

  it('is judged by voltages below its marks, not at them, nor a little above', () => {
    expect(batteryLeft(measured(7, 7, 7))).toBe('good');
    expect(batteryLeft(measured(7.05, 7.05, 7.05, 7.05))).toBe('good');
    expect(batteryLeft(measured(6.3, 6.3, 6.3))).toBe('weak');
  });

  it('is empty at nine tenths of low: a cell that is low at 3.5 V at 3.15 V', () => {
    expect(DEAD_SHARE * 3.5).toBeCloseTo(3.15, 12);
  });

  it('is measured beside the link: neither forgets the other', () => {
    const both = countFrames(measured(6, 6, 6), { kind: 'link', at: 1, badFrames: 3 });
    expect(both).toEqual({ volts: 6, level: 6, low: 3, dead: 3, counts: [{ at: 1, badFrames: 3 }] });
    const again = countFrames(both, { kind: 'link', at: 1.1, badFrames: 0 });
    expect(again).toEqual({ ...both, counts: [{ at: 1.1, badFrames: 0 }] });
    // The board counts from the start again: a new link, also if nothing was lost on the old one.
    const sent = (at: number, count: number) => ({ kind: 'link', at, badFrames: 0, sent: count }) as const;
    const [before, anew] = [countFrames(startSupply, sent(1, 90)), sent(1.1, 2)];
    expect(countFrames(before, anew).counts).toEqual([{ at: 1.1, badFrames: 0, sent: 2 }]);
    expect(countFrames(before, sent(1.1, 95)).counts).toHaveLength(2);
    expect(measureBattery(both, { kind: 'battery', at: 1, volts: 8 }, BATTERY)).toEqual({
      volts: 8,
      level: expect.closeTo(6.4, 9),
      low: 0,
      dead: 0,
      counts: both.counts,
    });
  });

  it('makes up for its voltage, averaged, by a quarter at most, and for none that nobody measured', () => {
    expect(boostFor(measured(7), 7.7)).toBeCloseTo(1.1, 9);
    expect(boostFor(measured(7, 6), 7.7)).toBeCloseTo(7.7 / 6.8, 9);
    expect(boostFor(measured(0), 7.7)).toBe(1.25);
    expect(boostFor(measured(50), 7.7)).toBe(0.8);
    expect(boostFor(measured(), 7.7)).toBe(1);
    expect(boostFor(measured(7), undefined)).toBe(1);
  });

  it('halves the speed, and then stops the robot', () => {
    expect(supplyTrouble(measured(6.5, 6.5, 6.5), 1)).toMatchObject({
      stops: false,
      found: { kind: 'batteryLow' },
    });
    expect(supplyTrouble(measured(6, 6, 6), 1)).toMatchObject({
      stops: true,
      found: { kind: 'batteryDead' },
    });
    expect(supplyTrouble(measured(7.5), 1)).toBeUndefined();
  });

  it('must rise a little above low before it is good again', () => {
    expect(batteryLeft(measured(6.5, 6.5, 6.5, 7.05))).toBe('weak');
    expect(batteryLeft(measured(6.5, 6.5, 6.5, 7.2))).toBe('good');
  });
});

describe('the link', () => {
  it('is weak beyond 5 bad frames a second, and failing beyond 20', () => {
    expect(linkQuality(counted([0, 0], [0.5, 5]), 0.5)).toBe('good');
    expect(linkQuality(counted([0, 0], [0.5, 6]), 0.5)).toBe('weak');
    expect(linkQuality(counted([0, 0], [0.5, 20]), 0.5)).toBe('weak');
    expect(linkQuality(counted([0, 0], [0.5, 21]), 0.5)).toBe('failing');
  });

  it('is judged by the last second', () => {
    expect(linkQuality(counted([0, 0], [0.5, 30], [1.6, 30], [2.7, 30]), 2.7)).toBe('good');
    expect(linkQuality(counted([0, 0], [0.5, 30]), 9)).toBe('good');
  });

  it('is judged by all counts of a second, at any time', () => {
    expect(linkQuality(counted([10, 0], [10.4, 4], [10.8, 8]), 10.8)).toBe('weak');
  });

  it('keeps a whole second: what came within it counts, and a count that is a second old is its beginning', () => {
    expect(linkQuality(counted([0, 0], [0.2, 30], [0.3, 30]), 0.3)).toBe('failing');
    expect(linkQuality(counted([0, 0], [0.5, 10], [1.5, 10]), 1.5)).toBe('good');
    expect(linkQuality(counted([0, 0], [0.5, 0], [1, 10]), 1)).toBe('weak');
  });

  it('is good without a count, and again a second after the last one', () => {
    expect(linkQuality(startSupply, 0)).toBe('good');
    const poor = counted([0, 0], [0.5, 30]);
    expect([1.5, 1.51].map((at) => linkQuality(poor, at))).toEqual(['failing', 'good']);
  });

  it('halves the speed, and then stops the robot', () => {
    expect(supplyTrouble(counted([0, 0], [0.5, 5]), 0.5)).toBeUndefined();
    expect(supplyTrouble(counted([0, 0], [0.5, 6]), 0.5)).toMatchObject({
      stops: false,
      found: { kind: 'linkPoor' },
    });
    expect(supplyTrouble(counted([0, 0], [0.5, 21]), 0.5)).toMatchObject({
      stops: true,
      found: { kind: 'linkPoor' },
    });
  });

  it('stops a robot with a low battery, too', () => {
    const both = { ...counted([0, 0], [0.5, 21]), low: 3 };
    expect(supplyTrouble(both, 0.5)).toMatchObject({ stops: true, found: { kind: 'linkPoor' } });
  });

  it('starts counting again when its counter does', () => {
    expect(linkQuality(counted([0, 500], [0.5, 0], [0.6, 3]), 0.6)).toBe('good');
    expect(linkQuality(counted([0, 0], [0.5, 30], [0.6, 10]), 0.6)).toBe('good');
  });
});
