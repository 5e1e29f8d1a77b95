import { afterEach, describe, expect, vi } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { FreeDiscs } from '../../../sim/world/freeDiscs.js';
import { World } from '../../../sim/world/world.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { drawn, itOnce as it, itInBoth } from '../../support/effort.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, ride, SCOUT } from '../bodies.js';

const SEEDS = drawn(60, 20);
const STEPS = 500;

/** Ten times as fast as a scout: a body flies out of its box within a step. */
const RACER: RobotDefinition = {
  ...SCOUT,
  motors: { ...SCOUT.motors, noLoadSpeed: 6 },
  limits: { ...SCOUT.limits, speed: 6, acceleration: 30 },
};

const point = (x: number, y: number) => ({ x, y });

/** Things in half of the worlds each, so that some are empty and some full. */
function drawnWorld(chance: Random): WorldSpec {
  const some = <T>(things: T[]) => (chance.uniform() < 0.5 ? things : []);
  const far = chance.uniform() < 0.5 ? 1 : 2;
  const at = () => point(3 * chance.uniform() - 1.5, 3 * chance.uniform() - 1.5);
  return {
    ...EMPTY,
    walls: some([
      [point(-far, -far), point(far, -far), point(far, far), point(-far, far), point(-far, -far)],
    ]),
    circles: some([{ at: at(), radius: 0.2 }]),
    boxes: some([{ at: at(), size: [0.3, 0.2], heading: 0.4, movable: chance.uniform() < 0.3 }]),
    posts: { radius: 0.05, at: some([at(), at()]) },
    movers: some([{ id: 'cart', waypoints: [at(), at()], speed: 0.4, radius: 0.1, solid: true }]),
  };
}

/** All that can be seen of a world: robots that drive at random, are put elsewhere and look round. */
function seen(seed: number): string[] {
  const chance = resumeRandom(seedRandom(seed));
  const world = new World(drawnWorld(chance));
  const robot = chance.uniform() < 0.3 ? RACER : SCOUT;
  const ids = ['a', 'b', 'c', 'd'].slice(0, 1 + Math.floor(4 * chance.uniform()));
  const wheels = ids.map((id, i) => {
    const drivetrain = new Drivetrain(robot, PLANT);
    world.addRobot(id, robot, { x: 0.5 * i - 0.7, y: 0.1 * i, heading: i }, drivetrain, i === 3);
    return drivetrain;
  });
  const lines: string[] = [];
  for (let i = 0; i < STEPS; i++) {
    const duty = () => dutyFor(0.9 * chance.uniform() - 0.3);
    if (i % 60 === 0) for (const one of wheels) one.command(i / 200, { left: duty(), right: duty() });
    if (i % 250 === 249) world.place('a', { x: chance.uniform(), y: -0.5, heading: 1 });
    if (i === 300 && world.spec.circles.length > 0)
      world.putThing('circles.0', { to: point(0.3, 0.3), heading: 0 });
    world.advance(i / 200, (i + 1) / 200);
    const looks = ids.map((id) => [
      world.poseOf(id),
      world.velocityOf(id),
      world.contactsOf(id),
      world.clearanceOf(id),
      world.rayCast(world.poseOf(id), i, 2, id),
    ]);
    lines.push(JSON.stringify([looks, world.roamed, i % 50 === 0 && world.snapshot()]));
  }
  return lines;
}

/** How far a box slides [m] that a racer ran into, which is then put far off and brakes. */
function slide(): number {
  const box = { at: point(0.5, 0), size: [0.2, 0.2], heading: 0, movable: true } as const;
  const world = new World({ ...EMPTY, boxes: [box] });
  const drivetrain = new Drivetrain(RACER, PLANT);
  world.addRobot('a', RACER, ORIGIN, drivetrain);
  drivetrain.command(0, { left: 1, right: 1 });
  const slid = () => (world.snapshot().boxes[0]?.at.x ?? 0) - 0.5;
  let i = 0;
  for (; slid() < 0.2; i++) world.advance(i / 200, (i + 1) / 200);
  world.place('a', { x: -5, y: 3, heading: 0 });
  drivetrain.command(i / 200, { left: 0, right: 0 });
  for (const end = i + 300; i < end; i++) world.advance(i / 200, (i + 1) / 200);
  return slid();
}

/** Where a body is in each step that has run up to a round thing, which is put 2 mm before it, and on. */
function putBefore(): string[] {
  const { world, run } = ride({ ...EMPTY, circles: [{ at: point(3, 3), radius: 0.2 }] }, ORIGIN, {
    left: 0.5,
    right: 0.5,
  });
  run(1);
  const { x } = world.poseOf('a');
  const refused = world.putThing('circles.0', { to: point(x + SCOUT.chassis.radius + 0.202, 0), heading: 0 });
  const lines = [String(refused)];
  run(0.1, () => lines.push(JSON.stringify([world.poseOf('a'), world.contactsOf('a')])));
  return lines;
}

