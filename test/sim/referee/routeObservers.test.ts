import { describe, expect, it } from 'vitest';
import { CoverageObserver, ExcursionObserver, VisitObserver } from '../../../sim/referee/routeObservers.js';
import { handScene, placed } from './observedRun.js';

describe('the excursion of a robot', () => {
  it('is its farthest distance from its start, unless something else is given', () => {
    const scene = handScene({ a: placed(1, 1) });
    const observer = new ExcursionObserver({ criterion: 'excursion', atLeast: 4, atMost: 4 }, scene);
    observer.observe(0);
    scene.poses.a = placed(4, 5);
    observer.observe(1);
    scene.poses.a = placed(1, 1);
    observer.observe(2);
    expect(observer.rows()).toMatchObject([
      { criterion: 'excursion.atLeast', measured: 5, passed: true },
      { criterion: 'excursion.atMost', measured: 5, passed: false },
    ]);
  });

  it('is measured to a segment, and beyond its ends to the ends', () => {
    const scene = handScene({ a: placed(1, 0.5) });
    const line = [
      [0, 0],
      [2, 0],
    ] as const;
    const observer = new ExcursionObserver({ criterion: 'excursion', from: line, atLeast: 0 }, scene);
    observer.observe(0);
    expect(observer.rows()[0]?.measured).toBe(0.5);
    scene.poses.a = placed(5, 4);
    observer.observe(1);
    expect(observer.rows()[0]?.measured).toBe(5);
  });

  it('of several robots is that of the one that went least far, or farthest', () => {
    const scene = handScene({ a: placed(0), b: placed(0) });
    const observer = new ExcursionObserver({ criterion: 'excursion', atLeast: 1, atMost: 1 }, scene);
    observer.observe(0);
    scene.poses.a = placed(0.5);
    scene.poses.b = placed(2);
    observer.observe(1);
    expect(observer.rows().map(({ measured }) => measured)).toEqual([0.5, 2]);
  });

  it('follows a target that moves', () => {
    // The ball is at x = t.
    const scene = handScene({ a: placed(0) });
    const observer = new ExcursionObserver(
      { criterion: 'excursion', from: { mover: 'ball' }, atMost: 9 },
      scene,
    );
    for (const at of [0, 1, 3]) observer.observe(at);
    expect(observer.rows()[0]?.measured).toBe(3);
  });
});

describe('the excursion from a target whose place is unknown', () => {
  it('is not met, whatever is wanted', () => {
    const scene = handScene({ a: placed(0) });
    const spec = { criterion: 'excursion', from: { mover: 'nobody' }, atLeast: 0, atMost: 9 } as const;
    const observer = new ExcursionObserver(spec, { ...scene, positionOf: () => undefined });
    observer.observe(0);
    expect(observer.rows()).toMatchObject([
      { measured: null, passed: false },
      { measured: null, passed: false },
    ]);
  });
});

describe('the order of places', () => {
  const visit = () => {
    const scene = handScene({ a: placed(0) });
    const spec = {
      criterion: 'order',
      robot: 'a',
      within: 0.1,
      visits: [
        [1, 0],
        [2, 0],
        [1, 0],
      ],
    } as const;
    const observer = new VisitObserver(spec, scene);
    return {
      observer,
      go: (...xs: readonly number[]) => {
        for (const x of xs) {
          scene.poses.a = placed(x);
          observer.observe(0);
        }
        return observer.rows()[0];
      },
    };
  };

  it('is met when each was passed after the one before', () => {
    const { go, observer } = visit();
    expect(go(0.95, 1.5, 2.05)).toMatchObject({ criterion: 'order', limit: 3, measured: 2, passed: false });
    expect(observer.isOpen()).toBe(true);
    expect(go(1.05)).toMatchObject({ measured: 3, passed: true });
    expect(observer.isOpen()).toBe(false);
  });

  it('is not met the other way round', () => {
    expect(visit().go(2, 1)).toMatchObject({ measured: 1, passed: false });
  });
});

describe('the coverage of a rectangle', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ] as const;
  const covered = (reach: number, ...places: readonly (readonly [number, number])[]) => {
    const scene = handScene({ a: placed(9, 9) });
    const observer = new CoverageObserver(
      { criterion: 'coverage', inside: square, within: reach, atLeast: 0.5 },
      scene,
    );
    for (const [x, y] of places) {
      scene.poses.a = placed(x, y);
      observer.observe();
    }
    return observer.rows()[0]?.measured;
  };

  it('is the share of it that was in reach', () => {
    expect(covered(2, [0.5, 0.5])).toBe(1);
    expect(covered(0.25, [0.5, 0.5])).toBeCloseTo(Math.PI / 16, 2);
    expect(covered(0.25, [0.5, 0.5], [0.5, 0.5])).toBeCloseTo(Math.PI / 16, 2);
    expect(covered(0.25, [0, 0])).toBeCloseTo(Math.PI / 64, 2);
    expect(covered(0.25, [3, 3])).toBe(0);
  });

  it('of all robots together counts no place twice', () => {
    expect(covered(0.25, [0.25, 0.5], [0.75, 0.5])).toBeCloseTo(Math.PI / 8, 1);
  });

  it('is by its own radius unless given', () => {
    const scene = handScene({ a: placed(0.5, 0.5) });
    const observer = new CoverageObserver({ criterion: 'coverage', inside: square, atLeast: 0 }, scene);
    observer.observe();
    expect(observer.rows()[0]?.measured).toBeCloseTo(Math.PI * 0.01, 2);
  });
});
