import { describe, expect, it } from 'vitest';
import { distance, nearestOnSegment, type Vec2 } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import { type Curve, curveAlong } from '../../../src/steering/paths/curve.js';
import { Path } from '../../../src/steering/paths/path.js';
import { cornerOf } from '../../support/courses.js';

const pathOf = (points: readonly (readonly [number, number])[], loop = false): Path =>
  new Path(
    points.map(([x, y]) => ({ x, y })),
    loop,
  );
const drawn = (path: Path, tolerance = 0): Curve => curveAlong(path, 0, path.length, tolerance);
const pointsOf = ({ x, y }: Curve): Vec2[] => Array.from(x, (v, i) => ({ x: v, y: y[i] ?? 0 }));

/** Largest distance of the curve from the path. */
const offPath = (curve: Curve, path: Path): number =>
  Math.max(...pointsOf(curve).map((p) => path.project(p).distance));

/** Largest distance of a point of the path from the curve. */
function missedBy(curve: Curve, path: Path): number {
  const points = pointsOf(curve);
  const near = (p: Vec2) =>
    Math.min(
      ...points.slice(1).map((to, i) => {
        const from = points[i] ?? to;
        const share = nearestOnSegment(p, from, to);
        return distance(p, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      }),
    );
  return Math.max(...path.points.map(near));
}

/** Curvature at every sample, from three of them. */
function curvatures({ x, y }: Curve): number[] {
  const at = (values: Float64Array, i: number) => values[i] ?? 0;
  return Array.from({ length: x.length - 2 }, (_, k) => {
    const i = k + 1;
    const [dx, dy] = [at(x, i + 1) - at(x, i - 1), at(y, i + 1) - at(y, i - 1)];
    const [ddx, ddy] = [
      at(x, i + 1) - 2 * at(x, i) + at(x, i - 1),
      at(y, i + 1) - 2 * at(y, i) + at(y, i - 1),
    ];
    return (4 * ((dx * ddy) / 2 - (dy * ddx) / 2)) / Math.hypot(dx, dy) ** 3;
  });
}

describe('the curve along a path', () => {
  it('is the path itself where it is straight, and begins and ends where the path does', () => {
    const path = pathOf([[0, 0], [1, 0.5], [2, 1]]); // biome-ignore format: one line
    const curve = drawn(path);
    expect(offPath(curve, path)).toBeLessThan(1e-9);
    const points = pointsOf(curve);
    expect(distance(points[0] as Vec2, { x: 0, y: 0 })).toBeLessThan(1e-9);
    expect(distance(points.at(-1) as Vec2, { x: 2, y: 1 })).toBeLessThan(1e-9);
  });

  it('stays on bends: the figure-eight within 0.06 mm', () => {
    const eight = pathOf(
      Array.from({ length: 1601 }, (_, i) => {
        const t = (2 * Math.PI * i) / 1600;
        return [Math.sin(t), 0.5 * Math.sin(2 * t)] as const;
      }),
    );
    expect(offPath(drawn(eight), eight)).toBeLessThan(6e-5);
  });

  it.each([20, 45, 90, 135, 165, -90])(
    'turns a corner of %i° within 12 mm, and misses it by 15 at most',
    (turn) => {
      const path = pathOf(cornerOf(deg(turn), 1));
      const curve = drawn(path);
      expect(offPath(curve, path)).toBeLessThan(0.012);
      expect(missedBy(curve, path)).toBeLessThan(0.015);
    },
  );

  it.each([30, 90, 150])('has no jump in its curvature at a corner of %i°', (turn) => {
    const bends = curvatures(drawn(pathOf(cornerOf(deg(turn), 1))));
    const most = Math.max(...bends.map(Math.abs));
    const jumps = bends.slice(1).map((bend, i) => Math.abs(bend - (bends[i] ?? 0)));
    expect(most).toBeGreaterThan(2);
    expect(Math.max(...jumps)).toBeLessThan(0.25 * most);
  });

  it('cuts corners by as much as it may', () => {
    const path = pathOf(cornerOf(deg(90), 1));
    const [close, wide] = [drawn(path), drawn(path, 0.03)];
    expect(missedBy(wide, path)).toBeGreaterThan(1.5 * missedBy(close, path));
    expect(missedBy(wide, path)).toBeLessThan(0.04);
  });

  it('is mirrored with its path, and turned with it', () => {
    const corner = cornerOf(deg(70), 0.8);
    const plain = pointsOf(drawn(pathOf(corner)));
    const mirrored = pointsOf(drawn(pathOf(corner.map(([x, y]) => [x, -y] as const))));
    const turned = pointsOf(drawn(pathOf(corner.map(([x, y]) => [-y, x] as const))));
    for (const [i, { x, y }] of plain.entries()) {
      expect(mirrored[i]?.x).toBeCloseTo(x, 9);
      expect(mirrored[i]?.y).toBeCloseTo(-y, 9);
      expect(turned[i]?.x).toBeCloseTo(-y, 9);
      expect(turned[i]?.y).toBeCloseTo(x, 9);
    }
  });

  it('of a loop is the same in every lap, over its seam', () => {
    const square = pathOf([[0, 0], [1, 0], [1, 1], [0, 1]], true); // biome-ignore format: one line
    const lap = pointsOf(curveAlong(square, 0, 4, 0));
    const next = pointsOf(curveAlong(square, 4, 8, 0));
    for (const [i, point] of lap.entries()) expect(distance(point, next[i] as Vec2)).toBeLessThan(1e-9);
    expect(distance(lap[0] as Vec2, lap.at(-1) as Vec2)).toBeLessThan(1e-9);
    expect(lap[0]?.x).toBeGreaterThan(0.005);
  });
});
