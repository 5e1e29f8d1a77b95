import { describe, expect, it } from 'vitest';
import { ROOMS, type Room, seedsThatTouch } from '../support/closedIn.js';
import { partOf } from '../support/effort.js';

/** The bench `contacts` drives 200 seeds of 30 s each. */
describe.each(Object.keys(ROOMS) as Room[])('wandering in %s', (room) => {
  it.each(
    partOf(
      [
        [10, 0.04],
        [10, 0.15],
        [12, 0.04],
        [15, 0.15],
        [50, 0.04],
      ] as const,
      1,
    ),
  )('touches nothing at %d Hz with a latency of %d s', async (rate, latency) => {
    expect(await seedsThatTouch({ room, rate, latency, seconds: 15 }, 8)).toEqual([]);
  });
});
