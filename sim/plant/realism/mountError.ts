/** A sensor that sits a little beside its place in the robot's file: drawn once in a run. */
import { deg, type Meters, mm, type Radians } from '../../../src/math/units.js';
import type { SensorDefinition } from '../../../src/robot/robot.js';
import { chanceOf } from './chance.js';

/** Standard deviations of the place, forward and to the left, and of the direction. */
export interface MountError {
  readonly shift: Meters;
  readonly turn: Radians;
}

/** Typical figures: a lidar's middle is hard to measure; a small sensor turns more easily than it moves. */
export const LIDAR_MOUNT: MountError = { shift: mm(10), turn: deg(1) };
export const SMALL_SENSOR_MOUNT: MountError = { shift: mm(2), turn: deg(1.5) };

export function misplaced(sensor: SensorDefinition, { shift, turn }: MountError, seed: number) {
  const chance = chanceOf(seed, `${sensor.id} mount`);
  const [x, y] = sensor.at;
  const at = [x + shift * chance.gaussian(), y + shift * chance.gaussian()] as const;
  return { ...sensor, at, facing: sensor.facing + turn * chance.gaussian() };
}
