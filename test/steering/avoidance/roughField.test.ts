/** A rougher field of a wider window, where the robot remembers more than the window of its search holds. */
import { describe, expect, it } from 'vitest';
import { distance, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { type PaceBesideThings, TimeField } from '../../../src/steering/avoidance/timeField.js';
import { descend } from '../../../src/steering/avoidance/wayPoints.js';
import { avoidObstacles } from '../../../src/steering/behaviors/avoidObstacles.js';
import { isFiniteSteering } from '../../../src/steering/steer.js';
import { percept, SMALL } from '../../support/percept.js';
import { hitsAt, wall } from './seen.js';

const PACE: PaceBesideThings = { least: 0.12, soft: 0.1, slowest: 0.1, cruise: 0.4 };
const CELL = 0.04;
/** From the robot to the middle of the window's outermost cells. */
const HALF = 38 * CELL;
/** Something behind the robot, so far away that only the rough field knows of it. */
const FAR: Vec2 = { x: -2.5, y: 0.2 };

function fieldsTo(goal: Vec2, places: readonly Vec2[]) {
  const around = { hits: hitsAt(places), obstacles: [], speed: PACE.cruise };
  const quest = { from: ZERO, goal, around, pace: PACE, cell: CELL };
  const rough = new TimeField({ ...quest, cell: 4 * CELL, whole: true });
  return { rough, alone: new TimeField(quest), both: new TimeField(quest, rough) };
}

const wayDown = (field: TimeField, goal: Vec2) => descend(field, ZERO, goal, { step: 0.02, steps: 400 });

/** Places all over the window, also between the middles of cells. */
const PLACES: readonly Vec2[] = Array.from({ length: 31 * 31 }, (_, i) => ({
  x: ((i % 31) / 15 - 1) * HALF,
  y: (Math.floor(i / 31) / 15 - 1) * HALF,
}));

describe('a goal in the window, with a rough field round it', () => {
  const goals: readonly Vec2[] = [
    { x: 1, y: 0.3 },
    { x: 0.2, y: -0.1 },
    { x: -1.3, y: 0.9 },
    // In the last cell but one, and on the border itself: the last that are in the window, and the first that are not.
    { x: HALF - CELL, y: 0 },
    { x: HALF, y: 0 },
  ];

  it.each(goals)('is reached as without it: %j', (goal) => {
    const { alone, both } = fieldsTo(goal, [{ x: 0.5, y: 0.02 }, FAR]);
    const way = wayDown(both, goal);
    expect(distance(way.at(-1) as Vec2, goal)).toBeLessThan(0.05);
    const plain = wayDown(alone, goal);
    expect(Math.abs(way.length - plain.length)).toBeLessThanOrEqual(2);
    for (const [i, at] of way.slice(0, plain.length).entries())
      expect(distance(at, plain[i] as Vec2)).toBeLessThan(CELL);
  });

  it.each(goals)('leaves no place without a number: %j', (goal) => {
    const { rough, both } = fieldsTo(goal, [...wall(0.6, -2.6, 2.2), FAR]);
    const wrong = PLACES.filter((place) => {
      const down = length(both.downhill(place));
      // No slope where the march did not come, or on the goal.
      const slopes = down === 0 || Math.abs(down - 1) < 1e-9;
      const clears = both.clearanceAt(place) >= 0;
      return !slopes || !clears || !Number.isFinite(rough.timeAt(place));
    });
    expect(wrong).toEqual([]);
    expect(both.timeAt(ZERO)).toBeGreaterThan(distance(ZERO, goal) / PACE.cruise - 0.1);
    expect(both.timeAt(ZERO)).toBeLessThan(60);
  });

  it('is reached round a wall that ends beyond the window; without the rough field only through it', () => {
    const goal = { x: 1.2, y: 0 };
    const places = wall(0.6, -2.6, 2.2);
    const { alone, both } = fieldsTo(goal, places);
    // Round the nearer end: 2.2 m there, and back.
    const round = 2 * Math.hypot(0.6, 2.2 + PACE.least);
    expect(both.timeAt(ZERO)).toBeGreaterThan(round / PACE.cruise);
    expect(both.timeAt(ZERO)).toBeLessThan((1.3 * round) / PACE.cruise);
    expect(alone.timeAt(ZERO)).toBeGreaterThan(2 * both.timeAt(ZERO));
    const way = wayDown(both, goal).slice(0, 60);
    for (const at of way)
      expect(Math.min(...places.map((place) => distance(at, place)))).toBeGreaterThan(PACE.least - CELL / 2);
    expect(way.at(-1)?.y).toBeGreaterThan(0.8);
  });

  it('changes no clearance', () => {
    const { alone, both } = fieldsTo({ x: 1, y: 0.3 }, [...wall(0.6, -0.4, 0.2), { x: -0.7, y: 0.5 }, FAR]);
    expect(PLACES.map((place) => both.clearanceAt(place))).toEqual(
      PLACES.map((place) => alone.clearanceAt(place)),
    );
    expect(PLACES.map((place) => both.isWeakAt(place))).toEqual(PLACES.map((place) => alone.isWeakAt(place)));
  });
});

describe('avoidObstacles, with something remembered beyond the window', () => {
  const goal = { x: 1, y: 0 };
  const wish = { velocity: { x: 0.4, y: 0 }, goal: { at: goal, remaining: 1 } };
  const near = wall(0.5, -0.2, 0.24);
  const given = (places: readonly Vec2[], at = 0) => percept({ body: SMALL, at, hits: hitsAt(places), wish });
  const behavior = avoidObstacles({ margin: 0.02 });

  it('heads to a goal in the window as without it, as fast', () => {
    const [beside, without] = [[...near, FAR], near].map((places) =>
      behavior.steer(given(places), behavior.start(), ZERO),
    );
    if (!beside || !without) throw new Error('both were asked');
    expect(isFiniteSteering(beside)).toBe(true);
    expect(beside.desiredVelocity?.y).toBeLessThan(0);
    expect(beside.desiredVelocity?.x).toBeCloseTo(without.desiredVelocity?.x ?? 0, 2);
    expect(beside.desiredVelocity?.y).toBeCloseTo(without.desiredVelocity?.y ?? 0, 2);
    const points = beside.memory.way?.points ?? [];
    expect(points.length).toBeGreaterThan(20);
    for (const { x, y, clearance } of points) {
      const exact = Math.min(...near.map((place) => distance({ x, y }, place)));
      // From radius + margin + soft distance on it does not matter for the speed.
      if (exact < 0.15) expect(Math.abs(clearance - exact)).toBeLessThan(0.01);
      else expect(clearance).toBeGreaterThan(0.14);
    }
  });

  it('looks for its way five times a second, as without it', () => {
    const searched = (places: readonly Vec2[]) => {
      const times = new Set<number | null | undefined>();
      let memory = behavior.start();
      for (let tick = 0; tick <= 50; tick++) {
        memory = behavior.steer(given(places, tick / 50), memory, ZERO).memory;
        times.add(memory.way?.at);
      }
      return [...times];
    };
    expect(searched([...near, FAR])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(searched(near)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });
});
