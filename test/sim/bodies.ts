/** Bodies and worlds that the simulator's tests share. */

import { Drivetrain } from '../../sim/plant/drivetrain.js';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { WorldSpec } from '../../sim/scenario/scenario.js';
import { World } from '../../sim/world/world.js';
import type { Pose } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';

/** The definition of DESIGN: 450 g, radius 90 mm, no dead time, lag or stiction of its own. */
export const SCOUT: RobotDefinition = {
  name: 'scout',
  chassis: { mass: 0.45, radius: 0.09, track: 0.141 },
  wheels: { diameter: 0.07 },
  motors: { noLoadSpeed: 0.6, deadband: 0.08, lag: 0, breakaway: 0 },
  encoders: { left: { countsPerRevolution: 1437 }, right: { countsPerRevolution: 1437 } },
  sensors: [],
  limits: { speed: 0.5, acceleration: 1, turnRate: 6, force: 0.45, reverse: false },
  control: { rate: 50, responseTime: 0.1, steeringGain: 4.5, latency: 0, deadMan: 0.2, steering: 'force' },
};

/** Scout as its own file wires it, on an Uno. */
export const WIRED: RobotDefinition = {
  ...SCOUT,
  board: 'uno',
  firmware: 'steerbot',
  motors: {
    ...SCOUT.motors,
    left: { pwm: 9, dir: 7, invert: false },
    right: { pwm: 10, dir: 8, invert: true },
  },
  encoders: {
    left: { a: 2, b: 4, countsPerRevolution: 1437 },
    right: { a: 3, b: 5, countsPerRevolution: 1437 },
  },
};

export const PLANT: PlantSpec = {
  wheelSpeedError: { left: 0, right: 0 },
  wheelDiameterError: { left: 0, right: 0 },
  trackError: 0,
};

export const EMPTY: WorldSpec = {
  walls: [],
  circles: [],
  boxes: [],
  posts: { radius: 0.075, at: [] },
  movers: [],
};

export const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** A wall across the x axis. */
export const wallAt = (x: number): WorldSpec => ({
  ...EMPTY,
  walls: [
    [
      { x, y: -20 },
      { x, y: 20 },
    ],
  ],
});

/** The duty that asks SCOUT's wheel for a rim speed. */
export const dutyFor = (speed: number): number =>
  speed === 0 ? 0 : Math.sign(speed) * (0.08 + (0.92 * Math.abs(speed)) / 0.6);

export interface Ride {
  readonly world: World;
  readonly drivetrain: Drivetrain;
  /** Lets time pass in steps of 5 ms. */
  readonly run: (seconds: number, eachStep?: (at: number) => void) => void;
}

/** SCOUT in a world, its wheels already commanded to the speeds. */
export function ride(
  spec: WorldSpec,
  pose: Pose,
  wheels: { left: number; right: number },
  plant: PlantSpec = PLANT,
): Ride {
  const world = new World(spec);
  const drivetrain = new Drivetrain(SCOUT, plant);
  world.addRobot('a', SCOUT, pose, drivetrain);
  drivetrain.command(0, { left: dutyFor(wheels.left), right: dutyFor(wheels.right) });
  let step = 0;
  const run = (seconds: number, eachStep?: (at: number) => void) => {
    for (const end = step + Math.round(seconds * 200); step < end; ) {
      world.advance(step / 200, (step + 1) / 200);
      step += 1;
      eachStep?.(step / 200);
    }
  };
  return { world, drivetrain, run };
}
