/** A robot's simulated sensors, each at its own rate. */
import {
  clamp,
  dot,
  fromPolar,
  length,
  nearestOnSegment,
  type Pose,
  sub,
  toWorld,
  wrapAngle,
} from '../../src/math/geometry.js';
import type { Hertz, Meters, Radians, Seconds, Volts } from '../../src/math/units.js';
import type { RobotDefinition, SensorDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Reading } from '../../src/signals/signals.js';
import type { LightSpec, LineSpec } from '../scenario/scenario.js';
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
/** Voltage of a charged battery relative to its `low`. */
const CHARGED_SHARE = 1.1;

export const chargedVolts = ({ low }: NonNullable<RobotDefinition['battery']>): Volts => CHARGED_SHARE * low;

/** A battery with constant charge; none if the robot does not measure it. */
export function batterySense({ battery }: RobotDefinition): Sense[] {
  if (!battery) return [];
  return [{ rate: BATTERY_RATE, read: (at) => ({ kind: 'battery', at, volts: chargedVolts(battery) }) }];
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
  return onTape ? TAPE_LEVEL : FLOOR_LEVEL;
}

const GYRO_RATE: Hertz = 100;
const ORIENTATION_RATE: Hertz = 100;
const COMPASS_RATE: Hertz = 75;

/** Undefined for other sensors. A compass's north is +x; an orientation sensor begins at zero. */
export function turning({ id, type }: SensorDefinition, carrier: Carrier): Sense | undefined {
  switch (type) {
    case 'mpu6050':
      return gyro(id, carrier);
    case 'hmc5883l':
      return heading(id, COMPASS_RATE, (pose) => pose.heading);
    case 'bno055':
      return heading(id, ORIENTATION_RATE, fromWhereItBegan());
    default:
      return undefined;
  }
}

function gyro(sensor: string, { id, world, gyroBias = 0 }: Carrier): Sense {
  return {
    rate: GYRO_RATE,
    read: (at) => ({ kind: 'turnRate', at, sensor, turnRate: world.velocityOf(id).angular + gyroBias }),
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
