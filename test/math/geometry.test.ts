import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  angleOf,
  clamp,
  cross,
  distance,
  dot,
  fromPolar,
  isFiniteVec,
  length,
  nearestOnSegment,
  rotate,
  scale,
  sub,
  toward,
  truncate,
  unit,
  vec,
  wrapAngle,
  ZERO,
} from '../../src/math/geometry.js';
import { near } from '../steering/near.js';

const meters = fc.double({ min: -100, max: 100, noNaN: true });
const point = fc.record({ x: meters, y: meters });
const angle = fc.double({ min: -3 * Math.PI, max: 3 * Math.PI, noNaN: true });
const { PI } = Math;

describe('a vector', () => {
  it('of a length points towards another point, also a very near one; two equal points give zero', () => {
    expect(toward(vec(1, 2), vec(4, 6), 10)).toEqual(near(6, 8));
    expect(toward(ZERO, vec(0, Number.MIN_VALUE), 2)).toEqual(near(0, 2));
    expect(toward(ZERO, vec(-1e-210, 0), 2)).toEqual(near(-2, 0));
    expect(toward(vec(1, 2), vec(1, 2), 10)).toEqual(ZERO);
  });

  it('adds, subtracts, scales and multiplies', () => {
    expect(add(vec(1, 2), vec(3, -5))).toEqual({ x: 4, y: -3 });
    expect(sub(vec(1, 2), vec(3, -5))).toEqual({ x: -2, y: 7 });
    expect(scale(vec(1, -2), 3)).toEqual({ x: 3, y: -6 });
    expect(dot(vec(1, 2), vec(3, 4))).toBe(11);
  });

  it('has a cross product that is positive where the second lies to the left', () => {
    expect(cross(vec(1, 0), vec(0, 1))).toBe(1);
    expect(cross(vec(1, 2), vec(3, 4))).toBe(-2);
  });

  it('has a length, a distance and an angle', () => {
    expect(length(vec(3, -4))).toBe(5);
    expect(distance(vec(1, 1), vec(4, 5))).toBe(5);
    expect(angleOf(vec(0, 2))).toBe(PI / 2);
    expect(angleOf(vec(-1, 0))).toBe(PI);
  });

  it('is made of a radius and an angle', () => {
    expect(fromPolar(2, PI / 6)).toEqual(near(Math.sqrt(3), 1));
  });

  it('is finite when both of its numbers are', () => {
    expect([vec(1, 2), vec(Number.NaN, 0), vec(0, -Infinity)].map(isFiniteVec)).toEqual([true, false, false]);
  });

  it('turns counter-clockwise', () => {
    expect(rotate(vec(2, 1), PI / 2)).toEqual(near(-1, 2));
  });

  it('keeps its length when it turns, and gains the angle', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), angle, angle, (radius, from, by) => {
        const turned = rotate(fromPolar(radius, from), by);
        expect(length(turned)).toBeCloseTo(radius, 9);
        expect(wrapAngle(angleOf(turned) - from - by)).toBeCloseTo(0, 9);
      }),
    );
  });
});

describe('the unit vector', () => {
  it('of (3, −4) is (0.6, −0.8)', () => {
    expect(unit(vec(3, -4))).toEqual(near(0.6, -0.8, 12));
  });

  it('of zero is zero', () => {
    expect(unit(ZERO)).toEqual(ZERO);
  });

  it('of the smallest numbers there are is still finite', () => {
    for (const tiny of [Number.MIN_VALUE, 1e-310, 1e-300]) {
      expect(unit(vec(tiny, 0))).toEqual({ x: 1, y: 0 });
      expect(length(unit(vec(tiny, -tiny)))).toBeLessThan(1.5);
    }
  });

  it('is one long', () => {
    fc.assert(
      fc.property(point, (p) => {
        fc.pre(length(p) > 1e-300);
        expect(length(unit(p))).toBeCloseTo(1, 12);
        expect(cross(unit(p), p)).toBeCloseTo(0, 9);
        expect(dot(unit(p), p)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('truncation', () => {
  it('cuts (6, 8) to 5 as (3, 4), and leaves (3, 4) alone', () => {
    expect(truncate(vec(6, 8), 5)).toEqual(near(3, 4));
    expect(truncate(vec(3, 4), 5)).toEqual({ x: 3, y: 4 });
    expect(truncate(vec(3, 4), 0)).toEqual({ x: 0, y: 0 });
  });

  it('never lengthens and never turns', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 0, max: 100, noNaN: true }), (p, limit) => {
        const cut = truncate(p, limit);
        expect(length(cut)).toBeLessThanOrEqual(Math.min(limit, length(p)) * (1 + 1e-12) + 1e-300);
        expect(cross(cut, p)).toBeCloseTo(0, 9);
        expect(dot(cut, p)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('of a number keeps it between two others', () => {
    expect([-2, 0.5, 7].map((value) => clamp(value, -1, 1))).toEqual([-1, 0.5, 1]);
  });
});

describe('a wrapped angle', () => {
  it.each([
    [0, 0],
    [PI, PI],
    [-PI, PI],
    [1.5 * PI, -0.5 * PI],
    [-1.5 * PI, 0.5 * PI],
    [3 * PI, PI],
    [-7, 2 * PI - 7],
  ])('of %f is %f', (raw, wrapped) => {
    expect(wrapAngle(raw)).toBeCloseTo(wrapped, 12);
  });

  it('lies in (−π, π] and differs by whole turns', () => {
    fc.assert(
      fc.property(angle, (raw) => {
        const wrapped = wrapAngle(raw);
        expect(wrapped).toBeGreaterThan(-PI);
        expect(wrapped).toBeLessThanOrEqual(PI);
        const turns = (raw - wrapped) / (2 * PI);
        expect(turns).toBeCloseTo(Math.round(turns), 9);
      }),
    );
  });
});

describe('the nearest point of a segment', () => {
  it('is a share of the way, kept on the segment', () => {
    const shares = [vec(1, 3), vec(-5, 1), vec(9, 0)].map((p) => nearestOnSegment(p, ZERO, vec(4, 0)));
    expect(shares).toEqual([0.25, 0, 1]);
  });

  it('of a segment without length is its start', () => {
    expect(nearestOnSegment(vec(1, 1), vec(2, 2), vec(2, 2))).toBe(0);
  });

  it('is nearer than every other', () => {
    fc.assert(
      fc.property(point, point, point, fc.double({ min: 0, max: 1, noNaN: true }), (p, a, b, other) => {
        const at = (share: number) => add(a, scale(sub(b, a), share));
        const away = distance(p, at(nearestOnSegment(p, a, b)));
        expect(away).toBeLessThanOrEqual(distance(p, at(other)) + 1e-9);
      }),
    );
  });
});
