/** What a sonar hears of the things in its cone, and its errors. */

import type { RangeErrors } from '../../../src/kit/measurementModel.js';
import { type SensorDefinition, typeOf } from '../../../src/kit/sensors/index.js';
import type { Random } from '../../../src/math/random.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  ms,
  type Radians,
  type Seconds,
} from '../../../src/math/units.js';
import { beamOf } from '../../../src/sensors/beam.js';
import type { Hit } from '../../world/rays.js';

/** Sound that meets a flat wall at a larger angle to its normal is thrown off and not heard. Typical. */
export const MAX_INCIDENCE: Radians = deg(27.5);
/** A round thing up to this radius is thin: it sends little sound back. */
const THIN_RADIUS: Meters = 0.1;
/** How far a thin thing is heard: on the axis, at the cone's edge, and outside it up to `WIDE` half cones. Typical. */
const THIN_REACH: Meters = 3.2;
const THIN_REACH_AT_EDGE: Meters = 1.8;
const THIN_REACH_OUTSIDE: Meters = 0.8;
const WIDE = 1.6;

/** The directions to look at for a cone's rays: also some beside the cone, where near thin things are heard. */
export function wideRays(rays: readonly Radians[]): readonly Radians[] {
  const half = rays.at(-1) ?? 0;
  const beside = [1.2, 1.4, WIDE].map((share) => share * half);
  return [...beside.toReversed().map((ray) => -ray), ...rays, ...beside];
}

/** The distance of the nearest thing that is heard; null: none. @param half half the cone's angle */
export function heardDistance(
  rays: readonly Radians[],
  hits: readonly (Hit | null)[],
  half: Radians,
): Meters | null {
  let nearest: Meters | null = null;
  rays.forEach((ray, i) => {
    const hit = hits[i];
    if (!hit || !isHeard(hit, Math.abs(ray) / half)) return;
    if (nearest === null || hit.distance < nearest) nearest = hit.distance;
  });
  return nearest;
}

/** Rounding: the cone's last ray belongs to the cone. */
const RIM = 1 + 1e-9;

/** @param aside angle from the axis, in half cones */
function isHeard({ distance, radius, incidence }: Hit, aside: number): boolean {
  const inside = aside <= RIM;
  if (radius === null) return inside && incidence <= MAX_INCIDENCE;
  if (radius > THIN_RADIUS) return inside;
  const reach = inside ? THIN_REACH + (THIN_REACH_AT_EDGE - THIN_REACH) * aside : THIN_REACH_OUTSIDE;
  return distance <= reach;
}

/**
 * What a sensor reports for the true distance that it hears or sees; null is no echo.
 *
 * @param disturbed another sonar's sound may come first, and shows as a distance in front of the thing
 */
export function rangeReport(
  heard: Meters | null,
  { range, disturbed }: { readonly range: Meters; readonly disturbed: boolean },
  errors: RangeErrors,
  chance: Random,
): Meters | null {
  const { noiseShare, noise, resolution, nearest } = errors;
  const lost = chance.uniform() < errors.dropout;
  const stray = chance.uniform() < errors.crosstalk && disturbed;
  const far = heard === null || lost ? null : heard + (noiseShare * heard + noise) * chance.gaussian();
  const told = stray ? Math.min(far ?? range, range) * chance.uniform() : far;
  if (told === null) return null;
  const rounded = Math.max(nearest, Math.round(told / resolution) * resolution);
  return rounded > range ? null : rounded;
}

const SPEED_OF_SOUND: MetersPerSecond = 343;
/** From the echo to the host: processing and link. Typical. */
const PROCESSING_TIME: Seconds = ms(5);

/** Time of the sound to a distance and back. */
const flightTime = (distance: Meters): Seconds => (2 * distance) / SPEED_OF_SOUND;

/** From firing until the reading arrives; without an echo it waits for the whole range. */
export const sonarLateness = (told: Meters | null | undefined, range: Meters): Seconds =>
  flightTime(told ?? range) + PROCESSING_TIME;

/** Whether another sonar of the robot sounds while this one listens. */
export function isDisturbed(sensor: SensorDefinition, others: readonly SensorDefinition[]): boolean {
  const beam = beamOf(sensor);
  if (!beam) return false;
  return others.some((other) => {
    const its = other.id === sensor.id || !isSonar(other) ? undefined : beamOf(other);
    if (!its || isInTurn(sensor, other)) return false;
    // Two clocks of different rates drift through each other.
    if (its.rate !== beam.rate) return true;
    const period = 1 / beam.rate;
    const apart = (((firstOf(sensor) - firstOf(other)) % period) + period) % period;
    const listens = flightTime(Math.max(beam.farthest, its.farthest));
    return apart < listens - TIME_EPSILON || period - apart < listens - TIME_EPSILON;
  });
}

const TIME_EPSILON: Seconds = 1e-9;

/** When a sensor that fires in turn does so first. */
export const firstOf = (sensor: SensorDefinition): Seconds => ('after' in sensor ? (sensor.after ?? 0) : 0);

/** Their board pings them in turn. */
const isInTurn = (one: SensorDefinition, other: SensorDefinition): boolean =>
  one.type === other.type && typeOf(one).timed !== undefined;

/** An ideal one sounds, too. */
function isSonar(sensor: SensorDefinition): boolean {
  const model = typeOf(sensor).model(sensor);
  return model.kind === 'range' && model.by === 'sound';
}
