/** The answer of avoidObstacles to a wish that has a goal. */
import { describe, expect, it } from 'vitest';
import { angleOf, distance, fromPolar, length, type Vec2, ZERO } from '../../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import { deg } from '../../../src/math/units.js';
import { alongArc, arcTo } from '../../../src/steering/avoidance/nearThings.js';
import type { Percept } from '../../../src/steering/behavior.js';
import { avoidObstacles } from '../../../src/steering/behaviors/avoidObstacles.js';
import { percept, SMALL } from '../../support/percept.js';
import { hitsAt, wall } from './seen.js';

const wishFor = (goal: Vec2, speed = 0.5) => ({
  velocity: fromPolar(speed, angleOf(goal)),
  goal: { at: goal, remaining: length(goal) },
});

/** At the origin, heading along +x, with a goal straight ahead unless changed. */
function ask(places: readonly Vec2[], changes: Partial<Percept> = {}, sure: 0 | 1 = 1) {
  const behavior = avoidObstacles({ margin: 0.02 });
  const given = { body: SMALL, hits: hitsAt(places, sure), wish: wishFor({ x: 3, y: 0 }), ...changes };
  return behavior.steer(percept(given), behavior.start(), ZERO);
}

describe('a wish with a goal', () => {
  it('is left alone while the straight way to the goal is free', () => {
    expect(ask([]).force).toBeUndefined();
    expect(
      ask([
        { x: 0.5, y: 0.3 },
        { x: -0.3, y: 0 },
        { x: 1, y: -0.4 },
      ]).force,
    ).toBeUndefined();
  });

  it('is left alone where it is to stand', () => {
    const wish = { velocity: ZERO, goal: { at: ZERO, remaining: 0 } };
    expect(ask([{ x: 0.3, y: 0 }], { wish }).force).toBeUndefined();
  });

  it('is led round what stands on its way, near or far, mapped or seen, sure or weak', () => {
    for (const x of [0.4, 1, 1.6]) {
      expect(ask([{ x, y: 0.01 }]).desiredVelocity?.y).toBeLessThan(0);
      expect(ask([{ x, y: -0.01 }]).desiredVelocity?.y).toBeGreaterThan(0);
    }
    const post = { from: { x: 1, y: 0.01 }, to: { x: 1, y: 0.01 }, radius: 0.1 };
    expect(ask([], { mapped: [post] }).desiredVelocity?.y).toBeLessThan(0);
    expect(ask([{ x: 0.6, y: 0.01 }], {}, 0).desiredVelocity?.y).toBeLessThan(0);
  });

  it('is turned to the way on the spot where there is no room for an arc', () => {
    // Closed in ahead and at both sides.
    const niche = [
      ...wall(0.2, -0.2, 0.2),
      ...[0.16, -0.16].flatMap((y) => [-0.1, 0, 0.1].map((x) => ({ x, y }))),
    ];
    const said = ask(niche);
    expect(said.desiredVelocity).toEqual(ZERO);
    expect(Math.abs(said.face ?? 0)).toBeGreaterThan(deg(90));
  });

  it('is stopped without sight for half a second', () => {
    expect(ask([], { sightAge: 0.5 }).force).toBeUndefined();
    const stopped = ask([], { sightAge: 0.51, velocity: { x: 0.3, y: 0 } });
    expect(stopped.desiredVelocity).toEqual(ZERO);
    expect(stopped.force?.x).toBeLessThan(0);
  });

  it('gets out of the way of what will roll there, behind it', () => {
    // It crosses from the right to the left, and is on the way when the robot comes.
    const ball = {
      from: { x: 0.8, y: -0.1 },
      to: { x: 0.8, y: -0.1 },
      radius: 0.08,
      velocity: { x: 0, y: 0.2 },
    };
    expect(ask([], { mapped: [ball] }).desiredVelocity?.y).toBeLessThan(0);
  });

  it('keeps its way for two tenths of a second, while nothing new stands beside it and half of it is left', () => {
    const behavior = avoidObstacles();
    const places = wall(0.8, -0.3, 0.3);
    const given = { body: SMALL, hits: hitsAt(places), wish: wishFor({ x: 3, y: 0 }) };
    const first = behavior.steer(percept({ ...given, at: 1 }), behavior.start(), ZERO).memory;
    const later = (at: number, changes: Partial<Percept> = {}) => {
      const { way } = behavior.steer(percept({ ...given, at, ...changes }), first, ZERO).memory;
      return way?.at;
    };
    expect([later(1.08), later(1.18), later(1.2)]).toEqual([1, 1, 1.2]);
    const halfWay = { pose: { ...(first.way?.points[22] ?? ZERO), heading: 0 } };
    expect([later(1.08, halfWay), later(1.12, halfWay)]).toEqual([1, 1.12]);
    const onIt = first.way?.points[10] ?? ZERO;
    const standsThere = { hits: hitsAt([...places, onIt]) };
    expect([later(1.08, standsThere), later(1.12, standsThere)]).toEqual([1, 1.12]);
    expect(later(1.02, { hits: hitsAt([]) })).toBeNull();
  });

  it('passes the goal on, so that those above it find another way there, too', () => {
    const { goal } = ask([{ x: 0.5, y: 0.01 }]);
    expect(goal?.at).toEqual({ x: 3, y: 0 });
  });
});

