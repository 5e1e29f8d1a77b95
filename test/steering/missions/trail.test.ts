import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, distance, fromPolar, nearestOnSegment, type Vec2 } from '../../../src/math/geometry.js';
import {
  extended,
  shortened,
  startTrail,
  trailCorners,
  type WayCome,
  wayBack,
} from '../../../src/steering/missions/trail.js';
import { THOROUGH } from '../../support/effort.js';

const driven = (points: readonly Vec2[]): WayCome =>
  points.slice(1).reduce(extended, startTrail(points[0] as Vec2));

const toLine = (p: Vec2, line: readonly Vec2[]): number =>
  Math.min(
    ...line.slice(1).map((b, i) => {
      const a = line[i] as Vec2;
      const share = nearestOnSegment(p, a, b);
      return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
    }),
  );

/** A way of so many steps of 2 cm, whose direction changes by at most `bend` a step. */
const way = (turns: readonly number[]): Vec2[] => {
  const line: Vec2[] = [{ x: 0, y: 0 }];
  let heading = 0;
  for (const turn of turns) {
    heading += turn;
    line.push(add(line.at(-1) as Vec2, fromPolar(0.02, heading)));
  }
  return line;
};

describe('a trail', () => {
  it('has few corners: none on a straight way', () => {
    const trail = driven(Array.from({ length: 500 }, (_, i) => ({ x: i / 100, y: 0.002 * Math.sin(i) })));
    expect(trailCorners(trail)).toHaveLength(1);
    expect(wayBack(trail)).toHaveLength(2);
  });

  it('passes every place within its tolerance, and leads back to the start', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 3, maxLength: 40 }),
        (turns) => {
          // Bends this weak close no loop.
          const line = way(turns);
          const back = wayBack(driven(line));
          for (const place of line) expect(toLine(place, back)).toBeLessThan(0.0065);
          expect(distance(back.at(-1) as Vec2, line[0] as Vec2)).toBeLessThan(0.001);
          expect(distance(back[0] as Vec2, line.at(-1) as Vec2)).toBeLessThan(0.001);
        },
      ),
    );
  });

  it('keeps only to what was driven, whatever the way: within 20 mm of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 200 }),
        (turns) => {
          const line = way(turns);
          const back = wayBack(driven(line));
          for (let i = 1; i < back.length; i++) {
            const [a, b] = [back[i - 1] as Vec2, back[i] as Vec2];
            for (const share of [0, 0.25, 0.5, 0.75])
              expect(
                toLine({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }, line),
              ).toBeLessThan(0.02);
          }
        },
      ),
    );
  });

  it('has no loops: a way that crosses itself is cut short there', () => {
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 1],
      [0.5, -0.5],
    ] as const;
    const line = square.slice(1).flatMap(([x, y], i) => {
      const [a = 0, b = 0] = square[i] ?? [];
      return Array.from({ length: 100 }, (_, k) => ({
        x: a + ((x - a) * (k + 1)) / 100,
        y: b + ((y - b) * (k + 1)) / 100,
      }));
    });
    const back = wayBack(driven([{ x: 0, y: 0 }, ...line]));
    expect(back).toHaveLength(3);
    expect(distance(back[1] as Vec2, { x: 0.5, y: 0 })).toBeLessThan(0.02);
  });

  it('of a robot that goes to and fro does not grow', () => {
    const line = Array.from({ length: 20_000 }, (_, i) => ({ x: Math.abs(((i / 100) % 2) - 1), y: 0 }));
    expect(driven(line).steps.length).toBeLessThan(20);
  });

  it('of an hour is small, and never refused: it is thinned', () => {
    // 1.6 km of bends that never come back: an hour at 0.45 m/s; a fifth of that in `npm test`.
    const steps = THOROUGH ? 100_000 : 20_000;
    let trail = startTrail({ x: 0, y: 0 });
    for (let i = 1; i <= steps; i++) {
      const x = i / 100;
      trail = extended(trail, { x, y: 0.3 * Math.sin(4 * x) + 0.1 * Math.sin(11 * x) });
    }
    expect(JSON.stringify(trail).length).toBeLessThan(100_000);
    const [first, last] = [wayBack(trail).at(-1), wayBack(trail)[0]];
    expect([first, last]).toEqual([{ x: 0, y: 0 }, expect.objectContaining({ x: steps / 100 })]);
    expect(trail.tolerance).toBeLessThan(0.02);
  }, 60_000);

  it('is shorter by what was driven back', () => {
    const trail = driven(Array.from({ length: 101 }, (_, i) => ({ x: i / 100, y: 0 })));
    const at = { x: 0.6, y: 0.001 };
    expect(wayBack(shortened(trail, 0.4, at))).toEqual([
      { x: 0.6, y: 0.001 },
      { x: 0, y: 0 },
    ]);
    expect(trailCorners(shortened(trail, 2, { x: 0, y: 0 }))).toEqual([{ x: 0, y: 0 }]);
  });

  it('is plain JSON', () => {
    const trail = driven(way([0.3, 0.5, -0.2, 0.4]));
    expect(JSON.parse(JSON.stringify(trail))).toEqual(trail);
  });
});
