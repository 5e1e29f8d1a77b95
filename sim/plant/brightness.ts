/** How bright it is where a sensor looks: lamps above the floor, and dark lines on it. */
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
import type { Meters } from '../../src/math/units.js';
import type { SensorDefinition } from '../../src/robot/robot.js';
import type { LightSpec, LineSpec } from '../scenario/scenario.js';

/** Nearer than this a lamp shines no brighter. */
const AT_THE_LAMP: Meters = 0.05;
const UNIT: Meters = 1;

/**
 * Level of a light sensor: Σ brightness·cos α/d², held to 0 … 1, with d in metres from the sensor to each lamp and α
 * between them and where the sensor faces; a lamp behind it adds nothing, and no thing throws a shadow.
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
    const d = Math.max(length(way), AT_THE_LAMP);
    return level + brightness * Math.max(0, dot(way, ahead) / d) * (UNIT / d) ** 2;
  }, 0);
  return clamp(sum, 0, 1);
}

/** What a reflectance sensor tells of a bright floor, and of dark tape on it. */
const FLOOR = 0.9;
const TAPE = 0.1;

export function floorAt(
  lines: readonly LineSpec[] = [],
  { at: [x, y] }: SensorDefinition,
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
  return onTape ? TAPE : FLOOR;
}
