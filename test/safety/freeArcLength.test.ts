import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeArcLength, MARGIN } from '../../src/safety/collisionMonitor.js';
import { drawn } from '../support/effort.js';

const REACH = 0.09 + MARGIN;

describe('the way that is clear', () => {
  const clear = (x: number, y: number, v: number, w: number) =>
    freeArcLength([{ x, y }], { linear: v, angular: w }, { radius: REACH, stops: REACH, pushed: 0 });

  it('ends where the disc touches: ahead at x − r, beside at x − √(r² − y²)', () => {
    expect(clear(1, 0, 0.3, 0)).toBeCloseTo(1 - 0.11, 12);
    expect(clear(1, 0.06, 0.3, 0)).toBeCloseTo(1 - Math.sqrt(0.11 ** 2 - 0.06 ** 2), 12);
  });

  it('before what moves is half of it: the other half is left to that', () => {
    const towards = (x: number) =>
      freeArcLength(
        [{ x, y: 0, moves: true }],
        { linear: 0.3, angular: 0 },
        { radius: REACH, stops: REACH, pushed: 0 },
      );
    expect(towards(2) - towards(1)).toBeCloseTo(0.5, 12);
    expect(towards(1)).toBeLessThan(clear(1, 0, 0.3, 0) / 2);
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
    // A nanometre is rounding.
    for (const off of [1e-9, 0.9e-9]) expect(clear(0.5, REACH - off, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    for (const off of [1.1e-9, 1.9e-9]) expect(clear(0.5, REACH - off, 0.3, 0)).toBeLessThan(0.5);
    expect(clear(0, 0, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(clear(0.05, 0, 0.3, 0)).toBe(0);
  });

  it('has no end along a thing that touches the rim on an arc, up to a nanometre', () => {
    // On a circle of 1 m, a quarter of the way round.
    const outer = (off: number) => clear(1 + REACH - off, 1, 1, 1);
    for (const off of [-1e-6, 0, 0.9e-9]) expect(outer(off)).toBe(Number.POSITIVE_INFINITY);
    for (const off of [1.1e-9, 1e-6]) expect(outer(off)).toBeCloseTo(Math.PI / 2, 2);
    const inner = (off: number) => clear(1 - REACH + off, 1, 1, 1);
    for (const off of [-1e-6, 0, 0.9e-9]) expect(inner(off)).toBe(Number.POSITIVE_INFINITY);
    for (const off of [1.1e-9, 1e-6]) expect(inner(off)).toBeCloseTo(Math.PI / 2, 2);
  });

  it('counts what is just beside it as passed, and what it is in as met', () => {
    expect(clear(0, 0.05, 0.3, 0)).toBe(Number.POSITIVE_INFINITY);
    // On the circle of 0.1 m it comes back: cos α = (0.1² + 0.05² − 0.11²)/(2 · 0.1 · 0.05) = 0.04.
    expect(clear(0, 0.05, 0.2, 2)).toBeCloseTo(0.1 * (2 * Math.PI - Math.acos(0.04)), 9);
    expect(clear(0.05, 0, 0.2, 20)).toBe(0);
  });

  it('bends with an arc of 10 km and less; a wider one counts as straight', () => {
    // After 1.5 m the arc of 10 km is 0.11 mm beside the straight line, towards what would just be passed.
    const grazed = (curvature: number) => clear(1.5, REACH, 1, curvature);
    for (const curvature of [1.9e-4, 1e-4]) expect(grazed(curvature)).toBeLessThan(1.6);
    expect(clear(0.5, REACH, 1, 0.5)).toBeLessThan(0.6);
    for (const curvature of [0.99e-4, 0.6e-4]) expect(grazed(curvature)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is a number also where a wide arc only just touches', () => {
    for (let x = 0.01; x < 1.6; x += 0.01)
      for (let off = 1.1e-9; off < 4e-9; off += 0.2e-9) {
        const rim = REACH - off;
        const y = 3000 - Math.sqrt((3000 - rim) ** 2 - x * x);
        expect(Math.abs(clear(x, y, 1, 1 / 3000) - x)).toBeLessThan(0.001);
      }
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
