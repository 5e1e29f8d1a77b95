import { describe, expect, it } from 'vitest';
import { BadFrameCounter } from '../../../src/drivers/steerbot/frameLine.js';
import { FakeTime } from '../fakeTime.js';

/** A counter that was started, with the times at which it asked the board, and what it reported. */
function counting({ ofHost = 0 } = {}) {
  const time = new FakeTime();
  const askedAt: number[] = [];
  const reported: number[] = [];
  const counter = new BadFrameCounter(time, {
    ofHost: () => ofHost,
    askBoard: () => askedAt.push(Math.round(time.now() * 1000)),
    report: (badFrames) => reported.push(badFrames),
  });
  counter.start();
  return { time, counter, askedAt, reported };
}

describe('the count of damaged frames', () => {
  it('is asked of the board twice a second, once if it answers', () => {
    const { time, counter, askedAt } = counting();
    for (let i = 0; i < 150; i++) {
      time.pass(0.01);
      if (askedAt.length > 0) counter.boardCounted(0);
    }
    time.pass(0.05);
    expect(askedAt).toEqual([500, 1000, 1500]);
  });

  it('is asked for again every 100 ms without an answer, and reported of the host alone', () => {
    const { time, counter, askedAt, reported } = counting({ ofHost: 3 });
    time.pass(0.95);
    expect([askedAt, reported]).toEqual([[500, 600, 700, 800, 900], []]);
    time.pass(0.1);
    expect(reported).toEqual([3]);
    counter.boardCounted(4);
    time.pass(0.4);
    expect(askedAt.at(-1)).toBe(1000);
    time.pass(0.6);
    expect(reported).toEqual([3, 7, 7]);
  });

  it('is the sum of both directions, reported with each answer', () => {
    const { counter, reported } = counting({ ofHost: 2 });
    counter.boardCounted(5);
    counter.boardCounted(6);
    expect(reported).toEqual([7, 8]);
  });

  it('of a board without damage is that of the host', () => {
    const { time, reported } = counting({ ofHost: 2 });
    time.pass(1.05);
    expect(reported).toEqual([2]);
  });

  it('is asked for by one counter, however often it is started, until it is stopped', () => {
    const { time, counter, askedAt } = counting();
    time.pass(0.25);
    counter.start();
    expect(time.waiting).toBe(1);
    time.pass(0.3);
    expect(askedAt).toEqual([500]);
    counter.stop();
    counter.stop();
    time.pass(1);
    expect([askedAt, time.waiting]).toEqual([[500], 0]);
    counter.boardCounted(0);
    counter.start();
    time.pass(0.45);
    expect(askedAt).toEqual([500]);
    time.pass(0.1);
    expect(askedAt).toHaveLength(2);
  });
});
