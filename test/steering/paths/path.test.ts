import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, type Vec2, vec } from '../../../src/math/geometry.js';
import { Path } from '../../../src/steering/paths/path.js';
import { drawn } from '../../support/effort.js';
import { near } from '../near.js';

const points = (...pairs: readonly (readonly [number, number])[]): Vec2[] => pairs.map(([x, y]) => vec(x, y));
/** 3 m along x, then 4 m to the left. */
const corner = new Path(points([0, 0], [3, 0], [3, 4]));
const square = points([0, 0], [1, 0], [1, 1], [0, 1]);
const lap = new Path(square, true);

const coordinate = fc.double({ min: -5, max: 5, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const polyline = fc
  .array(point, { minLength: 2, maxLength: 8 })
  .filter((p) => p.some((a) => distance(a, p[0] ?? a) > 1e-3));

describe('a path', () => {
  it('has a length, and places and directions by arc length', () => {
    expect(corner.length).toBe(7);
    expect([0, 1.5, 3, 5, 7].map((s) => corner.at(s))).toEqual(
      points([0, 0], [1.5, 0], [3, 0], [3, 2], [3, 4]).map(({ x, y }) => near(x, y)),
    );
    expect([2.9, 3, 3.1].map((s) => corner.directionAt(s))).toEqual([near(1, 0), near(0, 1), near(0, 1)]);
  });

  it('goes on straight before its start and beyond its end', () => {
    expect([-1, 8].map((s) => corner.at(s))).toEqual([near(-1, 0), near(3, 5)]);
  });

  it('drops points that repeat', () => {
    const repeated = new Path(points([0, 0], [0, 0], [3, 0], [3, 0], [3, 0], [3, 4], [3, 4]));
    expect(repeated.points).toEqual(corner.points);
    expect(repeated.length).toBe(7);
  });

  it.each([
    ['no point', []],
    ['one point', points([1, 1])],
    ['one point, repeated', points([1, 1], [1, 1], [1, 1])],
  ])('of %s is a RangeError, also as a loop', (_, given) => {
    for (const loop of [false, true]) {
      expect(() => new Path(given, loop)).toThrow(RangeError);
      expect(() => new Path(given, loop)).toThrow('a path needs at least two different points');
    }
  });

  it('is closed where its last point is its first', () => {
    expect(corner.closed).toBe(false);
    expect(lap.closed).toBe(true);
    expect(new Path([...square, vec(0, 0)]).closed).toBe(true);
  });

  it('as a loop joins its last point to its first, and wraps', () => {
    expect(lap.length).toBe(4);
    expect(new Path([...square, vec(0, 0)], true).length).toBe(4);
    expect([3.5, 4, 4.5, 9.25, -0.5].map((s) => lap.at(s))).toEqual([
      near(0, 0.5),
      near(0, 0),
      near(0.5, 0),
      near(1, 0.25),
      near(0, 0.5),
    ]);
    expect(lap.directionAt(4.5)).toEqual(near(1, 0));
    expect([lap.wrap(4.5), lap.wrap(-1), lap.wrap(4), corner.wrap(9)]).toEqual([0.5, 3, 0, 9]);
  });
});

describe('a projection', () => {
  it('is the nearest point, how far along it lies, and how far off', () => {
    expect(corner.project(vec(1, -2))).toEqual({ progress: 1, point: near(1, 0), distance: 2 });
    expect(corner.project(vec(4, 1))).toEqual({ progress: 4, point: near(3, 1), distance: 1 });
    expect(corner.project(vec(-3, 4))).toMatchObject({ progress: 0, distance: 5 });
    expect(corner.project(vec(9, 12))).toMatchObject({ progress: 7, distance: 10 });
  });

  it('takes the earlier one of equals', () => {
    expect(corner.project(vec(2, 1)).progress).toBe(2);
  });

  it('stays inside its window', () => {
    expect(corner.project(vec(1, 0), 2, 5)).toMatchObject({ progress: 2, point: near(2, 0) });
    expect(corner.project(vec(3, 4), 2, 5)).toMatchObject({ progress: 5, point: near(3, 2) });
    expect(corner.project(vec(1, 0), 7, 9)).toMatchObject({ progress: 7, point: near(3, 4) });
  });

  it('of a loop goes on across the seam', () => {
    const across = lap.project(vec(0.25, -0.1), 3.8, 4.6);
    expect(across).toMatchObject({ progress: expect.closeTo(4.25, 9), distance: expect.closeTo(0.1, 9) });
    expect(lap.project(vec(-0.1, 0.1), 3.8, 4.6).progress).toBeCloseTo(3.9, 9);
    expect(lap.project(vec(0.25, -0.1), 3.8, 3.9).progress).toBeCloseTo(3.9, 9);
  });

  it('keeps the branch of a figure eight where it crosses itself', () => {
    const eight = new Path(points([-1, -1], [1, 1], [1, -1], [-1, 1]));
    const second = 2 * Math.SQRT2 + 2 + Math.SQRT2;
    expect(eight.project(vec(0, 0)).progress).toBeCloseTo(Math.SQRT2, 9);
    expect(eight.project(vec(0, 0), second - 0.3, second + 0.3).progress).toBeCloseTo(second, 9);
    // Nearer to the other branch, which the window leaves out.
    const beside = vec(-0.1, -0.1);
    expect(eight.project(beside).distance).toBeCloseTo(0, 9);
    expect(eight.project(beside, second - 0.3, second + 0.3).distance).toBeCloseTo(0.1 * Math.SQRT2, 9);
  });

  it('is nearer than every other place of its window, on a path and on a loop', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(polyline, point, fc.boolean(), share, share, share, (given, p, loop, a, b, c) => {
        const path = new Path(given, loop);
        const from = a * path.length;
        const to = from + b * path.length;
        const found = path.project(p, from, to);
        expect(found.progress).toBeGreaterThanOrEqual(from - 1e-9);
        expect(found.progress).toBeLessThanOrEqual((loop ? to : Math.min(to, path.length)) + 1e-9);
        expect(distance(path.at(found.progress), found.point)).toBeLessThan(1e-7);
        expect(distance(p, found.point)).toBeCloseTo(found.distance, 9);
        const other = path.at(loop ? from + c * (to - from) : Math.min(from + c * (to - from), path.length));
        expect(found.distance).toBeLessThanOrEqual(distance(p, other) + 1e-7);
      }),
      { numRuns: drawn(300) },
    );
  });

  it('of a place of the path is that place', () => {
    fc.assert(
      fc.property(polyline, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const path = new Path(given);
        const s = share * path.length;
        expect(path.project(path.at(s), s, s + 0.1).progress).toBeCloseTo(s, 6);
      }),
    );
  });
});
