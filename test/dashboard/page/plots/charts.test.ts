import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARTS, timeRange, valueRange } from '../../../../src/dashboard/page/plots/charts.js';
import { frameOf, tickOf } from '../views.js';

const sampleOf = (id: string, tick = tickOf({}), told = {}, robot = {}) => {
  const frame = frameOf({ a: tick }, told);
  const [first] = frame.robots;
  return CHARTS.find((chart) => chart.id === id)?.sample(first && { ...first, ...robot }, frame);
};

describe('charts', () => {
  it('speeds are those of the wheels and of their middle', () => {
    const speeds = sampleOf('speeds');
    expect(speeds).toMatchObject({ left: 0.2, right: 0.4 });
    expect(speeds?.forward).toBeCloseTo(0.3, 12);
    expect(speeds?.['allowed speed']).toBeCloseTo(0.2, 12);
  });

  it('forces are the length of each, of their sum, and of what the clamp left', () => {
    const tick = tickOf({
      contributions: [
        { behavior: 'seek', force: { x: 3, y: 0 }, marks: [] },
        { behavior: 'flee', force: { x: 0, y: 4 }, marks: [] },
        { behavior: 'seek', force: { x: 0, y: -4 }, marks: [] },
      ],
      steered: { ...tickOf({}).steered, force: { x: 0.6, y: 0.8 } },
    });
    expect(sampleOf('forces', tick)).toEqual({ seek: 3, flee: 4, 'seek 2': 4, sum: 3, 'limited force': 1 });
  });

  it('cross-track is in millimetres, and missing off any path', () => {
    expect(sampleOf('crossTrack', tickOf({}), {}, { crossTrack: -0.012 })).toEqual({ 'off the path': -12 });
    expect(sampleOf('crossTrack')).toEqual({ 'off the path': undefined });
  });

  it('the clock is in milliseconds, lost periods are counted', () => {
    const pace = { paused: false, speed: 1, lateness: 0.002, lostPeriods: 3 };
    expect(sampleOf('clock', tickOf({}), { pace })).toEqual({ lateness: 2, 'lost periods': 3 });
  });

  it('the battery is missing if it is not measured', () => {
    expect(sampleOf('battery')).toEqual({ battery: undefined });
  });

  it('none breaks on a robot that has not spoken, or is not there', () => {
    const frame = frameOf({});
    for (const { sample } of CHARTS) {
      const values = [sample(undefined, frame), sample({ id: 'a', ranges: {} }, frame)];
      for (const value of values.flatMap(Object.values)) expect(Number.isNaN(value)).toBe(false);
    }
  });
});

describe('time', () => {
  it('is shown as far as the window reaches back', () => {
    expect(timeRange([0, 10, 40], 30)).toEqual([10, 40]);
    expect(timeRange([5, 10], 30)).toEqual([5, 10]);
  });

  it('is never an empty stretch', () => {
    expect(timeRange([], 30)).toEqual([0, 0.5]);
    expect(timeRange([7], 30)).toEqual([7, 7.5]);
  });
});

describe('values', () => {
  it('are shown with zero, whichever side they are on', () => {
    expect(valueRange(1, 5, 1)[0]).toBe(0);
    expect(valueRange(-5, -1, 1)[1]).toBeCloseTo(0.4, 12);
  });

  it('all fit, and in no smaller stretch than is asked for', () => {
    const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    const least = fc.double({ min: 1e-3, max: 100, noNaN: true });
    fc.assert(
      fc.property(value, value, least, (a, b, span) => {
        const [from, to] = valueRange(Math.min(a, b), Math.max(a, b), span);
        expect(from).toBeLessThanOrEqual(Math.min(a, b));
        expect(to).toBeGreaterThanOrEqual(Math.max(a, b));
        expect(to - from).toBeGreaterThanOrEqual(span * (1 - 1e-9));
      }),
    );
  });

  it('that are unknown, or all zero, leave room', () => {
    expect(valueRange(null, null, 0.1)).toEqual([0, 0.1]);
    expect(valueRange(0, 0, 5)).toEqual([0, 5]);
  });
});
