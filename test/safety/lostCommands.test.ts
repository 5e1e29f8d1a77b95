import { describe, expect, it } from 'vitest';
import { expectedGap, lossHold, lossOf, lossTold } from '../../src/safety/lostCommands.js';
import { blindTime } from '../../src/safety/punctuality.js';

const at = (rate: number, deadMan = 0.2) => ({ period: 1 / rate, blindTime: blindTime({ rate, deadMan }) });
const of = (sent: number, lost: number) => ({ sent, lost });
const speed = (rate: number, share: number, deadMan?: number) =>
  lossHold(of(1000, 1000 * share), at(rate, deadMan))?.share ?? 1;

describe('commands that are lost on the line', () => {
  it('make a gap that is to be expected once a second', () => {
    // One of 50: one command is missing once a second.
    expect(expectedGap(of(50, 1), 0.02)).toBeCloseTo(0.04, 9);
    // Half of 64: six in a row, 64 times in 64.
    expect(expectedGap(of(64, 32), 1 / 64)).toBeCloseTo(7 / 64, 9);
    expect(expectedGap(of(50, 0), 0.02)).toBe(0);
    expect(expectedGap(of(0, 0), 0.02)).toBe(0);
  });

  it('that are few slow nothing', () => {
    expect(speed(50, 0)).toBe(1);
    expect(speed(50, 0.01)).toBe(1);
    expect(speed(50, 0.1)).toBe(1);
    expect(speed(50, 0.185)).toBe(1);
    expect(speed(100, 0.3)).toBe(1);
  });

  it('that are many slow the robot, so that it drives no farther without a command', () => {
    expect(speed(50, 0.3)).toBeCloseTo(0.784, 3);
    expect(speed(50, 0.5)).toBeCloseTo(0.502, 3);
    expect(speed(100, 0.5)).toBeCloseTo(0.872, 3);
    expect(speed(10, 0.1, 0.5)).toBeCloseTo(0.833, 3);
    expect(lossHold(of(50, 25), at(50))).toMatchObject({ what: 'commands are lost on the line' });
  });

  it('slow it the more, the more are lost', () => {
    for (const rate of [10, 20, 50, 100, 250]) {
      const speeds = Array.from({ length: 101 }, (_, i) => speed(rate, i / 100));
      expect(speeds).toEqual(speeds.toSorted((a, b) => b - a));
      expect(speeds.at(-1)).toBeGreaterThan(0);
    }
  });

  it('are those of the last second; an old count says nothing', () => {
    const counts = [
      { at: 1, sent: 100, lost: 7 },
      { at: 1.5, sent: 126, lost: 9 },
      { at: 2, sent: 152, lost: 12 },
    ];
    expect(lossOf(counts, 2.5)).toEqual({ sent: 52, lost: 5 });
    expect(lossOf(counts, 3.01)).toEqual({ sent: 0, lost: 0 });
    expect(lossOf([], 1)).toEqual({ sent: 0, lost: 0 });
    expect(lossOf([{ at: 1 }, { at: 2 }], 2)).toEqual({ sent: 0, lost: 0 });
  });

  it('are told from three in a second on, if they are more than one of twenty', () => {
    expect(lossTold(of(52, 2))).toBeUndefined();
    expect(lossTold(of(60, 3))).toBeUndefined();
    expect(lossTold(of(102, 5))).toBeUndefined();
    expect(lossTold(of(52, 3))).toEqual({
      kind: 'commandsLost',
      what: '3 of 52 commands did not reach the board within a second: check the cable or the radio',
    });
  });
});