describe('the speed on the way', () => {
  /** Where no sensor looks ahead. */
  const SLOWEST = SMALL.maxSpeed / 8;
  const speedWith = (
    changes: Partial<Percept>,
    sure: 0 | 1 = 1,
    places: readonly Vec2[] = [{ x: 0.9, y: 0.01 }],
  ) => length(ask(places, { forwardSpeed: 0.2, ...changes }, sure).desiredVelocity ?? ZERO);
  const eye = (farthest: number, facing = 0) => ({
    eye: { at: ZERO, facing, beam: { rays: [0], each: true, nearest: 0, farthest, rate: 20 } },
  });
  const seenAt = (at: number) => ({ eye: { kind: 'range' as const, at, sensor: 'eye', distances: [null] } });

  it('is no higher than what stops within what its sensors saw ahead, and falls with the age of that look', () => {
    const now = { at: 1, ranges: seenAt(1) };
    const far = speedWith({ ...now, rangers: eye(3) });
    const near = speedWith({ ...now, rangers: eye(0.16) });
    expect(far).toBeGreaterThan(0.2);
    expect(near).toBeLessThan(far);
    expect(speedWith({ ...now, rangers: eye(0.16), ranges: seenAt(0.9) })).toBeLessThan(near);
    expect(speedWith({ ...now, rangers: eye(3, Math.PI) })).toBeCloseTo(SLOWEST, 9);
    expect(speedWith({})).toBeCloseTo(far, 9);
  });

  it.each<[string, boolean, (number | null)[]]>([
    ['no echo', true, [null]],
    ['an echo', true, [2]],
    ['a lost reading', false, [Number.NaN]],
    ['a negative distance', false, [-1]],
    ['no distance', false, []],
  ])('takes %s of an eye for a look ahead: %s', (_, counts, distances) => {
    const ranges = { eye: { ...seenAt(1).eye, distances } };
    const speed = speedWith({ at: 1, rangers: eye(3), ranges });
    if (counts) expect(speed).toBeGreaterThan(0.2);
    else expect(speed).toBeCloseTo(SLOWEST, 9);
  });

  it('counts a lidar as a look ahead while at least half of its rays within 30° of the heading are not lost', () => {
    const rays = [-90, -60, -30, -10, 10, 30, 60, 90].map(deg);
    const lidar = { at: ZERO, facing: 0, beam: { rays, each: true, nearest: 0, farthest: 3, rate: 10 } };
    const speedWithout = (...lost: number[]) => {
      const distances = rays.map((_, i) => (lost.includes(i) ? Number.NaN : null));
      const reading = { kind: 'range' as const, at: 1, sensor: 'lidar', distances };
      return speedWith({ at: 1, rangers: { lidar }, ranges: { lidar: reading } });
    };
    const all = speedWithout();
    expect(all).toBeGreaterThan(0.2);
    expect(speedWithout(0, 1, 6, 7)).toBe(all);
    expect(speedWithout(2, 5)).toBe(all);
    expect(speedWithout(2, 3, 5)).toBeCloseTo(SLOWEST, 9);
  });

  it('is lower beside what may be there', () => {
    const free = [{ x: 0.9, y: 0.01 }];
    const sureOnly = ask(free, { forwardSpeed: 0.2 });
    const behavior = avoidObstacles({ margin: 0.02 });
    const hits = hitsAt([...free, { x: 0.12, y: 0.08 }]);
    const weak = { ...hits, sure: [1, 0] as const };
    const given = { body: SMALL, hits: weak, wish: wishFor({ x: 3, y: 0 }), forwardSpeed: 0.2 };
    const said = behavior.steer(percept(given), behavior.start(), ZERO);
    expect(length(said.desiredVelocity ?? ZERO)).toBeLessThan(0.8 * length(sureOnly.desiredVelocity ?? ZERO));
  });

  it('is zero at once where something moving appears too near to stop for with the force clamp', () => {
    const ball = { from: { x: 0.2, y: 0 }, to: { x: 0.2, y: 0 }, radius: 0.05 };
    const given = { velocity: { x: 0.4, y: 0 }, forwardSpeed: 0.4, mapped: [ball] };
    expect(ask([], given).velocityScale).toBe(0);
    expect(ask([], { ...given, forwardSpeed: 0.05 }).velocityScale).toBeUndefined();
  });

  it('is such that a stop comes before anything sure on the arc', () => {
    const chance = resumeRandom(seedRandom(5));
    let spoke = 0;
    for (let i = 0; i < 300; i++) {
      const places = Array.from({ length: 12 }, () =>
        fromPolar(0.13 + 0.7 * chance.uniform(), 6.28 * chance.uniform()),
      );
      const pose = { x: 0, y: 0, heading: 6.28 * chance.uniform() };
      const {
        desiredVelocity = ZERO,
        lookahead = 0,
        face,
      } = ask(places, { pose, forwardSpeed: 0.4 * chance.uniform() });
      const speed = length(desiredVelocity);
      if (speed === 0 || face !== undefined) continue;
      spoke++;
      const arc = arcTo(pose, fromPolar(lookahead, angleOf(desiredVelocity)));
      const stop = speed ** 2 / (2 * 0.9);
      const gap = (s: number) => Math.min(...places.map((place) => distance(alongArc(arc, s), place)));
      // Where it is nearer than it should be already, it gets away.
      const least = Math.min(gap(0), SMALL.radius);
      for (let s = 0; s <= stop; s += 0.005) expect(gap(s)).toBeGreaterThan(least - 0.004);
    }
    expect(spoke).toBeGreaterThan(50);
  });

  it('falls with the clearance of the way', () => {
    const between = (half: number) => {
      const sides = [half, -half].flatMap((y) => [0.3, 0.4, 0.5, 0.6].map((x) => ({ x, y })));
      return length(ask([...sides, { x: 1.2, y: 0.01 }]).desiredVelocity ?? ZERO);
    };
    expect(between(0.13)).toBeLessThan(0.6 * between(0.16));
  });
});
