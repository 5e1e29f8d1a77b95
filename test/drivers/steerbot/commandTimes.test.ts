import { describe, expect, it } from 'vitest';
import { CommandTimes } from '../../../src/drivers/steerbot/commandTimes.js';

const DEAD_MAN = 0.2;

/** Commands that are given and sent at these times, after the board was armed at 0. */
function commanded(given: readonly number[], sent = given): CommandTimes {
  const times = new CommandTimes(DEAD_MAN);
  times.armed(0);
  for (const at of given) times.given(at);
  for (const at of sent) times.sent(at);
  return times;
}

const every20Ms = (from: number, to: number): number[] =>
  Array.from({ length: Math.round((to - from) / 0.02) + 1 }, (_, i) => from + 0.02 * i);

describe('why no command reached the board', () => {
  it.each<[string, readonly number[], number, RegExp]>([
    ['a gap that has just ended', [...every20Ms(0, 1), 1.312], 1.313, /busy and sent none for 312 ms$/],
    ['a gap that goes on', every20Ms(0, 1), 1.21, /busy and sent none for 210 ms$/],
    ['no command at all', [], 0.2, /busy and sent none for 200 ms$/],
    ['a gap as long as the board’s own time, short of jitter', [0, 0.185], 0.2, /sent none for 185 ms$/],
    [
      'commands in time',
      every20Ms(0, 1),
      1.01,
      /one at least every 20 ms, so the cable or the radio lost them$/,
    ],
    ['a gap that was too short', [...every20Ms(0, 1), 1.15], 1.16, /at least every 150 ms, so the cable/],
    ['a long gap that was over before', [0, 0.19, ...every20Ms(0.2, 0.6)], 0.61, /at least every 20 ms, so/],
  ])('is told after %s', (_, given, now, words) => {
    expect(commanded(given).why(now)).toMatch(words);
  });

  it('counts from nine tenths of the dead-man time, of what was given and of what was sent', () => {
    const now = 0.9 * DEAD_MAN;
    const given = every20Ms(0, 0.16);
    expect(commanded([]).why(now)).toBe('this computer was busy and sent none for 180 ms');
    expect(commanded([]).why(now - 1e-9)).toMatch(/at least every 180 ms/);
    expect(commanded(given, []).why(now)).toMatch(/but the line took none for 180 ms$/);
    expect(commanded(given, []).why(now - 1e-9)).toMatch(/at least every 180 ms/);
  });

  it('counts a gap only if it reaches into the last dead-man time', () => {
    const times = commanded([0, 0.3, ...every20Ms(0.32, 0.5)]);
    expect(times.why(0.4999)).toMatch(/sent none for 300 ms$/);
    expect(times.why(0.5)).toMatch(/at least every 20 ms/);
  });

  it('is the line where it was not free for what was given', () => {
    const times = commanded(every20Ms(0, 1), every20Ms(0, 0.76));
    expect(times.why(1.01)).toBe('this computer gave one every 20 ms, but the line took none for 250 ms');
  });

  it('is damage where the board counted more damaged frames than before', () => {
    const times = commanded(every20Ms(0, 1));
    times.counted(3);
    expect(times.why(1.01, 3)).toMatch(/lost them$/);
    expect(times.why(1.01, 5)).toMatch(/damaged or lost them \(2 came damaged\)$/);
    expect(times.why(1.01)).toMatch(/lost them$/);
  });

  it('counts the damaged frames from none on, where the board has told no count before', () => {
    expect(commanded(every20Ms(0, 1)).why(1.01, 1)).toMatch(/damaged or lost them \(1 came damaged\)$/);
    expect(commanded(every20Ms(0, 1)).why(1.01, 0)).toMatch(/ lost them$/);
  });

  it('is told after hours of commands as well', () => {
    const hours = every20Ms(0, 20_000);
    expect(commanded(hours).why(20_000.01)).toMatch(/at least every 20 ms/);
  });

  it('begins again when the board is armed again', () => {
    const times = commanded(every20Ms(0, 1));
    times.armed(9);
    expect(times.why(9.05)).toMatch(/at least every 50 ms/);
  });
});
