/** Simulated beacon sensors: the direction of the nearest beacon that a sensor hears. */
import { angleOf, distance, type Pose, sub, toWorld, wrapAngle } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import { deg, type Hertz, type Meters, type Radians } from '../../src/math/units.js';
import type { SensorDefinition } from '../../src/robot/robot.js';
import { POLOLU_HALF_SECTOR } from '../../src/sensors/mounts.js';
import type { BeaconSpec } from '../scenario/scenario.js';
import { chanceOf } from './realism/chance.js';
import type { Carrier, Sense } from './sense.js';

/** Chosen: beacons and their sensors take turns, some times a second. */
const BEACON_RATE: Hertz = 10;
/** Standard deviation of the direction, and the share of readings that hear nothing: with `noise: typical`. Chosen. */
const BEARING_NOISE: Radians = deg(5);
const DROPOUT = 0.02;
/** A Pololu IR Beacon Transceiver hears its like up to 15 feet away, says its maker. */
const POLOLU_RANGE: Meters = 4.5;

/** What a sensor hears of the nearest beacon; undefined for sensors of other kinds. */
export function beaconSense(sensor: SensorDefinition, carrier: Carrier): Sense | undefined {
  if (sensor.type !== 'beacon' && sensor.type !== 'pololu-beacon') return undefined;
  const { type, noise } = sensor;
  const { range = POLOLU_RANGE } = sensor.type === 'beacon' ? sensor : {};
  const sector = type === 'pololu-beacon' ? POLOLU_HALF_SECTOR : Math.PI;
  // The outputs of one transceiver have the same errors: only one of them is on.
  const name = type === 'beacon' ? sensor.id : `pololu ${sensor.at}`;
  const chance = noise === 'typical' ? chanceOf(carrier.seed ?? 0, `${name} bearing`) : undefined;
  const { beacons = [] } = carrier.world.spec;
  return {
    rate: BEACON_RATE,
    read: (at, pose) => {
      const told = heard(beacons, sensor, pose, range);
      const bearing = chance ? disturbed(told, chance) : told;
      const inside = bearing !== null && bearing > -sector && bearing <= sector;
      return { kind: 'bearing', at, sensor: sensor.id, bearing: inside ? toldBy(type, bearing) : null };
    },
  };
}

/** An output stands for a direction; a sensor without outputs measures it. */
const toldBy = (type: string, bearing: Radians): Radians => (type === 'beacon' ? bearing : 0);

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
