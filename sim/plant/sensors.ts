/** A robot's simulated sensors, each at its own rate. */

import { type SensorDefinition, typeOf } from '../../src/kit/sensors/index.js';
import type { Pose } from '../../src/math/geometry.js';
import type { Hertz, Seconds, Volts } from '../../src/math/units.js';
import { pingRate } from '../../src/robot/pings.js';
import type { Beam } from '../../src/robot/ranger.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { asWritten, lookOrder, lookTime, type Swept, sweptOf } from '../../src/robot/sweep.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Reading } from '../../src/signals/signals.js';
import { beaconSense } from './beacon.js';
import { brightness } from './brightness.js';
import { bumps } from './bumper.js';
import { ranging, scanning } from './ranging.js';
import type { Carrier, Sense } from './sense.js';
import { heading, turning } from './turning.js';

interface Mounted extends Sense {
  /** Number of readings so far: the next is due at that number over the rate, so that no error adds up. */
  given: number;
  /** Readings on their way, oldest first. */
  readonly coming: { readonly arrives: Seconds; readonly reading: Reading }[];
}

/** Rounding of times, in periods and in seconds. */
const TIME_EPSILON = 1e-6;

export class Sensors {
  readonly #mounted: Mounted[];

  constructor(senses: readonly Sense[]) {
    this.#mounted = senses.map((sense) => ({ ...sense, given: 0, coming: [] }));
  }

  /**
   * The readings that arrive now, in the order of the definition; a late reading is given once, missed ones are not
   * made up for.
   */
  due(at: Seconds, pose: Pose): Reading[] {
    const readings: Reading[] = [];
    for (const mounted of this.#mounted) {
      const { rate, after = 0, coming } = mounted;
      mounted.watch?.(at, pose);
      const periods = Math.floor((at - after) * rate + TIME_EPSILON);
      if (periods >= mounted.given) {
        mounted.given = periods + 1;
        const reading = mounted.read(at, pose);
        coming.push({ arrives: at + (mounted.lateness?.(reading) ?? 0), reading });
      }
      while (coming[0] && coming[0].arrives <= at + TIME_EPSILON) {
        readings.push(coming[0].reading);
        coming.shift();
      }
    }
    return readings;
  }
}

/** The senses of sensors, in their order. */
export const sensesOf = (sensors: readonly SensorDefinition[], carrier: Carrier): Sense[] =>
  sensors.flatMap((sensor) => {
    const [sense, swept] = [senseOf(sensor, carrier), sweptOf(sensor)];
    return swept ? looksOf(sensor, sense, swept, carrier) : sense;
  });

/** A swept sonar looks to each direction once or twice in a cycle, all of which take the same time. */
function looksOf(
  { type }: SensorDefinition,
  sense: Sense,
  { place, places, step }: Swept,
  { robot }: Carrier,
) {
  const sonars = asWritten(robot?.sensors ?? []).filter((other) => other.type === type).length || 1;
  const time = lookTime(step, pingRate(sonars) / sonars);
  const order = lookOrder(places);
  return order.flatMap((looked, i): Sense[] =>
    looked === place ? [{ ...sense, rate: 1 / (order.length * time), after: (i + 1) * time }] : [],
  );
}

function senseOf(sensor: SensorDefinition, carrier: Carrier): Sense {
  const model = typeOf(sensor).model(sensor);
  switch (model.kind) {
    case 'range':
      return ranging(sensor, model, beamOf(sensor) as Beam, carrier);
    case 'scan':
      return scanning(sensor, model.noisy, beamOf(sensor) as Beam, carrier);
    case 'touch':
      return bumps(sensor, carrier);
    case 'level':
      return brightness(sensor, model, carrier);
    case 'bearing':
      return beaconSense(sensor, model, carrier);
    case 'turnRate':
      return turning(sensor, model, carrier);
    case 'heading':
      return heading(sensor, model, carrier);
  }
}

const BATTERY_RATE: Hertz = 5;
/** Voltage of a charged battery relative to its `low`. */
const CHARGED_SHARE = 1.1;

export const chargedVolts = ({ low }: NonNullable<RobotDefinition['battery']>): Volts => CHARGED_SHARE * low;

/** Its battery; none if the robot does not measure it. @param trueVolts undefined for a battery that stays charged */
export function batterySense(
  { battery }: RobotDefinition,
  trueVolts: () => Volts | undefined = () => undefined,
): Sense[] {
  if (!battery) return [];
  const volts = () => trueVolts() ?? chargedVolts(battery);
  return [{ rate: BATTERY_RATE, read: (at) => ({ kind: 'battery', at, volts: volts() }) }];
}
