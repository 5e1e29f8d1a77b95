import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCsv,
  segmentAt,
  simplify,
  waypointAt,
  withAppended,
  withInserted,
  withMoved,
  withoutWaypoint,
} from '../../../src/dashboard/page/map/pointing/waypoints.js';
import { distance, nearestOnSegment, type Vec2 } from '../../../src/math/geometry.js';
import { points } from '../../support/viewFixtures.js';

const path = points([0, 0], [1, 0], [1, 1]);

describe('a press on a path', () => {
  it('means the nearest waypoint within reach', () => {
    expect(waypointAt(path, { x: 0.95, y: 0.02 }, 0.1)).toBe(1);
    expect(waypointAt(path, { x: 0.5, y: 0 }, 0.1)).toBeUndefined();
    expect(waypointAt(path, { x: 0.8, y: 0.3 }, 1)).toBe(1);
  });

  it('means the nearest piece between two', () => {
    expect(segmentAt(path, { x: 0.5, y: 0.05 }, 0.1)).toBe(0);
    expect(segmentAt(path, { x: 1.05, y: 0.5 }, 0.1)).toBe(1);
    expect(segmentAt(path, { x: 0.5, y: 0.5 }, 0.1)).toBeUndefined();
    expect(segmentAt([], { x: 0, y: 0 }, 1)).toBeUndefined();
  });
});

describe('editing a path', () => {
  it('inserts, moves and deletes waypoints, and leaves the path it began with alone', () => {
    expect(withInserted(path, 1, { x: 0.5, y: 0.1 })).toEqual(points([0, 0], [0.5, 0.1], [1, 0], [1, 1]));
    expect(withMoved(path, 2, { x: 2, y: 2 })).toEqual(points([0, 0], [1, 0], [2, 2]));
    expect(withoutWaypoint(path, 0)).toEqual(points([1, 0], [1, 1]));
    expect(path).toEqual(points([0, 0], [1, 0], [1, 1]));
  });

  it('appends no point twice', () => {
    expect(withAppended(path, points([1, 1], [1, 1], [2, 1]))).toEqual(
      points([0, 0], [1, 0], [1, 1], [2, 1]),
    );
    expect(withAppended([], points([1, 1]))).toEqual(points([1, 1]));
  });
});

it('a path is saved as path files are, to the millimetre, without −0', () => {
  expect(asCsv(points([0, -0.0001], [1.23456, -2]))).toBe('x_m,y_m\n0,0\n1.235,-2\n');
});

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
