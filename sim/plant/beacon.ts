/** Simulated beacon sensors: the direction of the nearest beacon that a sensor hears. */

import type { MeasurementModel } from '../../src/kit/measurementModel.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { angleOf, distance, type Pose, sub, toWorld, wrapAngle } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import { deg, type Hertz, type Meters, type Radians } from '../../src/math/units.js';
import type { BeaconSpec } from '../scenario/scenario.js';
import { chanceOf } from './realism/chance.js';
import type { Carrier, Sense } from './sense.js';

/** Chosen: beacons and their sensors take turns, some times a second. */
const BEACON_RATE: Hertz = 10;
/** Standard deviation of the direction, and the share of readings that hear nothing: with `noise: typical`. Chosen. */
const BEARING_NOISE: Radians = deg(5);
const DROPOUT = 0.02;

/** What a sensor hears of the nearest beacon; one that knows only its sector says that the beacon is straight ahead. */
export function beaconSense(
  sensor: SensorDefinition,
  { range, sector, source, noisy }: Extract<MeasurementModel, { readonly kind: 'bearing' }>,
  carrier: Carrier,
): Sense {
  const chance = noisy ? chanceOf(carrier.seed ?? 0, `${source} bearing`) : undefined;
  const told = (bearing: Radians): Radians | null => {
    if (sector === undefined) return bearing;
    return bearing > -sector && bearing <= sector ? 0 : null;
  };
  return {
    rate: BEACON_RATE,
    read: (at, pose) => {
      const { beacons = [] } = carrier.world.spec;
      const nearest = heard(beacons, sensor, pose, range);
      const bearing = chance ? disturbed(nearest, chance) : nearest;
      return { kind: 'bearing', at, sensor: sensor.id, bearing: bearing === null ? null : told(bearing) };
    },
  };
}

/** The direction of the nearest beacon from the sensor's own, within the reach of both; null without one. */
function heard(
  beacons: readonly BeaconSpec[],
  { at: [x, y], facing }: SensorDefinition,
  pose: Pose,
  range: Meters,
): Radians | null {
  const from = toWorld(pose, { x, y });
  const near = beacons
    .filter((beacon) => distance(beacon.at, from) <= Math.min(range, beacon.range ?? range))
    .sort((a, b) => distance(a.at, from) - distance(b.at, from));
  const [nearest] = near;
  return nearest ? wrapAngle(angleOf(sub(nearest.at, from)) - pose.heading - facing) : null;
}

/** Draws as often for a beacon that is heard as for one that is not. */
function disturbed(bearing: Radians | null, chance: Random): Radians | null {
  const [error, lost] = [BEARING_NOISE * chance.gaussian(), chance.uniform() < DROPOUT];
  return bearing === null || lost ? null : wrapAngle(bearing + error);
}
