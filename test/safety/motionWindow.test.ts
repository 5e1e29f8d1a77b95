import { describe, expect, it } from 'vitest';
import { monitoredBody } from '../../src/safety/monitoredBody.js';
import {
  agreedMinimum,
  commandsOf,
  lastBefore,
  type Sample,
  startMotion,
  sumsSince,
} from '../../src/safety/motionWindow.js';

const sample = (at: number, way: number, turned: number | null = null): Sample => ({
  at,
  quick: { left: way, right: 2 * way },
  likely: { left: 2 * way, right: 3 * way },
  slow: { left: 3 * way, right: 4 * way },
  counted: { left: 5 * way, right: 6 * way },
  turned,
});

describe('the body that is expected', () => {
  it('may have half or one and a half times its latency and lag, and a fifth more or less acceleration', () => {
    const response = { lag: 0.06, breakaway: 0.03, acceleration: 2 };
    const declared = { track: 0.141, noLoadSpeed: 0.6, period: 0.02, latency: 0.04, response };
    expect(monitoredBody(declared)).toEqual({
      pause: 0,
      track: 0.141,
      noLoadSpeed: 0.6,
      period: 0.02,
      breakaway: 0.03,
      likely: { latency: 0.04, response },
      quick: { latency: 0.02, response: { lag: 0.03, breakaway: 0, acceleration: 2.5 } },
      // 30 ms for the link, 20 ms of a servo's pulse, and 10 mm/s that a wheel at rest may need more.
      slow: {
        latency: expect.closeTo(0.09, 12),
        response: { lag: expect.closeTo(0.11, 12), breakaway: expect.closeTo(0.07, 12), acceleration: 1.6 },
      },
    });
  });

  it('has rolled at its speed for ever when monitoring starts', () => {
    const state = startMotion(3, { left: 0.1, right: 0.2 });
    const nothing = { left: 0, right: 0 };
    const now = { at: 3, quick: nothing, likely: nothing, slow: nothing, counted: nothing, turned: null };
    expect(state).toMatchObject({ quick: { left: 0.1, right: 0.2 }, slow: { left: 0.1, right: 0.2 } });
    expect(state).toMatchObject({ now, samples: [now], rolled: undefined, begun: 3, unheard: 0 });
    expect(state).toMatchObject({ countedAt: null, rate: null, unclearSince: null });
    const [first] = commandsOf(state, [], 3);
    expect(first).toMatchObject({ left: 0.1, right: 0.2 });
    expect(first?.at).toBeLessThan(-1e9);
  });

  it('takes no command from before it began', () => {
    const state = startMotion(3, { left: 0.1, right: 0.2 });
    const sent = [2.98, 3, 3.02, 3.04].map((at) => ({ at, left: at, right: at }));
    expect(commandsOf(state, sent, 2.9).map(({ left }) => left)).toEqual([0.1, 3, 3.02, 3.04]);
    // It remembers what it needs: the first one is in effect.
    expect(commandsOf(state, sent.slice(1), 3.01)).toEqual(sent.slice(1));
    expect(commandsOf({ ...state, begun: 3.02 }, sent.slice(2), 3.01)[0]).toMatchObject({ left: 0.1 });
  });
});

describe('what two models agree on', () => {
  it('is the smaller way, and nothing where they go different ways', () => {
    expect([
      agreedMinimum(2, 3),
      agreedMinimum(3, 2),
      agreedMinimum(-2, -3),
      agreedMinimum(2, -3),
      agreedMinimum(0, 3),
    ]).toEqual([2, 2, -2, 0, 0]);
  });
});

describe('a window', () => {
  const state = { ...startMotion(0, { left: 0, right: 0 }), now: sample(2, 1, 0.5) };

  it('holds the ways and the turn since its beginning', () => {
    expect(sumsSince(sample(1.5, 0.25, 0.1), state)).toEqual({
      lasting: 0.5,
      quick: { left: 0.75, right: 1.5 },
      slow: { left: 2.25, right: 3 },
      likely: { left: 1.5, right: 2.25 },
      counted: { left: 3.75, right: 4.5 },
      turned: 0.4,
      repeats: false,
    });
  });

  it('reaches as far as the declared body goes, if that is not between the quick and the slow one', () => {
    const ends = (quick: number, likely: number, slow: number) => {
      const both = (way: number) => ({ left: way, right: -way });
      const now = { ...state.now, quick: both(quick), likely: both(likely), slow: both(slow) };
      const sums = sumsSince(sample(0, 0), { ...state, now });
      expect(sums).toMatchObject({ quick: { right: -sums.quick.left }, slow: { right: -sums.slow.left } });
      return [sums.quick.left, sums.slow.left];
    };
    expect([ends(2, 3, 4), ends(4, 3, 2)]).toEqual([
      [2, 4],
      [4, 2],
    ]);
    expect([ends(2, 1, 4), ends(2, 5, 4), ends(2, 1, 2), ends(4, 5, 2), ends(4, 1, 2)]).toEqual([
      [1, 4],
      [2, 5],
      [1, 2],
      [5, 2],
      [4, 1],
    ]);
  });

  it('has no turn if the gyroscope was silent at its beginning or its end', () => {
    expect(sumsSince(sample(1.5, 0), state).turned).toBeNull();
    expect(sumsSince(sample(1.5, 0, 0.1), { ...state, now: sample(2, 1) }).turned).toBeNull();
  });

  it('has one rate if the gyroscope has repeated it since the beginning', () => {
    const since = (at: number) => ({ ...state, rate: { value: 1, since: at } });
    expect([1.4, 1.5, 1.6].map((at) => sumsSince(sample(1.5, 0), since(at)).repeats)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('begins with the last sample that is old enough', () => {
    const samples = [sample(1, 0), sample(1.1, 0), sample(1.2, 0)];
    expect([0.9, 1, 1.15, 1.2, 9].map((at) => lastBefore(samples, at)?.at)).toEqual([
      undefined,
      1,
      1.1,
      1.2,
      1.2,
    ]);
  });
});
