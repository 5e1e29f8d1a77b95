import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, length, scale, type Vec2 } from '../../src/math/geometry.js';
import { interceptTime, meetingTime } from '../../src/steering/intercept.js';

const place = (p: Vec2, v: Vec2, t: number) => add(p, scale(v, t));
/** How far a body that goes straight to the other's place at that time is from it then. */
const gapAt = (p: Vec2, v: Vec2, s: number, t: number) => length(place(p, v, t)) - s * t;

const number = fc.double({ min: -5, max: 5, noNaN: true });
const point = fc.record({ x: number, y: number });
const speed = fc.double({ min: 0.1, max: 3, noNaN: true });

describe('the time until a body can be where another is', () => {
  it.each([
    ['across', { x: 10, y: 0 }, { x: 0, y: 1 }, 2, 10 / Math.sqrt(3)],
    ['standing', { x: 3, y: 4 }, { x: 0, y: 0 }, 2, 2.5],
    ['coming head-on', { x: 6, y: 0 }, { x: -1, y: 0 }, 2, 2],
    ['running away, slower', { x: 6, y: 0 }, { x: 1, y: 0 }, 2, 6],
    ['coming, faster than the body', { x: 6, y: 0 }, { x: -4, y: 0 }, 2, 1],
    ['as fast, across the way at an angle', { x: 4, y: 0 }, { x: -1, y: Math.sqrt(3) }, 2, 2],
    ['in the same place', { x: 0, y: 0 }, { x: 5, y: 1 }, 2, 0],
  ])('%s', (_, p, v, s, time) => {
    expect(interceptTime(p, v, s)).toBeCloseTo(time, 12);
    expect(meetingTime(p, v, s)).toBeCloseTo(time, 12);
  });

  it.each([
    ['runs away faster', { x: 1, y: 0 }, { x: 3, y: 0 }, 2],
    ['runs away as fast', { x: 1, y: 0 }, { x: 2, y: 0 }, 2],
    ['passes by too fast', { x: 0, y: 5 }, { x: 3, y: 0 }, 2],
    ['runs from a body that stands', { x: 1, y: 0 }, { x: 1, y: 0 }, 0],
  ])('is undefined if the other body %s', (_, p, v, s) => {
    expect(interceptTime(p, v, s)).toBeUndefined();
  });

  it('is the earliest: the two meet then, and not before', () => {
    fc.assert(
      fc.property(point, point, speed, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (p, v, s, part) => {
        const t = interceptTime(p, v, s);
        fc.pre(t !== undefined && t < 1e6 && length(p) > 1e-6);
        expect(Math.abs(gapAt(p, v, s, t))).toBeLessThan(1e-6 * (1 + s * t));
        expect(gapAt(p, v, s, part * t)).toBeGreaterThan(-1e-9 * (1 + s * t));
      }),
    );
  });

  it('is undefined only if they never meet', () => {
    fc.assert(
      fc.property(point, point, speed, fc.double({ min: 0, max: 1000, noNaN: true }), (p, v, s, t) => {
        fc.pre(interceptTime(p, v, s) === undefined);
        // A target as fast as the body to the last bit: v² − s² is then rounding alone, and √ε·|p| < 1 µm can be missed.
        expect(gapAt(p, v, s, t)).toBeGreaterThan(-1e-6);
      }),
    );
  });
});

describe('how far ahead to look at what cannot be met', () => {
  it('is until a body that goes straight there comes nearest: p = (0, 5), v = (3, 0), s = 2', () => {
    // The line of sight is then at acos(2/3) to v: 5·2/√5 along it, at 3 m/s.
    expect(meetingTime({ x: 0, y: 5 }, { x: 3, y: 0 }, 2)).toBeCloseTo((5 * 2) / Math.sqrt(5) / 3, 12);
  });

  it('is now, where the gap only grows', () => {
    expect(meetingTime({ x: 1, y: 0 }, { x: 3, y: 0 }, 2)).toBe(0);
  });

  it('leaves no time at which the gap is smaller', () => {
    fc.assert(
      fc.property(point, point, speed, fc.double({ min: 0, max: 50, noNaN: true }), (p, v, s, other) => {
        fc.pre(interceptTime(p, v, s) === undefined && length(p) > 1e-3);
        const best = meetingTime(p, v, s);
        const later = Math.min(other, (10 * length(p)) / s);
        expect(gapAt(p, v, s, best)).toBeLessThanOrEqual(gapAt(p, v, s, later) + 1e-9);
      }),
    );
  });

  it('does not leap as a target becomes faster than the body', () => {
    const p = { x: 1, y: 0 };
    const ahead = (v: number) => place(p, { x: 0, y: v }, meetingTime(p, { x: 0, y: v }, 0.5));
    const [slower, faster] = [ahead(0.499), ahead(0.501)];
    expect(Math.abs(Math.atan2(slower.y, slower.x) - Math.atan2(faster.y, faster.x))).toBeLessThan(0.1);
  });

  it('is at most ten times as long as the way to where it is now takes', () => {
    expect(meetingTime({ x: 1, y: 0 }, { x: 0, y: 0.5 }, 0.5)).toBe(20);
    expect(meetingTime({ x: 1, y: 0 }, { x: 0.4999, y: 0 }, 0.5)).toBe(20);
  });

  it('is finite for a body that cannot move, in the same place, too', () => {
    for (const v of [
      { x: 0, y: 0 },
      { x: 1, y: 2 },
    ]) {
      expect(meetingTime({ x: 0, y: 0 }, v, 0)).toBe(0);
      expect(Number.isFinite(meetingTime({ x: 1, y: 0 }, v, 0))).toBe(true);
    }
  });
});
