/** A robot's simulated sensors, each at its own rate. */
import { type Pose, wrapAngle } from '../../src/math/geometry.js';
import type { Hertz, Radians, RadiansPerSecond, Seconds, Volts } from '../../src/math/units.js';
import type { RobotDefinition, SensorDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Reading } from '../../src/signals/signals.js';
import { beaconSense } from './beacon.js';
import { brightness } from './brightness.js';
import { bumps } from './bumper.js';
import { echoes } from './ranging.js';
import type { Carrier, Sense } from './sense.js';

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

/** The senses of sensors that can be simulated, in their order. */
export const sensesOf = (sensors: readonly SensorDefinition[], carrier: Carrier): Sense[] =>
  sensors.flatMap((sensor) => senseOf(sensor, carrier) ?? []);

function senseOf(sensor: SensorDefinition, carrier: Carrier): Sense | undefined {
  if (sensor.type === 'bumper') return bumps(sensor, carrier);
  const beam = beamOf(sensor);
  if (beam) return echoes(sensor, beam, carrier);
  return brightness(sensor, carrier) ?? beaconSense(sensor, carrier) ?? turning(sensor, carrier);
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

const GYRO_RATE: Hertz = 100;
const ORIENTATION_RATE: Hertz = 100;
const COMPASS_RATE: Hertz = 75;

/** Undefined for other sensors. A compass's north is +x; an orientation sensor begins at zero. */
export function turning({ id, type, scale = 1 }: SensorDefinition, carrier: Carrier): Sense | undefined {
  switch (type) {
    case 'mpu6050':
      return gyro(id, scale, carrier);
    case 'hmc5883l':
      return heading(id, COMPASS_RATE, (pose) => pose.heading);
    case 'bno055':
      return heading(id, ORIENTATION_RATE, fromWhereItBegan());
    default:
      return undefined;
  }
}

/** @param scale the factor of the robot's file, which the driver applies */
function gyro(sensor: string, scale: number, carrier: Carrier): Sense {
  const { id, world, gyroBias = 0, gyroScaleError = 0, rough } = carrier;
  const rolling = () => world.velocityOf(id).angular;
  const turning = rough ? slippingRate(rolling) : rolling;
  return {
    rate: GYRO_RATE,
    read: (at, pose) => {
      const told = turning(at, pose) * (1 + gyroScaleError) + gyroBias;
      return { kind: 'turnRate', at, sensor, turnRate: scale * told };
    },
  };
}

/**
 * ω + (Δθ − Δt·(ω + ω′)/2)/Δt: slip turns a body in steps without a rate, so what it adds to the rate ω of the rolling
 * wheels is its mean since the last reading, of ω′. A gyroscope's filter does the same.
 */
function slippingRate(rolling: () => RadiansPerSecond): (at: Seconds, pose: Pose) => RadiansPerSecond {
  let last: { readonly at: Seconds; readonly heading: Radians; readonly rate: RadiansPerSecond } | undefined;
  return (at, { heading }) => {
    const rate = rolling();
    const lasted = last ? at - last.at : 0;
    const turned = last && lasted > 0 ? wrapAngle(heading - last.heading) / lasted : rate;
    const slipped = turned - (rate + (last?.rate ?? rate)) / 2;
    last = { at, heading, rate };
    return rate + slipped;
  };
}

const heading = (sensor: string, rate: Hertz, told: (pose: Pose) => Radians): Sense => ({
  rate,
  read: (at, pose) => ({ kind: 'heading', at, sensor, heading: told(pose) }),
});

function fromWhereItBegan(): (pose: Pose) => Radians {
  let zero: Radians | undefined;
  return (pose) => {
    zero ??= pose.heading;
    return wrapAngle(pose.heading - zero);
  };
}
