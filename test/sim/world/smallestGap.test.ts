import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { SmallestGap } from '../../../sim/referee/figures.js';
import type { WorldSpec } from '../../../sim/scenario/scenario.js';
import { World } from '../../../sim/world/world.js';
import { resumeRandom, seedRandom } from '../../../src/math/random.js';
import { dutyFor, EMPTY, ORIGIN, PLANT, SCOUT } from '../bodies.js';

const point = (x: number, y: number) => ({ x, y });

/** An arena with everything in it that can come near, a box to be pushed and a mover among it. */
const BUSY: WorldSpec = {
  ...EMPTY,
  walls: [[point(-1, -1), point(1, -1), point(1, 1), point(-1, 1), point(-1, -1)]],
  circles: [{ at: point(0.5, 0.5), radius: 0.1 }],
  boxes: [{ at: point(-0.6, 0.3), size: [0.2, 0.1], heading: 0.3, movable: true }],
  movers: [
    { id: 'cart', waypoints: [point(-0.8, -0.8), point(0.8, -0.8)], speed: 0.3, radius: 0.05, solid: true },
  ],
};

/** Robots that take a new turn each half second; one is put elsewhere each second. */
function bustle(seed: number, eachStep: (world: World) => void): World {
  const chance = resumeRandom(seedRandom(seed));
  const world = new World(BUSY);
  const drivetrains = [0, 1, 2].map((i) => {
    const drivetrain = new Drivetrain(SCOUT, PLANT);
    world.addRobot(`r${i}`, SCOUT, { x: i * 0.4 - 0.4, y: -0.3, heading: i }, drivetrain);
    return drivetrain;
  });
  eachStep(world);
  for (let i = 0; i < 1200; i++) {
    const speed = () => dutyFor(0.6 * chance.uniform() - 0.15);
    if (i % 100 === 0)
      for (const wheels of drivetrains) wheels.command(i / 200, { left: speed(), right: speed() });
    if (i % 200 === 199) world.place('r1', { x: 0.3 * chance.uniform(), y: 0.2, heading: 0 });
    world.advance(i / 200, (i + 1) / 200);
    eachStep(world);
  }
  return world;
}

/** The smallest gap of robot -1 as it is watched over legs of so many steps each. */
function watched(
  world: World,
  legs: readonly (readonly [steps: number, speed: number])[],
  command: (at: number, speed: number) => void,
): number | null {
  const watch = new SmallestGap(world, '-1');
  watch.observe();
  let step = 0;
  for (const [steps, speed] of legs) {
    command(step / 200, speed);
    for (let i = 0; i < steps; i++, step++) {
      world.advance(step / 200, (step + 1) / 200);
      watch.observe();
    }
  }
  return watch.value;
}

describe('the smallest gap', () => {
  it('equals that of all steps to the last bit, though few of them measure it', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const smallest = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
      const watches: SmallestGap[] = [];
      bustle(seed, (world) => {
        for (let i = 0; i < 3; i++) {
          watches[i] ??= new SmallestGap(world, `r${i}`);
          watches[i]?.observe();
          smallest[i] = Math.min(smallest[i] ?? 0, world.clearanceOf(`r${i}`) ?? 0);
        }
      });
      expect(
        watches.map(({ value }) => value),
        `seed ${seed}`,
      ).toEqual(smallest);
    }
  });

  it('is seen when two that parted come back at full speed, nearer than before', () => {
    const world = new World(EMPTY);
    const drivetrains = [-1, 1].map((side) => {
      const drivetrain = new Drivetrain(SCOUT, { ...PLANT, acceleration: 1e9 });
      const heading = side > 0 ? Math.PI : 0;
      world.addRobot(`${side}`, SCOUT, { x: 0.2 * side, y: 0, heading }, drivetrain);
      return drivetrain;
    });
    // Apart by 0.3 m each, together by 0.35 m each, and apart again: 0.22 − 0.1 m are left in between.
    const legs: [steps: number, speed: number][] = [
      [120, -0.5],
      [140, 0.5],
      [200, -0.5],
    ];
    expect(
      watched(world, legs, (at, speed) => {
        for (const drivetrain of drivetrains)
          drivetrain.command(at, { left: dutyFor(speed), right: dutyFor(speed) });
      }),
    ).toBeCloseTo(0.12, 6);
  });

  it('is seen when only a mover comes', () => {
    const cart = { id: 'cart', speed: 0.5, radius: 0.1, solid: true };
    const world = new World({
      ...EMPTY,
      movers: [{ ...cart, waypoints: [point(0.5, 0), point(1.5, 0), point(0.3, 0), point(5, 0)] }],
    });
    world.addRobot('-1', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
    expect(watched(world, [[2000, 0]], () => {})).toBeCloseTo(0.3 - 0.1 - 0.09, 2);
  });

  it('is undefined in a world without solid things', () => {
    const world = new World(EMPTY);
    world.addRobot('a', SCOUT, ORIGIN, new Drivetrain(SCOUT, PLANT));
    const watch = new SmallestGap(world, 'a');
    watch.observe();
    world.advance(0, 0.005);
    watch.observe();
    expect(watch.value).toBeNull();
  });
});

describe('the roamed distance', () => {
  it('grows by the farthest move of any thing in each step', () => {
    const world = new World(EMPTY);
    const drivetrain = new Drivetrain(SCOUT, { ...PLANT, acceleration: 1e9 });
    world.addRobot('a', SCOUT, ORIGIN, drivetrain);
    world.addRobot('b', SCOUT, { x: 0, y: 1, heading: 0 }, new Drivetrain(SCOUT, PLANT));
    drivetrain.command(0, { left: dutyFor(0.4), right: dutyFor(0.4) });
    for (let i = 0; i < 200; i++) world.advance(i / 200, (i + 1) / 200);
    expect(world.roamed).toBeCloseTo(0.4, 9);
    world.place('b', { x: 3, y: 5, heading: 0 });
    expect(world.roamed).toBeCloseTo(5.4, 9);
  });
});
