import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoardClock, EncoderCounts } from '../../../src/drivers/steerbot/boardClock.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';

const us = (seconds: number): number => Math.round(seconds * 1e6) % 2 ** 28;

describe('the board clock, by hand', () => {
  it('takes the first message for one without delay', () => {
    const clock = new BoardClock(0.004);
    expect(clock.stamp(us(7), 100)).toBeCloseTo(99.996, 9);
  });

  it('stamps a late message by the board, and follows one that comes sooner', () => {
    const clock = new BoardClock(0);
    clock.stamp(us(0), 100);
    // 5 ms late: the envelope has risen by 1 % of 20 ms.
    expect(clock.stamp(us(0.02), 100.025)).toBeCloseTo(100.0202, 9);
    // As quick as the first: the envelope falls at once.
    expect(clock.stamp(us(0.04), 100.04)).toBeCloseTo(100.04, 9);
  });

  it('goes on where the board starts again from 0', () => {
    const clock = new BoardClock(0);
    clock.stamp(2 ** 28 - 10_000, 50);
    expect(clock.stamp(10_000, 50.02)).toBeCloseTo(50.02, 9);
  });

  it('places a message without a time after the last one, but before the next', () => {
    const clock = new BoardClock(0);
    expect(clock.between(99)).toBe(99);
    clock.stamp(us(0), 100);
    clock.stamp(us(0.02), 100.02);
    expect(clock.between(100.027)).toBeCloseTo(100.027, 9);
    // The host was busy for 50 ms: the next stamp is at 100.04.
    expect(clock.between(100.07)).toBeCloseTo(100.04, 9);
    // The next comes sooner after the last than that one did: still not before what was said already.
    expect(clock.stamp(us(0.03), 100.08)).toBeCloseTo(100.04, 9);
  });

  it('takes a measurement before the first stamp for one without delay', () => {
    expect(new BoardClock(0.004).at(us(7), 100)).toBeCloseTo(99.996, 9);
  });

  it('gives a measurement its own time, before the last stamp or after it, but never one in the future', () => {
    const clock = new BoardClock(0);
    clock.stamp(us(1), 100);
    expect(clock.at(us(0.97), 100.001)).toBeCloseTo(99.97, 9);
    expect(clock.at(us(1.03), 100.04)).toBeCloseTo(100.03, 9);
    expect(clock.at(us(1.03), 100.02)).toBe(100.02);
  });
});

/** Stamps of an hour's messages, 50 a second, and the worst of what they are off. */
function heard(rate: number, seed: number): { early: number; late: number } {
  const random = resumeRandom(seedRandom(seed));
  const clock = new BoardClock(0.004);
  let [early, late] = [0, 0];
  for (let n = 0; n < 180_000; n++) {
    const at = 1000 + n * 0.02;
    // USB: one message in five comes at once, the others up to 10 ms later.
    const delay = random.uniform() < 0.2 ? 0 : 0.01 * random.uniform();
    const off = clock.stamp(us(at * rate), at + 0.004 + delay) - at;
    // Drift is learnt from the messages; after the first second it is known.
    if (n < 50) continue;
    early = Math.max(early, -off);
    late = Math.max(late, off);
  }
  return { early, late };
}

describe('over an hour of jitter and drift', () => {
  it.each([0.995, 0.9999, 1, 1.0001, 1.005])('a board that runs at %d is followed', (rate) => {
    const { early, late } = heard(rate, 3);
    // A microsecond is the board's resolution.
    expect(early).toBeLessThan(2e-6);
    // The longest wait for a message without delay is about 1 s, of which 1.5 %.
    expect(late).toBeLessThan(0.015);
  });
});

describe('any stamps', () => {
  it('never go backwards, and are never in the future', () => {
    const step = fc.record({
      passed: fc.double({ min: 0, max: 0.2, noNaN: true }),
      delay: fc.double({ min: 0, max: 0.5, noNaN: true }),
      hasTime: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const clock = new BoardClock(0.004);
        let [at, arrived, before] = [5, 0, Number.NEGATIVE_INFINITY];
        for (const { passed, delay, hasTime } of steps) {
          at += passed;
          arrived = Math.max(arrived, at + 0.004 + delay);
          const stamp = hasTime ? clock.stamp(us(at), arrived) : clock.between(arrived);
          expect(stamp).toBeGreaterThanOrEqual(before);
          expect(stamp).toBeLessThanOrEqual(arrived);
          before = stamp;
        }
      }),
    );
  });
});

it('goes on beyond the 28 bits of the board, either way', () => {
  const counts = new EncoderCounts();
  expect(counts.extend(2 ** 27 - 1)).toBe(2 ** 27 - 1);
  expect(counts.extend(-(2 ** 27))).toBe(2 ** 27);
  expect(counts.extend(2 ** 27 - 5)).toBe(2 ** 27 - 5);
});

it('wraps at 32 bits as an int32 does', () => {
  const counts = new EncoderCounts();
  let last = 0;
  for (let at = 0; at <= 2 ** 31; at += 2 ** 26) last = counts.extend((at << 4) >> 4);
  expect(last).toBe(-(2 ** 31));
});

it('follows any way of a wheel', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 27) + 1, max: 2 ** 27 - 1 })), (changes) => {
      const counts = new EncoderCounts();
      let total = 0;
      for (const change of changes) {
        total = (total + change) | 0;
        expect(counts.extend((total << 4) >> 4)).toBe(total);
      }
    }),
  );
});