/** Which way a body faces in each step that turns by two radians in one. */
function spin(): number[] {
  const quick = { ...RACER.motors, noLoadSpeed: 30 };
  const limits = { ...RACER.limits, acceleration: 1e9 };
  const drivetrain = new Drivetrain({ ...RACER, motors: quick, limits }, PLANT);
  const world = new World(EMPTY);
  world.addRobot('a', RACER, ORIGIN, drivetrain);
  drivetrain.command(0, { left: -1, right: 1 });
  return Array.from({ length: 20 }, (_, i) => {
    world.advance(i / 200, (i + 1) / 200);
    return world.poseOf('a').heading;
  });
}

/** Where three bodies are that creep after each other, 5 mm apart, until the first runs up to a wall. */
function creep(): string[] {
  const world = new World({ ...EMPTY, walls: [[point(0.3, -1), point(0.3, 1)]] });
  const wheels = ['first', 'second', 'third'].map((id, i) => {
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    world.addRobot(id, SCOUT, { x: -0.185 * i, y: 0, heading: 0 }, drivetrain);
    return drivetrain;
  });
  for (const one of wheels) one.command(0, { left: dutyFor(0.05), right: dutyFor(0.05) });
  return Array.from({ length: 1000 }, (_, i) => {
    world.advance(i / 200, (i + 1) / 200);
    const ids = ['first', 'second', 'third'];
    return JSON.stringify(ids.map((id) => [world.poseOf(id), world.contactsOf(id)]));
  });
}

/** How many bodies the engine is spared in the steps that follow, all together. */
function countResting(): () => number {
  const resting = vi.spyOn(FreeDiscs.prototype, 'resting');
  return () => resting.mock.results.reduce((sum, { value }) => sum + value.length, 0);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('bodies that can touch nothing', () => {
  itInBoth('move to the same bytes as with the physics engine in every step', () => {
    const freely = countResting();
    const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
    const rested = seeds.map(seen);
    // Else nothing is compared with anything.
    expect(freely()).toBeGreaterThan(0.2 * SEEDS * STEPS);
    vi.restoreAllMocks();
    vi.spyOn(FreeDiscs.prototype, 'resting').mockReturnValue([]);
    for (const seed of seeds) expect(seen(seed), `seed ${seed}`).toEqual(rested[seed]);
  });

  it('leave a pushed box to the engine while it slides on and they stand far off', () => {
    const slides = slide();
    vi.spyOn(FreeDiscs.prototype, 'resting').mockReturnValue([]);
    expect(slides).toBe(slide());
    expect(slides).toBeGreaterThan(1);
  });

  it('run into a thing that is put right before them, as with the engine', () => {
    const [refused, ...steps] = putBefore();
    expect(refused).toBe('undefined');
    expect(steps.at(-1)).toMatch(/,1\]$/);
    vi.spyOn(FreeDiscs.prototype, 'resting').mockReturnValue([]);
    expect(putBefore().slice(1)).toEqual(steps);
  });

  it('creep close after each other, and up to a wall, as with the engine', () => {
    const steps = creep();
    expect(steps.at(-1)).toMatch(/,1\]\]$/);
    vi.spyOn(FreeDiscs.prototype, 'resting').mockReturnValue([]);
    expect(creep()).toEqual(steps);
  });

  it('are left to the engine where they turn faster than it turns a body', () => {
    const headings = spin();
    vi.spyOn(FreeDiscs.prototype, 'resting').mockReturnValue([]);
    expect(headings).toEqual(spin());
    // It turns none by more than a right angle in a step.
    expect(headings[0]).toBeCloseTo(Math.PI / 2, 6);
  });

  it('need the engine only when they leave their boxes, as long as they are alone', () => {
    const freely = countResting();
    ride(EMPTY, ORIGIN, { left: 0.4, right: 0.3 }).run(5);
    expect(freely()).toBeGreaterThan(850);
  });

  it('are left to the engine where they might touch a wall in the next step', () => {
    const freely = countResting();
    const beside = { ...EMPTY, walls: [[point(-20, 0.092), point(20, 0.092)]] };
    ride(beside, ORIGIN, { left: 0.3, right: 0.3 }).run(2);
    expect(freely()).toBeLessThan(20);
  });

  it('rest beside a wall and beside others that touch it', () => {
    const freely = countResting();
    const world = new World({ ...EMPTY, walls: [[point(-20, 0.2), point(20, 0.2)]] });
    const [along, against] = [new Drivetrain(SCOUT, PLANT), new Drivetrain(SCOUT, PLANT)];
    world.addRobot('along', SCOUT, ORIGIN, along);
    world.addRobot('against', SCOUT, { x: -1, y: 0.11, heading: Math.PI / 2 }, against);
    for (const one of [along, against]) one.command(0, { left: dutyFor(0.3), right: dutyFor(0.3) });
    for (let i = 0; i < 400; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.contactsOf('against')).toBe(1);
    expect(world.contactsOf('along')).toBe(0);
    expect(freely()).toBeGreaterThan(300);
    expect(freely()).toBeLessThan(400);
  });
});
