import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeArcLength, limitToSight, MARGIN, type SeenThing } from '../../src/safety/collisionMonitor.js';
import { drawn } from '../support/effort.js';

const STRIP = { radius: 0.09, acceleration: 1 };
const REACH = STRIP.radius + MARGIN;
const point = (x: number, y: number, short = 0): SeenThing => ({ from: { x, y }, to: { x, y }, short });
const ask = (linear: number, angular: number, ...seen: SeenThing[]) =>
  limitToSight({ linear, angular }, seen, STRIP, { reaction: 0.03, turning: angular });

describe('the way that is clear', () => {
  const clear = (x: number, y: number, v: number, w: number) =>
    freeArcLength([{ x, y, short: 0 }], v, w, REACH);

  it('ends where the disc touches: ahead at x − r, beside at x − √(r² − y²)', () => {
    expect(clear(1, 0, 0.3, 0)).toBeCloseTo(1 - 0.11, 12);
    expect(clear(1, 0.06, 0.3, 0)).toBeCloseTo(1 - Math.sqrt(0.11 ** 2 - 0.06 ** 2), 12);
  });

  it('has no end beside or behind the strip', () => {
    expect(clear(1, 0.111, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(-0.2, 0, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(-0.2, 0, -0.3, 0)).toBeCloseTo(0.09, 12);
  });

  it('follows the arc: a quarter circle of 0.5 m leads to (0.5, 0.5)', () => {
    // The middle comes as near as 0.11 m to the point at the angle 90° − 2 asin(0.11/1).
    const way = 0.5 * (Math.PI / 2 - 2 * Math.asin(0.11));
    expect(clear(0.5, 0.5, 0.3, 0.6)).toBeCloseTo(way, 9);
    expect(clear(0.5, -0.5, 0.3, -0.6)).toBeCloseTo(way, 9);
    expect(clear(0.5, 0.5, 0.3, -0.6)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(-0.5, 0.5, -0.3, -0.6)).toBeCloseTo(way, 9);
  });

  it('on a tight arc meets what was behind it, later on the circle', () => {
    // A circle of 0.1 m to the left: its far side is at (0, 0.2), behind that (−0.15, 0.1).
    const turn = Math.PI / 2 + Math.PI;
    const alpha = Math.acos((0.1 ** 2 + 0.15 ** 2 - REACH ** 2) / (2 * 0.1 * 0.15));
    expect(clear(-0.15, 0.1, 0.2, 2)).toBeCloseTo(0.1 * (turn - alpha), 9);
    expect(clear(0, 0.4, 0.2, 2)).toBe(Number.POSITIVE_INFINITY);
    // What lies in the middle of a wide circle is never met.
    expect(clear(0, 1, 0.2, 0.2)).toBe(Number.POSITIVE_INFINITY);
  });

  it('has no end along a thing that touches the rim', () => {
    expect(clear(0.5, REACH, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(0.5, REACH - 1e-6, 0.3, 0)).toBeLessThan(0.5);
    expect(clear(0, 0, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(0.05, 0, 0.3, 0)).toBe(0);
  });

  it('is what a disc that is moved along the arc in small steps finds', () => {
    const length = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(length, length, length, fc.double({ min: 0.05, max: 0.6, noNaN: true }), (x, y, w, v) => {
        if (Math.hypot(x, y) < REACH + 1e-6) return true;
        const way = clear(x, y, v, 4 * w);
        const step = 0.0005;
        let [px, py, heading] = [0, 0, 0];
        for (let gone = 0; gone < Math.min(way, 1) - step; gone += step) {
          heading += ((4 * w) / v) * step;
          px += step * Math.cos(heading);
          py += step * Math.sin(heading);
          if (Math.abs(heading) > Math.PI) return true;
          if (Math.hypot(x - px, y - py) < REACH - 0.002) return false;
        }
        return true;
      }),
      { numRuns: drawn(1000) },
    );
  });
});

describe('the collision monitor', () => {
  it('lets pass what can be stopped in time, and no more', () => {
    expect(ask(0.5, 0, point(1, 0))).toEqual({ linear: 0.5, angular: 0 });
    const slowed = ask(0.5, 0, point(0.2, 0));
    expect(slowed.linear).toBeLessThan(0.4);
    // It stops within what is left, 0.09 m: v²/2a + v T.
    expect(slowed.linear ** 2 / (2 * 0.85) + slowed.linear * 0.03).toBeCloseTo(0.09, 9);
  });

  it('sees a wall at every point of it, two centimetres apart, however it is cut', () => {
    const wall = (from: number, to: number) => ({
      from: { x: 0.3, y: from },
      to: { x: 0.3, y: to },
      short: 0,
    });
    const slowedAt = (y: number) => ask(0.5, 0, point(0.3, y)).linear;
    expect(ask(0.5, 0, wall(-0.2, 0.22)).linear).toBeCloseTo(slowedAt(0), 9);
    expect(ask(0.5, 0, wall(0.05, 0.5)).linear).toBeCloseTo(slowedAt(0.05), 9);
    expect(ask(0.5, 0, wall(-0.5, -0.05)).linear).toBeCloseTo(slowedAt(0.05), 9);
    expect(ask(0.5, 0, wall(0.111, 0.5))).toEqual({ linear: 0.5, angular: 0 });
    const alongside = { from: { x: 0.25, y: 0 }, to: { x: 2.4, y: 0.4 }, short: 0 };
    expect(ask(0.5, 0, alongside).linear).toBeCloseTo(ask(0.5, 0, point(0.25, 0)).linear, 9);
  });

  it('minds what is at most 1.5 m before it', () => {
    expect(ask(2, 0, point(1.6, 0)).linear).toBeCloseTo(
      0.85 * (Math.sqrt(0.03 ** 2 + (2 * 1.49) / 0.85) - 0.03),
      9,
    );
    expect(ask(2, 0, point(1.62, 0))).toEqual({ linear: 2, angular: 0 });
    expect(ask(2, 0, point(1.62, 0), point(1, 0)).linear).toBeLessThan(1.3);
  });

  it('keeps the arc while half of the speed is left, and else turns first as fast as that allows', () => {
    // 0.0225 m are left: v = 0.85 (√(0.03² + 2 · 0.0225 / 0.85) − 0.03).
    const allowed = 0.85 * (Math.sqrt(0.03 ** 2 + (2 * 0.0225) / 0.85) - 0.03);
    const near = point(REACH + 0.0225, 0);
    const turning = (speed: number) =>
      limitToSight({ linear: speed, angular: 0 }, [near], STRIP, { reaction: 0.03, turning: 2 });
    expect(turning(allowed)).toEqual({ linear: allowed, angular: 0 });
    const [above, below] = [turning(allowed * 1.99), turning(allowed * 2.01)];
    expect(above).toEqual({ linear: expect.closeTo(allowed, 9), angular: 0 });
    expect(below.angular).toBe(2);
    expect(below.linear).toBeGreaterThan(0.001);
    expect(below.linear).toBeLessThanOrEqual(allowed + 1e-9);
    expect([1, 0.5, 0.25, 0.1].some((share) => Math.abs(below.linear - share * allowed) < 1e-9)).toBe(true);
  });

  it('during such a turn drives at a tenth of the speed if that is all that the new arc allows', () => {
    const beside = [point(REACH + 0.002, 0), point(0.08, 0.08)];
    const turn = limitToSight({ linear: 0.4, angular: 0 }, beside, STRIP, { reaction: 0.03, turning: 3 });
    expect(turn.angular).toBe(3);
    expect(turn.linear).toBeLessThan(0.05);
  });

  it('stops short only of what is before the middle half of its front', () => {
    const at = (y: number) => ask(0.5, 0, point(0.25, y, 0.05)).linear;
    const plain = (y: number) => ask(0.5, 0, point(0.25, y)).linear;
    expect(at(0.054)).toBeLessThan(plain(0.054) - 0.01);
    expect(at(0.056)).toBe(plain(0.056));
    expect(at(-0.056)).toBe(plain(-0.056));
  });

  it('lets a robot that stands stand, and one that sees nothing drive', () => {
    expect(ask(0, 1, point(0.105, 0))).toEqual({ linear: 0, angular: 1 });
    expect(ask(0.5, 1)).toEqual({ linear: 0.5, angular: 1 });
  });

  it('looks along the strip, not into the cone beside it', () => {
    expect(ask(0.5, 0, point(0.2, 0.12))).toEqual({ linear: 0.5, angular: 0 });
    expect(ask(0.5, 0, point(0.2, 0.1)).linear).toBeLessThan(0.5);
  });

  it('turns on the spot where it may not go on', () => {
    expect(ask(0.3, 1, point(0.105, 0))).toEqual({ linear: 0, angular: 1 });
    expect(ask(0.3, 0, point(0.105, 0))).toEqual({ linear: 0, angular: 0 });
  });

  it('lets it drive along what is nearer than the margin, and not nearer still', () => {
    expect(ask(0.3, 0, point(0, 0.1))).toEqual({ linear: 0.3, angular: 0 });
    expect(ask(0.3, 0, point(0.05, 0.087)).linear).toBe(0);
    expect(ask(-0.3, 0, point(0.05, 0.087)).linear).toBe(-0.3);
  });

  it('stops short of what would come too near for its sensor to tell', () => {
    const near = ask(0.5, 0, point(0.3, 0, 0.075)).linear;
    expect(near).toBeCloseTo(ask(0.5, 0, point(0.225, 0)).linear, 9);
  });

  it('gives the mirrored answer for the mirrored world, and never more speed', () => {
    const x = fc.double({ min: -0.6, max: 0.6, noNaN: true });
    fc.assert(
      fc.property(x, x, x, x, (px, py, v, w) => {
        const one = ask(v, 4 * w, point(px, py));
        const other = ask(v, -4 * w, point(px, -py));
        expect(other.linear).toBeCloseTo(one.linear, 9);
        expect(other.angular).toBeCloseTo(-one.angular, 9);
        expect(Math.abs(one.linear)).toBeLessThanOrEqual(Math.abs(v));
        expect(one.linear * v).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
