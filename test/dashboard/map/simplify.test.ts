import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplify } from '../../../src/dashboard/page/map/pointing/simplify.js';
import { distance, nearestOnSegment, type Vec2 } from '../../../src/math/geometry.js';
import { points } from './scenes.js';

const offLine = (p: Vec2, line: readonly Vec2[]): number =>
  Math.min(
    ...line.slice(1).map((b, i) => {
      const a = line[i] ?? b;
      const share = nearestOnSegment(p, a, b);
      return distance(p, { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
    }),
  );

describe('a simplified line', () => {
  it('keeps its corners and drops what lies between', () => {
    const line = points([0, 0], [1, 0.001], [2, 0], [2, 1], [2.001, 2]);
    expect(simplify(line, 0.01)).toEqual(points([0, 0], [2, 0], [2.001, 2]));
  });

  it('keeps its ends, and is nowhere farther off than the tolerance', () => {
    const place = fc.integer({ min: -200, max: 200 }).map((v) => v / 100);
    const line = fc.array(fc.record({ x: place, y: place }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(
        line,
        fc.integer({ min: 0, max: 100 }).map((v) => v / 100),
        (drawn, tolerance) => {
          const kept = simplify(drawn, tolerance);
          expect([kept[0], kept.at(-1)]).toEqual([drawn[0], drawn.at(-1)]);
          for (const point of drawn) expect(offLine(point, kept)).toBeLessThanOrEqual(tolerance + 1e-12);
        },
      ),
    );
  });

  it('may be very long, and of nothing but corners', () => {
    const zigzag = Array.from({ length: 5000 }, (_, i) => ({ x: i, y: i % 2 }));
    expect(simplify(zigzag, 0.1)).toHaveLength(5000);
    expect(simplify(zigzag, 1)).toHaveLength(2);
  });

  it('that ends where it began keeps what lies farthest away', () => {
    expect(simplify(points([0, 0], [1, 0], [1, 1], [0, 0]), 0.1)).toHaveLength(4);
  });
});
