import { describe, expect, it } from 'vitest';
import { DistanceObserver } from '../../../../sim/referee/observers/distance.js';
import type { DistanceSpec } from '../../../../sim/scenario/scenario.js';
import { handScene, placed } from './scene.js';

/** Robot a goes from x = 0 to 10 m at 1 m/s, looked at each second. */
function driven(spec: Omit<DistanceSpec, 'criterion' | 'from'>) {
  const scene = handScene({ a: placed(0), b: placed(5, 1) });
  const observer = new DistanceObserver({ criterion: 'distance', from: 'a', ...spec }, scene);
  for (let at = 0; at <= 10; at++) {
    scene.poses.a = placed(at);
    observer.observe(at);
  }
  return observer.rows();
}

describe('a distance', () => {
  it('is at least the smallest of all instants, centre to centre', () => {
    expect(driven({ to: { robot: 'b' }, atLeast: 1 })).toEqual([
      { criterion: 'distance.atLeast', limit: 1, measured: 1, passed: true, bound: 'atLeast', of: 'a to b' },
    ]);
    expect(driven({ to: { robot: 'b' }, atLeast: 1.001 })[0]?.passed).toBe(false);
  });

  it('is at most the largest of all instants', () => {
    expect(driven({ to: [2, 0], atMost: 7.9 })).toEqual([
      { criterion: 'distance.atMost', limit: 7.9, measured: 8, passed: false, of: 'a to [2, 0]' },
    ]);
  });

  it('counts from `after` on, that instant too', () => {
    expect(driven({ to: [2, 0], atLeast: 0, atMost: 8, after: 4 }).map(({ measured }) => measured)).toEqual([
      2, 8,
    ]);
  });

  it('forgives the rounding of the instant', () => {
    expect(driven({ to: [2, 0], atLeast: 0, after: 4 + 1e-12 })[0]?.measured).toBe(2);
  });

  it('goes to a mover where it is at that instant', () => {
    expect(driven({ to: { mover: 'ball' }, atMost: 0 })).toMatchObject([{ measured: 0, of: 'a to ball' }]);
  });

  it('is reached at the first instant that is near enough', () => {
    expect(driven({ to: { pointer: [7, 0] }, reaches: 1, before: 6 })).toEqual([
      { criterion: 'distance.reaches', limit: 6, measured: 6, passed: true, of: 'a to [7, 0]' },
    ]);
    expect(driven({ to: [7, 0], reaches: 1, before: 5.9 })[0]?.passed).toBe(false);
    expect(driven({ to: [7, 0], reaches: 0.5 })[0]).toMatchObject({ limit: null, measured: 7, passed: true });
  });

  it('that is never reached fails, with or without a time', () => {
    expect(driven({ to: [3, 5], reaches: 4 })).toMatchObject([{ measured: null, passed: false }]);
  });

  it('gives a row for each limit', () => {
    const rows = driven({ to: [5, 0], atLeast: 0, atMost: 5, reaches: 1 });
    expect(rows.map(({ criterion, passed }) => [criterion, passed])).toEqual([
      ['distance.atLeast', true],
      ['distance.atMost', true],
      ['distance.reaches', true],
    ]);
  });
});
