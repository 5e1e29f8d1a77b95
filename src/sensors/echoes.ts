/** Converts range readings to obstacles in the body's frame, and tells which older echoes a reading replaces. */
import { add, angleOf, fromPolar, length, sub, type Vec2, wrapAngle } from '../math/geometry.js';
import { deg, type Meters, type Radians } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { Obstacle, RangeReading } from '../signals/signals.js';
import { beamOf } from './beam.js';

/** The range sensors by their ids. */
export function rangersOf(sensors: readonly SensorDefinition[]): Readonly<Record<string, Ranger>> {
  const found: Record<string, Ranger> = {};
  for (const sensor of sensors) {
    const beam = beamOf(sensor);
    const [x, y] = sensor.at;
    if (beam) found[sensor.id] = { at: { x, y }, facing: sensor.facing, beam };
  }
  return found;
}

/** A ray covers at most this angle: between rays farther apart nothing is known. */
const MAX_RAY_GAP: Radians = deg(15);
/** An echo this much nearer than a new distance is in front of it [m]. */
const SAME_PLACE_DISTANCE: Meters = 0.03;

/** A single ray sees through nothing that is farther beside it [m]: the body is wider, and still hits an edge there. */
const RAY_HALF_WIDTH: Meters = 0.0005;

/** Rounding, and the noise of the heading: the ends of an echo are still in the cone of a robot that stands. */
const CONE_RIM: Radians = deg(0.2);

/** Rounding: an echo at the nearest distance is found there again. */
const ROUNDING_FACTOR = 1 - 1e-9;

/** Half the angle that one distance covers; 0 for a single ray. */
function halfWidth({ rays, each }: Ranger['beam']): Radians {
  const [first = 0, second = first] = rays;
  const last = rays.at(-1) ?? first;
  return Math.min(MAX_RAY_GAP, each ? second - first : last - first) / 2;
}

/**
 * The echoes of a reading, in the body's frame: each a segment across its ray, as wide as the rays are apart.
 *
 * A sonar measures the distance and not the direction: its echo is as wide as its cone. `null` (no echo) and invalid
 * distances give no obstacle.
 */
export function echoesOf(
  { at, facing, beam }: Ranger,
  { distances }: Pick<RangeReading, 'distances'>,
): readonly Obstacle[] {
  const half = halfWidth(beam);
  return distances.flatMap((distance, i) => {
    if (distance === null || !(distance >= 0 && distance < Number.POSITIVE_INFINITY)) return [];
    const direction = facing + (beam.each ? (beam.rays[i] ?? 0) : 0);
    const across = (side: number) => add(at, fromPolar(distance, direction + side * half));
    return [{ from: across(-1), to: across(1), radius: 0 }];
  });
}

/**
 * Whether a reading replaces an older echo at a place in the body's frame: if something is still there, it is among the
 * new echoes.
 *
 * A fan of rays covers its whole field of view. One ray or one cone covers the place unless it sees something in front
 * of it; a sonar without an echo does not, since its sound may have glanced off. No sensor covers places too near for
 * it. A bumper covers the place that it touches while it is pressed: released, it only means that the body moved away.
 */
export function covers({ at, facing, beam }: Ranger, { distances }: RangeReading, place: Vec2): boolean {
  const towards = sub(place, at);
  const away = length(towards);
  if (beam.farthest === 0) return distances[0] === 0 && away < SAME_PLACE_DISTANCE;
  if (away < beam.nearest * ROUNDING_FACTOR || away > beam.farthest) return false;
  const bearing = wrapAngle(angleOf(towards) - facing);
  const isRay = beam.each && beam.rays.length === 1;
  const half = isRay ? Math.atan2(RAY_HALF_WIDTH, away) : Math.max(halfWidth(beam), deg(1));
  const [right = 0] = beam.rays;
  const left = beam.rays.at(-1) ?? right;
  const spare = beam.each ? half : CONE_RIM;
  if (bearing < right - spare || bearing > left + spare) return false;
  if (beam.each && beam.rays.length > 1) return true;
  const [distance = null] = distances;
  return distance === null ? beam.each : distance > away - SAME_PLACE_DISTANCE;
}
