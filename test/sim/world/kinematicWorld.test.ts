import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { KinematicWorld } from '../../../sim/world/kinematicWorld.js';
import { World } from '../../../sim/world/world.js';
import { distance } from '../../../src/math/geometry.js';
import { drawn } from '../../support/effort.js';
import { missionOf, sceneOf } from '../../support/runs.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, SCOUT, wallAt } from '../bodies.js';

/** The same robot, with its wheels commanded alike, in both worlds. */
function both(spec: WorldSpec, wheels: { left: number; right: number }) {
  return [new World(spec), new KinematicWorld(spec)].map((world) => {
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    drivetrain.command(0, { left: dutyFor(wheels.left), right: dutyFor(wheels.right) });
    for (let i = 0; i < 400; i++) world.advance(i / 200, (i + 1) / 200);
    return world;
  });
}

const point = (x: number, y: number) => ({ x, y });

/** One of everything that a ray can meet. */
const FULL: WorldSpec = {
  walls: [[point(-3, -3), point(3, -3), point(3, 3)]],
  circles: [{ at: point(1, 1), radius: 0.3 }],
  boxes: [{ at: point(-1, 1), size: [0.6, 0.3], heading: 0.5, movable: false }],
  posts: { radius: 0.1, at: [point(0, 2), point(2, -1)] },
  movers: [
    { id: 'cart', waypoints: [point(0, -2), point(1, -2)], speed: 0, radius: 0.2, solid: true },
    { id: 'ghost', waypoints: [point(0.5, 0)], speed: 0, radius: 0.2, solid: false },
  ],
};

describe('a kinematic world', () => {
  it('moves a free robot to where the world with physics does, to the nanometre', () => {
    const speed = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(speed, speed, (left, right) => {
        const [physical, kinematic] = both(EMPTY, { left, right });
        const there = physical?.poseOf('a') ?? ORIGIN;
        const here = kinematic?.poseOf('a') ?? ORIGIN;
        expect(distance(there, here)).toBeLessThan(1e-9);
        expect(here.heading).toBeCloseTo(there.heading, 9);
        expect(kinematic?.velocityOf('a')).toEqual(physical?.velocityOf('a'));
      }),
      { numRuns: drawn(20) },
    );
  });

  it('stops no robot, and has no contacts and no clearance', () => {
    const [physical, kinematic] = both(wallAt(0.3), { left: 0.5, right: 0.5 });
    expect(physical?.poseOf('a').x).toBeLessThan(0.3);
    expect(kinematic?.poseOf('a').x).toBeGreaterThan(0.6);
    expect(kinematic?.contactsOf('a')).toBe(0);
    expect(kinematic?.clearanceOf('a')).toBeNull();
  });

  it('sees along rays what the world with physics sees', () => {
    const worlds = [new World(FULL), new KinematicWorld(FULL)].map((world) => {
      world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
      world.addRobot('b', SCOUT, { x: -1.5, y: -0.5, heading: 0 }, new Drivetrain(SCOUT, PLANT));
      return world;
    });
    for (let degrees = 0; degrees < 360; degrees++) {
      const angle = (degrees * Math.PI) / 180 + 1e-3;
      const [there, here] = worlds.map((world) => world.rayCast(ORIGIN, angle, 4, 'a'));
      expect(here === null, `${degrees}°`).toBe(there === null);
      expect(here ?? 0, `${degrees}°`).toBeCloseTo(there ?? 0, 4);
    }
  });

  it('has room where there is neither a thing nor a robot', () => {
    const world = new KinematicWorld({ ...EMPTY, circles: [{ at: point(1, 0), radius: 0.2 }] });
    world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
    expect(world.isFree(point(0, 0.17), 0.09)).toBe(false);
    expect(world.isFree(point(0, 0.19), 0.09)).toBe(true);
    expect(world.isFree(point(1, 0.28), 0.09)).toBe(false);
    expect(world.isFree(point(1, 0.3), 0.09)).toBe(true);
    world.place('a', { x: 5, y: 0, heading: 0 });
    expect(world.isFree(point(0, 0), 0.09)).toBe(true);
    expect(world.isFree(point(5, 0), 0.09)).toBe(false);
  });

  it('accepts each robot id once', () => {
    const world = new KinematicWorld(EMPTY);
    world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
    expect(() => world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT))).toThrow(RangeError);
  });
});

describe('a run with kinematic bodies', () => {
  const mission = missionOf({ arrive: { target: [1.5, 0.5] } });
  const scene = sceneOf({ robot: SCOUT, mission, sensing: 'odometry' });

  it('equals a run with physics if nothing is in the way', async () => {
    const [physical] = (await simulate(scene)).robots;
    const [kinematic] = (await simulate({ ...scene, bodies: 'kinematic' })).robots;
    expect(kinematic?.timeToGoal).toBe(physical?.timeToGoal);
    expect(kinematic?.distanceTravelled).toBeCloseTo(physical?.distanceTravelled ?? 0, 9);
  });

  it('passes through a wall, and reports no clearance', async () => {
    const { robots, passed } = await simulate({
      ...scene,
      world: wallAt(0.7),
      bodies: 'kinematic',
      criteria: [{ criterion: 'arrived' }],
    });
    expect(passed).toBe(true);
    expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, minClearance: null });
  });

  it.each([
    [{ criterion: 'contacts', atMost: 0 }, 'contacts'],
    [{ criterion: 'contacts', atMost: 0, above: 0.1 }, 'contacts'],
    [{ criterion: 'clearance', atLeast: 0.1 }, 'clearance'],
  ] as const)('is refused if a program asks it for %j, which it cannot measure', async (criterion, name) => {
    const criteria = [{ criterion: 'arrived' }, criterion] as const;
    await expect(simulate({ ...scene, bodies: 'kinematic', criteria })).rejects.toThrow(
      `criteria[1] is '${name}', and kinematic bodies make no contacts`,
    );
    await expect(simulate({ ...scene, duration: 0.1, criteria })).resolves.toHaveProperty('criteria');
  });

  it('puts arrived robots back in a free place', async () => {
    const { robots } = await simulate({
      ...scene,
      bodies: 'kinematic',
      respawn: { inside: [point(0, 0), point(0.5, 0.5)] },
    });
    expect(robots[0]?.crossings).toBeGreaterThan(2);
  });
});
