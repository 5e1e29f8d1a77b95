/** 10, 50 and 240 Hz drive alike, whatever the behavior and the world. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  angleOf,
  distance,
  length,
  type Pose,
  scale,
  type Vec2,
  ZERO,
} from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import type { Behavior } from '../../src/steering/behavior.js';
import { steer } from '../../src/steering/steer.js';
import { partOf } from '../support/effort.js';
import { percept, SMALL } from '../support/percept.js';
import { behaviors, type World, worlds } from './worlds.js';

/**
 * Random numbers that are always the same: their effect at different rates is statistics, tested with each behavior.
 */
const NO_CHANCE: Random = { uniform: () => 0.5, gaussian: () => 0, state: () => [] };

/** The same object in every tick, as in a loop: what behaviors prepare for a body, such as a course, they keep with it. */
const BODY = { ...SMALL, reaction: 0 };

/** Where a point mass in the world is after a second, and how far it went; everything else moves on as it moved. */
function second(make: (world: World) => Behavior, world: World, rate: number): { pose: Vec2; way: number } {
  const behavior = make(world);
  const dt = 1 / rate;
  let pose: Pose = world.pose;
  let velocity = world.velocity;
  let memory = behavior.start();
  let way = 0;
  for (let i = 0; i < rate; i++) {
    const at = i * dt;
    const on = (p: Vec2, v: Vec2 = ZERO) => add(p, scale(v, at));
    const said = behavior.steer(
      percept({
        at,
        dt,
        pose,
        velocity,
        body: BODY,
        forwardSpeed: length(velocity),
        random: NO_CHANCE,
        targets: {
          ball: {
            id: 'ball',
            at,
            position: on(world.ball.position, world.ball.velocity),
            velocity: world.ball.velocity,
          },
        },
        neighbors: world.neighbors.map((n) => ({ ...n, at, position: on(n.position, n.velocity) })),
        obstacles: world.obstacles.map((o) => ({
          ...o,
          from: on(o.from, o.velocity),
          to: on(o.to, o.velocity),
        })),
      }),
      memory,
      ZERO,
    );
    const { reference, mean } = steer(said, velocity, SMALL, dt);
    const moved = add(pose, scale(mean, dt));
    way += distance(pose, moved);
    pose = { ...moved, heading: length(reference) > 0 ? angleOf(reference) : pose.heading };
    velocity = reference;
    memory = said.memory;
  }
  return { pose, way };
}

/**
 * How far apart two rates end, as shares of the way, from the least to the most of all worlds.
 *
 * If a behavior starts or stops to act at an edge of its sight, a slow clock sees that up to a tick late. That is not
 * an error of the integration, and it is rare. So the law holds for most worlds, not for each.
 */
function apart(make: (world: World) => Behavior, one: number, other: number): number[] {
  return fc
    .sample(worlds, { numRuns: 40, seed: 3 })
    .map((world) => {
      const [a, b] = [second(make, world, one), second(make, world, other)];
      return distance(a.pose, b.pose) / Math.max(a.way, b.way, 0.01);
    })
    .sort((x, y) => x - y);
}

/**
 * What drives backwards would turn round here in every tick: this point always faces its velocity. Whole robots drive it at
 * three rates (closedLoop/storyMatrix).
 */
const BACKWARDS = ['backOff'];
/** What wanders walks another way at another rate, and turns a body whose heading lags: closedLoop/wandering. */
const WANDERING = ['wander', 'blend'];
/**
 * These see other things when they turn (a neighbor at the edge of sight, another wall), and they turn in most worlds.
 */
const SWITCHING = ['separate ahead', 'followWall on its right'];
const limit = (name: string) => (SWITCHING.includes(name) ? 0.03 : 0.02);
const others = Object.entries(behaviors).filter(([name]) => ![...WANDERING, ...BACKWARDS].includes(name));

describe('a second', () => {
  it.each(partOf(others, Math.ceil(others.length / 8)))(
    'of %s is the same at 50 and 240 Hz within a fiftieth of the way, in four of five worlds',
    (name, make) => {
      const shares = apart(make, 50, 240);
      expect(shares[Math.floor(0.8 * shares.length)]).toBeLessThan(limit(name));
    },
  );

  it.each(partOf(others, Math.ceil(others.length / 8)))(
    'of %s is the same at 10 and 50 Hz within a fiftieth of the way, in most worlds',
    (name, make) => {
      const shares = apart(make, 10, 50);
      expect(shares[Math.floor(0.5 * shares.length)]).toBeLessThan(limit(name));
    },
  );
});
