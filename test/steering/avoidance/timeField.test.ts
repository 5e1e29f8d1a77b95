/** The field of times to a goal, and the way down it. */
import { describe, expect, it } from 'vitest';
import { distance, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { type PaceBesideThings, paceAt, TimeField } from '../../../src/steering/avoidance/timeField.js';
import { descend } from '../../../src/steering/avoidance/wayPoints.js';
import { hitsAt, wall } from './seen.js';

const PACE: PaceBesideThings = { least: 0.12, soft: 0.1, slowest: 0.1, cruise: 0.4 };
const CELL = 0.04;

function wayTo(goal: Vec2, places: readonly Vec2[], sure: 0 | 1 = 1, from: Vec2 = ZERO) {
  const around = { hits: hitsAt(places, sure), obstacles: [], speed: 0.4 };
  const field = new TimeField({ from, goal, around, pace: PACE, cell: CELL });
  return descend(field, from, goal, { step: 0.02, steps: 200 });
}
const endOf = (way: readonly Vec2[]): Vec2 => way.at(-1) as Vec2;
const nearestTo = (way: readonly Vec2[], places: readonly Vec2[]) =>
  Math.min(...way.flatMap((at) => places.map((place) => distance(at, place))));

describe('the speed beside things', () => {
  it('rises from the slowest to the cruising speed over the soft distance', () => {
    expect([0, 0.12, 0.17, 0.22, 1].map((clearance) => paceAt(clearance, PACE))).toEqual([
      0.1,
      0.1,
      expect.closeTo(0.25, 12),
      0.4,
      0.4,
    ]);
  });
});

describe('the way', () => {
  it('is straight where nothing stands, in every direction, and however far the goal', () => {
    for (let i = 0; i < 16; i++) {
      const angle = (i * Math.PI) / 8 + 0.1;
      for (const far of [0.5, 1.7, 30]) {
        const goal = { x: far * Math.cos(angle), y: far * Math.sin(angle) };
        for (const { x, y } of wayTo(goal, []).slice(0, 60))
          expect(Math.abs(x * Math.sin(angle) - y * Math.cos(angle))).toBeLessThan(0.005);
      }
    }
  });

  it('ends at the goal', () => {
    const goal = { x: 1, y: 0.3 };
    expect(distance(endOf(wayTo(goal, [])), goal)).toBeLessThan(0.04);
  });

  it('goes round a wall on the shorter side, and keeps clear of it', () => {
    const places = wall(0.6, -0.3, 0.6);
    const way = wayTo({ x: 1.2, y: 0 }, places);
    expect(distance(endOf(way), { x: 1.2, y: 0 })).toBeLessThan(0.04);
    expect(Math.min(...way.map(({ y }) => y))).toBeLessThan(-0.4);
    expect(nearestTo(way, places)).toBeGreaterThan(PACE.least - CELL / 2);
  });

  it('leaves a trap that is closed towards the goal', () => {
    const trap = [
      ...wall(0.5, -0.4, 0.4),
      ...Array.from({ length: 20 }, (_, i) => [
        { x: -0.3 + 0.04 * i, y: 0.4 },
        { x: -0.3 + 0.04 * i, y: -0.4 },
      ]).flat(),
    ];
    const way = wayTo({ x: 1.2, y: 0 }, trap);
    expect(distance(endOf(way), { x: 1.2, y: 0 })).toBeLessThan(0.04);
    expect(Math.min(...way.map(({ x }) => x))).toBeLessThan(-0.35);
    expect(nearestTo(way, trap)).toBeGreaterThan(PACE.least - CELL / 2);
  });

  it('goes through weak hits where the way round is long, and round them where it is short', () => {
    const across = (low: number, high: number) => wayTo({ x: 1.2, y: 0 }, wall(0.6, low, high), 0);
    expect(Math.max(...across(-1.5, 1.5).map(({ y }) => Math.abs(y)))).toBeLessThan(0.1);
    expect(Math.max(...across(-0.2, 0.06).map(({ y }) => y))).toBeGreaterThan(0.1);
  });

  it('goes left where both sides are equal', () => {
    expect(Math.max(...wayTo({ x: 1.2, y: 0 }, [{ x: 0.6, y: 0 }]).map(({ y }) => y))).toBeGreaterThan(0.1);
  });

  it('leads out, away from the thing, where the body is already too near', () => {
    const [, first, second] = wayTo({ x: 1, y: 0 }, [{ x: 0.08, y: 0.01 }]);
    expect(first?.x).toBeLessThan(0);
    expect(second?.x).toBeLessThan(first?.x as number);
  });

  it('turns with the world', () => {
    const turn = ({ x, y }: Vec2): Vec2 => ({ x: 0.6 * x - 0.8 * y, y: 0.8 * x + 0.6 * y });
    const places = wall(0.6, -0.3, 0.6);
    const way = wayTo({ x: 1.2, y: 0 }, places);
    const turned = wayTo(turn({ x: 1.2, y: 0 }), places.map(turn));
    expect(turned).toHaveLength(way.length);
    for (const [i, at] of way.entries()) expect(distance(turn(at), turned[i] as Vec2)).toBeLessThan(1e-3);
  });

  it('keeps clear of mapped things of any shape', () => {
    const disc = { from: { x: 0.6, y: 0.02 }, to: { x: 0.6, y: 0.02 }, radius: 0.2 };
    const around = { hits: hitsAt([]), obstacles: [disc], speed: 0.4 };
    const goal = { x: 1.2, y: 0 };
    const field = new TimeField({ from: ZERO, goal, around, pace: PACE, cell: CELL });
    const way = descend(field, ZERO, goal, { step: 0.02, steps: 200 });
    expect(nearestTo(way, [disc.from])).toBeGreaterThan(0.2 + PACE.least - CELL / 2);
    // Exact as far as it matters for the speed; in between it is interpolated.
    for (const { x, y, clearance } of way)
      if (clearance < PACE.least + PACE.soft - CELL)
        expect(Math.abs(clearance - (distance({ x, y }, disc.from) - 0.2))).toBeLessThan(0.01);
  });

  it('leads behind a thing that crosses it, and not round all of its way', () => {
    const crossing = (velocity: Vec2) => {
      const ball = { from: { x: 0.8, y: -0.1 }, to: { x: 0.8, y: -0.1 }, radius: 0.05, velocity };
      const around = { hits: hitsAt([]), obstacles: [ball], speed: 0.4 };
      const field = new TimeField({ from: ZERO, goal: { x: 2, y: 0 }, around, pace: PACE, cell: CELL });
      const way = descend(field, ZERO, { x: 2, y: 0 }, { step: 0.02, steps: 90 });
      return way.reduce((at, one) => (Math.abs(one.x - 0.8) < Math.abs(at.x - 0.8) ? one : at)).y;
    };
    // It stands a little to the right of the straight way, so the way leads left of it; or behind it, when it goes left.
    expect(crossing({ x: 0, y: 0 })).toBeGreaterThan(0.05);
    expect(crossing({ x: 0, y: 0.1 })).toBeLessThan(-0.02);
    expect(crossing({ x: 0, y: -0.1 })).toBeGreaterThan(-0.02);
  });
});
