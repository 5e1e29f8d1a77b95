import { describe, expect, it } from 'vitest';
import {
  ContactObserver,
  DistanceObserver,
  HiddenObserver,
  InsideObserver,
  isCovered,
  PolarizationObserver,
} from '../../../sim/referee/observers.js';
import type { DistanceSpec } from '../../../sim/scenario/scenario.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import { facing, handScene, placed } from './observedRun.js';

const measured = (observer: PolarizationObserver) => observer.rows()[0]?.measured;

describe('polarization', () => {
  it.each([
    ['1 where all face one way', [0.7, 0.7, 0.7], 1],
    ['0 where two face each other', [0, Math.PI], 0],
    ['0 where they face all ways alike', [0, Math.PI / 2, Math.PI, -Math.PI / 2], 0],
    ['√½ at a right angle', [0, Math.PI / 2], Math.SQRT1_2],
    ['1 across the seam of angles', [Math.PI, -Math.PI + 1e-12], 1],
  ])('is %s', (_, headings, expected) => {
    const scene = handScene(Object.fromEntries(headings.map((heading, i) => [`r${i}`, facing(heading)])));
    const observer = new PolarizationObserver(0.5, 0, scene);
    observer.observe(0);
    observer.observe(1);
    expect(measured(observer)).toBeCloseTo(expected, 9);
  });

  it('is the mean over the time from `after` on, whatever the length of the steps', () => {
    const scene = handScene({ a: facing(0), b: facing(Math.PI) });
    const observer = new PolarizationObserver(0.5, 2, scene);
    for (const at of [0, 1, 2, 3]) observer.observe(at);
    scene.poses.b = facing(0);
    observer.observe(6);
    // From 2 s on: 0 for 1 s and 1 for 3 s.
    expect(observer.rows()).toEqual([
      { criterion: 'polarization', limit: 0.5, measured: 0.75, passed: true, bound: 'atLeast' },
    ]);
  });

  it('counts only the part after `after` of a step that contains it', () => {
    const scene = handScene({ a: facing(0), b: facing(0) });
    const observer = new PolarizationObserver(0.5, 1.5, scene);
    for (const at of [0, 1, 2]) observer.observe(at);
    scene.poses.b = facing(Math.PI);
    observer.observe(2.5);
    expect(measured(observer)).toBeCloseTo(0.5, 9);
  });

  it('is not met by a run that ends before', () => {
    const observer = new PolarizationObserver(0.5, 5, handScene({ a: facing(0) }));
    observer.observe(0);
    observer.observe(4);
    expect(observer.rows()[0]).toMatchObject({ measured: null, passed: false });
  });
});

describe('contacts above a speed', () => {
  const rowsOf = (atMost: number, contactSpeeds: Record<string, readonly number[]>) => {
    const scene = handScene({ a: placed(0), b: placed(1) });
    Object.assign(scene.contactSpeeds, contactSpeeds);
    return new ContactObserver(atMost, 0.1, scene).rows();
  };

  it.each([
    ['none without a contact', {}, 0],
    ['not those at the speed and below, nor of a thing that came', { a: [0.1, 0.03, 0, -0.4] }, 0],
    ['each that is faster', { a: [0.101, 0, 0.4] }, 2],
    ['the most of any robot', { a: [0.2], b: [0.2, 0.3, 0.05] }, 2],
  ])('counts %s', (_, speeds, measured) => {
    expect(rowsOf(1, speeds)).toEqual([
      { criterion: 'contacts', limit: 1, measured, passed: measured <= 1, of: 'above 0.1 m/s' },
    ]);
  });
});

const corner = (x: number, y: number) => ({ x, y });
const row = (measured: number, passed: boolean) => ({ criterion: 'inside', limit: 0, measured, passed });

describe('inside', () => {
  it.each([
    [corner(0, 0), corner(2, 1)],
    [corner(2, 1), corner(0, 0)],
    [corner(0, 1), corner(2, 0)],
  ])('takes any two opposite corners', (a, b) => {
    const scene = handScene({ a: placed(2, 1), b: placed(0, 0) });
    const observer = new InsideObserver([a, b], scene);
    observer.observe();
    expect(observer.rows()).toEqual([row(0, true)]);
  });

  it('keeps the farthest that any robot was outside', () => {
    const scene = handScene({ a: placed(1, 0.5), b: placed(1, 0.5) });
    const observer = new InsideObserver([corner(0, 0), corner(2, 1)], scene);
    scene.poses.b = placed(2.3, 1.4);
    observer.observe();
    scene.poses.b = placed(1, 0.5);
    scene.poses.a = placed(-0.1, 0.5);
    observer.observe();
    // Past the corner by 0.3 and 0.4.
    expect(observer.rows()).toEqual([row(expect.closeTo(0.5, 9) as unknown as number, false)]);
  });
});

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

  it('allows for the rounding of the instant', () => {
    expect(driven({ to: [2, 0], atLeast: 0, after: 4 + 1e-12 })[0]?.measured).toBe(2);
  });

  it('is measured to a mover at its place of that instant', () => {
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

  it('has no line to itself, and is seen', () => {
    expect(isCovered(point(1, 1), point(1, 1), [wall(0, 0, 4, 0)])).toBe(false);
  });
});

describe('a robot that hides', () => {
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
