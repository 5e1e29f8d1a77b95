import { describe, expect, it } from 'vitest';
import { HiddenObserver } from '../../../../sim/referee/observers/hidden.js';
import { isCovered } from '../../../../sim/world/lineOfSight.js';
import type { Obstacle } from '../../../../src/signals/signals.js';
import { handScene, placed } from './scene.js';

const point = (x: number, y: number) => ({ x, y });
const wall = (ax: number, ay: number, bx: number, by: number): Obstacle => ({
  from: point(ax, ay),
  to: point(bx, by),
  radius: 0,
});
const disc = (x: number, y: number, radius: number): Obstacle => ({
  from: point(x, y),
  to: point(x, y),
  radius,
});

describe('a line of sight from (0, 0) to (4, 0)', () => {
  it.each<[string, Obstacle[], boolean]>([
    ['nothing', [], false],
    ['a wall across', [wall(2, -1, 2, 1)], true],
    ['a wall aslant', [wall(1, -1, 3, 0.5)], true],
    ['a wall that ends before it', [wall(2, 0.1, 2, 1)], false],
    ['a wall that touches it', [wall(2, 0, 2, 1)], true],
    ['a wall beside it', [wall(0, 0.1, 4, 0.1)], false],
    ['a wall behind the far end', [wall(4.1, -1, 4.1, 1)], false],
    ['a disc on it', [disc(2, 0.1, 0.2)], true],
    ['a disc beside it', [disc(2, 0.3, 0.2)], false],
    ['a disc behind the near end', [disc(-0.3, 0, 0.2)], false],
    ['the second of two', [disc(2, 5, 0.2), wall(2, -1, 2, 1)], true],
    ['a wall along it', [wall(1, 0, 3, 0)], true],
  ])('with %s', (_, obstacles, covered) => {
    expect(isCovered(point(0, 0), point(4, 0), obstacles)).toBe(covered);
    expect(isCovered(point(4, 0), point(0, 0), obstacles)).toBe(covered);
  });

  it('has no line to itself but is seen', () => {
    expect(isCovered(point(1, 1), point(1, 1), [wall(0, 0, 4, 0)])).toBe(false);
  });
});

describe('who hides', () => {
  it('is hidden for the share of the time that something covers it', () => {
    const scene = handScene({ a: placed(4), b: placed(0) });
    const spec = { criterion: 'hidden', robot: 'a', from: { robot: 'b' }, share: 0.75, after: 1 } as const;
    const observer = new HiddenObserver(spec, scene);
    for (const at of [0, 1, 2]) observer.observe(at);
    scene.obstaclesNow = [disc(2, 0, 0.1)];
    observer.observe(5);
    expect(observer.rows()).toEqual([
      { criterion: 'hidden', limit: 0.75, measured: 0.75, passed: true, bound: 'atLeast', of: 'a from b' },
    ]);
  });

  it('is not hidden by what moves', () => {
    const scene = handScene({ a: placed(4), b: placed(0) });
    const spec = { criterion: 'hidden', robot: 'a', from: { robot: 'b' }, share: 0.5 } as const;
    const observer = new HiddenObserver(spec, scene);
    scene.obstaclesNow = [{ ...disc(0, 0, 0.1), velocity: point(1, 0) }];
    observer.observe(0);
    observer.observe(1);
    expect(observer.rows()[0]).toMatchObject({ measured: 0, passed: false });
  });
});
