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
