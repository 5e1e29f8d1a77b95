/** What a range reading says is there: echoes as obstacles in the body's frame, and which older ones it speaks about. */
import { add, angleOf, fromPolar, length, sub, type Vec2, wrapAngle } from '../math/geometry.js';
import { deg, type Meters, type Radians } from '../math/units.js';
import type { SensorDefinition } from '../robot/robot.js';
import type { Obstacle, RangeReading } from '../signals/signals.js';
import { type Beam, beamOf } from './beam.js';

/** A range sensor on its body. */
export interface Ranger {
  readonly at: Vec2;
  readonly facing: Radians;
  readonly beam: Beam;
  /** How much earlier it must stop before what this sensor sees, so that nothing comes too near for it to tell. */
  readonly short?: Meters;
}

/** The range sensors among all, by their ids. */
export function rangersOf(sensors: readonly SensorDefinition[]): Readonly<Record<string, Ranger>> {
  const found: Record<string, Ranger> = {};
  for (const sensor of sensors) {
    const beam = beamOf(sensor);
    const [x, y] = sensor.at;
    if (beam) found[sensor.id] = { at: { x, y }, facing: sensor.facing, beam };
  }
  return found;
}

/** Rays farther apart than this leave gaps that nothing is said about. */
const MAX_RAY_GAP: Radians = deg(15);
/** An echo this much nearer than a new distance is in front of it [m]. */
const SAME_PLACE_DISTANCE: Meters = 0.03;

/** What was told at the nearest distance is found there again. */
const ROUNDING_FACTOR = 1 - 1e-9;

/** To how much of its surroundings one distance speaks, to either side: a ray alone to a point. */
function halfWidth({ rays, each }: Beam): Radians {
  const [first = 0, second = first] = rays;
  const last = rays.at(-1) ?? first;
  return Math.min(MAX_RAY_GAP, each ? second - first : last - first) / 2;
}

/**
 * The echoes of a reading, in the body's frame: each a segment across its ray, as wide as the rays are apart.
 *
 * A sonar tells the distance and not the direction: its echo is as wide as its cone. `null` is no echo, and says
 * nothing; neither does a distance that is none.
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
 * Whether a reading speaks about a place where something was seen before, in the body's frame: whatever is there
 * now is among its own echoes.
 *
 * A fan of rays does for all of its field of view. One ray or one cone does unless it sees something in front of
 * the place; and a sonar that hears nothing may only have been glanced off. None does for what is too near for it.
 * A bumper does while it is pressed, for what it touches: let go, it only tells that the body went away.
 */
export function covers({ at, facing, beam }: Ranger, { distances }: RangeReading, place: Vec2): boolean {
  const towards = sub(place, at);
  const away = length(towards);
  if (beam.farthest === 0) return distances[0] === 0 && away < SAME_PLACE_DISTANCE;
  if (away < beam.nearest * ROUNDING_FACTOR || away > beam.farthest) return false;
  const bearing = wrapAngle(angleOf(towards) - facing);
  const half = Math.max(halfWidth(beam), deg(1));
  const [right = 0] = beam.rays;
  const left = beam.rays.at(-1) ?? right;
  const spare = beam.each ? half : 0;
  if (bearing < right - spare || bearing > left + spare) return false;
  if (beam.each && beam.rays.length > 1) return true;
  const [distance = null] = distances;
  return distance === null ? beam.each : distance > away - SAME_PLACE_DISTANCE;
}
