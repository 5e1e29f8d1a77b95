/** Simulated brightness sensors: the floor below one, or the lamps before it; ideal, or with typical errors. */

import type { MeasurementModel } from '../../src/kit/measurementModel.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import {
  clamp,
  dot,
  fromPolar,
  length,
  nearestOnSegment,
  type Pose,
  sub,
  toWorld,
} from '../../src/math/geometry.js';
import type { Hertz, Meters } from '../../src/math/units.js';
import type { LightSpec, LineSpec } from '../scenario/scenario.js';
import { brightnessReport, SPOT_RADIUS } from './realism/brightness.js';
import { chanceOf } from './realism/chance.js';
import type { Carrier, Sense } from './sense.js';

const LEVEL_RATE: Hertz = 50;

export function brightness(
  sensor: SensorDefinition,
  { of, noisy }: Extract<MeasurementModel, { readonly kind: 'level' }>,
  { world, seed = 0 }: Carrier,
): Sense {
  const { id } = sensor;
  const report = noisy ? brightnessReport(chanceOf(seed, `${id} level`)) : (level: number) => level;
  const floor = noisy ? spotAt : floorAt;
  const levelAt = (pose: Pose) =>
    of === 'lamps' ? lightAt(world.spec.lights, sensor, pose) : floor(world.spec.lines, sensor, pose);
  return {
    rate: LEVEL_RATE,
    read: (at, pose) => ({ kind: 'level', at, sensor: id, level: report(levelAt(pose)) }),
  };
}

/** Nearer than this a lamp's level does not rise. */
const LAMP_RADIUS: Meters = 0.05;
const UNIT_DISTANCE: Meters = 1;

/**
 * Level of a light sensor: Σ brightness·cos α/d², clamped to 0 … 1, with d in metres from the sensor to each lamp and α
 * the angle between the sensor's direction and the lamp. A lamp behind it adds nothing; things cast no shadows.
 */
export function lightAt(
  lights: readonly LightSpec[] = [],
  { at: [x, y], facing }: SensorDefinition,
  pose: Pose,
): number {
  const from = toWorld(pose, { x, y });
  const ahead = fromPolar(1, pose.heading + facing);
  const sum = lights.reduce((level, { at, brightness }) => {
    const way = sub(at, from);
    const d = Math.max(length(way), LAMP_RADIUS);
    return level + brightness * Math.max(0, dot(way, ahead) / d) * (UNIT_DISTANCE / d) ** 2;
  }, 0);
  return clamp(sum, 0, 1);
}

/** The level of a reflectance sensor over a bright floor, and over dark tape. */
const FLOOR_LEVEL = 0.9;
const TAPE_LEVEL = 0.1;

export function floorAt(
  lines: readonly LineSpec[] = [],
  { at: [x, y] }: Pick<SensorDefinition, 'at'>,
  pose: Pose,
): number {
  const p = toWorld(pose, { x, y });
  const onTape = lines.some(({ points, width }) =>
    points.some((to, i) => {
      const from = points[i - 1];
      if (!from) return false;
      const share = nearestOnSegment(p, from, to);
      const nearest = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
      return length(sub(p, nearest)) <= width / 2;
    }),
  );
  return onTape ? TAPE_LEVEL : FLOOR_LEVEL;
}

/** The middle of the spot, and four places on its rim. */
const SPOT = [
  [0, 0],
  [SPOT_RADIUS, 0],
  [-SPOT_RADIUS, 0],
  [0, SPOT_RADIUS],
  [0, -SPOT_RADIUS],
] as const;

/** The mean level of the spot that a sensor sees. */
function spotAt(lines: readonly LineSpec[] = [], { at: [x, y] }: SensorDefinition, pose: Pose): number {
  const levels = SPOT.map(([dx, dy]) => floorAt(lines, { at: [x + dx, y + dy] }, pose));
  return levels.reduce((sum, level) => sum + level, 0) / SPOT.length;
}
