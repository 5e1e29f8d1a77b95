import { describe, expect, it } from 'vitest';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import type { Seconds } from '../../../src/math/units.js';
import { bootedBoard } from '../../support/emulated.js';

function booted() {
  const { board } = bootedBoard();
  const time = new VirtualTime(board);
  const later = (delay: Seconds) => new Promise<void>((resolve) => time.after(delay, resolve));
  return { board, time, later };
}

describe("a board's time", () => {
  it('calls back when it is due, in order, while the board runs', () => {
    const { board, time } = booted();
    const start = time.now();
    const called: [string, number][] = [];
    const note = (name: string) => () => called.push([name, time.now() - start]);
    time.after(0.02, note('b'));
    time.after(0.01, note('a'));
    time.after(0.02, note('c'));
    time.after(0.05, note('never'))();
    time.after(0.03, note('too late'));
    expect(called).toEqual([]);
    board.runUntil(start + 0.025);
    expect(called.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    for (const [i, due] of [0.01, 0.02, 0.02].entries()) {
      // To the instruction: at most a few cycles late.
      expect((called[i]?.[1] ?? 1) - due).toBeGreaterThan(-1e-7);
      expect((called[i]?.[1] ?? 1) - due).toBeLessThan(1e-6);
    }
  });

  it('passes while a promise is awaited, and no longer', async () => {
    const { board, later } = booted();
    const start = board.now;
    const answer = later(0.0123).then(() => 'done');
    expect(await untilSettled(board, answer)).toBe('done');
    expect(board.now - start).toBeGreaterThan(0.0123);
    expect(board.now - start).toBeLessThan(0.0141);
  });

  it('does not pass for a promise that is already settled', async () => {
    const { board } = booted();
    const start = board.now;
    expect(await untilSettled(board, Promise.resolve(5))).toBe(5);
    expect(board.now).toBe(start);
  });

  it('passes equally long in each run for chained promises', async () => {
    const run = async () => {
      const { board, later } = booted();
      async function handshake() {
        for (let i = 0; i < 5; i++) await later(0.002).then(() => later(0.001));
      }
      await untilSettled(board, handshake());
      return board.cycles;
    };
    const once = await run();
    expect(await run()).toBe(once);
    expect(once / 16e6).toBeLessThan(0.006 + 5 * 0.005);
  });

  it("passes on the promise's rejection", async () => {
    const { board, later } = booted();
    const failing = later(0.01).then(() => Promise.reject(new Error('no firmware')));
    await expect(untilSettled(board, failing)).rejects.toThrow('no firmware');
  });

  it('ends at the timeout', async () => {
    const { board } = booted();
    const start = board.now;
    const never = new Promise(() => {});
    await expect(untilSettled(board, never, { timeout: 0.1 })).rejects.toThrow(
      'the emulated board has not answered within 0.1 s',
    );
    expect(board.now - start).toBeCloseTo(0.1, 3);
  });

  it('lets other work run in between with `nextTurn`', async () => {
    const { board } = booted();
    let settle = () => {};
    const outside = new Promise<void>((resolve) => {
      settle = resolve;
    });
    let turns = 0;
    const nextTurn = async () => {
      turns += 1;
      if (turns === 4) settle();
    };
    const start = board.now;
    await untilSettled(board, outside, { nextTurn });
    expect(board.now - start).toBeCloseTo(0.003, 4);
  });
});
