import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ellipseOf, headingSpread } from '../../../src/dashboard/page/map/drawing/ellipse.js';

describe('the ellipse of a covariance', () => {
  it('lies along the axis that is known less', () => {
    expect(ellipseOf({ xx: 0.04, xy: 0, yy: 0.01 })).toEqual({ long: 0.4, short: 0.2, angle: 0 });
    const tall = ellipseOf({ xx: 0.01, xy: 0, yy: 0.04 });
    expect(tall.long).toBeCloseTo(0.4);
    expect(Math.abs(tall.angle)).toBeCloseTo(Math.PI / 2);
    expect(ellipseOf({ xx: 0.02, xy: 0.01, yy: 0.02 }).angle).toBeCloseTo(Math.PI / 4);
  });

  it('comes out of the axes that it was made of', () => {
    const deviation = fc.integer({ min: 1, max: 200 }).map((v) => v / 100);
    fc.assert(
      fc.property(
        deviation,
        deviation,
        fc.integer({ min: -15, max: 15 }).map((v) => v / 10),
        (a, b, angle) => {
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          const [long, short] = [Math.max(a, b), Math.min(a, b)];
          const xx = long ** 2 * c * c + short ** 2 * s * s;
          const yy = long ** 2 * s * s + short ** 2 * c * c;
          const found = ellipseOf({ xx, yy, xy: (long ** 2 - short ** 2) * c * s });
          expect(found.long).toBeCloseTo(2 * long, 6);
          expect(found.short).toBeCloseTo(2 * short, 4);
          if (long > 1.05 * short) expect(found.angle).toBeCloseTo(angle, 4);
        },
      ),
    );
  });

  it('has no axis below zero, whatever rounding did', () => {
    expect(ellipseOf({ xx: 1e-18, xy: 1e-9, yy: 1e-18 }).short).toBe(0);
  });

  it('leaves the heading at most half a turn to either side', () => {
    expect(headingSpread({ hh: 0.01 })).toBeCloseTo(0.2);
    expect(headingSpread({ hh: 100 })).toBe(Math.PI);
    expect(headingSpread({ hh: -1e-20 })).toBe(0);
  });
});
