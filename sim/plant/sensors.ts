/** A robot's sensors as they truly see: each at its own rate; without noise, but for those that answer with a voltage. */
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, Seconds, Volts } from '../../src/math/units.js';
import type { RobotDefinition, SensorDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Reading } from '../../src/signals/signals.js';
import { turning } from '../world/turning.js';
import { floorAt, lightAt } from './brightness.js';
import { bumps, echoes } from './ranging.js';
import type { Carrier, Sense } from './sense.js';

interface Mounted extends Sense {
  /** Readings given so far: the next is due at its number over the rate, so that no error adds up. */
  given: number;
}

export class Sensors {
  readonly #mounted: Mounted[];

  constructor(senses: readonly Sense[]) {
    this.#mounted = senses.map((sense) => ({ ...sense, given: 0 }));
  }

  /** The readings due now, in the order of the definition; a late one is given once, not made up for. */
  due(at: Seconds, pose: Pose): Reading[] {
    const readings: Reading[] = [];
    for (const mounted of this.#mounted) {
      const periods = Math.floor(at * mounted.rate + 1e-6);
      if (periods < mounted.given) continue;
      mounted.given = periods + 1;
      readings.push(mounted.read(at, pose));
    }
    return readings;
  }
}

/** Of those that can be simulated, in their order. */
export const sensesOf = (sensors: readonly SensorDefinition[], carrier: Carrier): Sense[] =>
  sensors.flatMap((sensor) => senseOf(sensor, carrier) ?? []);

const LEVEL_RATE: Hertz = 50;

function senseOf(sensor: SensorDefinition, carrier: Carrier): Sense | undefined {
  const { id, type } = sensor;
  const { world } = carrier;
  const level = (levelAt: (pose: Pose) => number): Sense => ({
    rate: LEVEL_RATE,
    read: (at, pose) => ({ kind: 'level', at, sensor: id, level: levelAt(pose) }),
  });
  if (type === 'light') return level((pose) => lightAt(world.spec.lights, sensor, pose));
  if (type === 'reflectance') return level((pose) => floorAt(world.spec.lines, sensor, pose));
  if (type === 'bumper') return bumps(sensor, carrier);
  const beam = beamOf(sensor);
  return beam ? echoes(sensor, beam, carrier) : turning(sensor, carrier);
}

const BATTERY_RATE: Hertz = 5;
/** Over the voltage at which it wants to be charged. */
const CHARGED = 1.1;

export const chargedVolts = ({ low }: NonNullable<RobotDefinition['battery']>): Volts => CHARGED * low;

/** A battery that stays as full as it is; nothing where the robot measures none. */
export function batterySense({ battery }: RobotDefinition): Sense[] {
  if (!battery) return [];
  return [{ rate: BATTERY_RATE, read: (at) => ({ kind: 'battery', at, volts: chargedVolts(battery) }) }];
}
