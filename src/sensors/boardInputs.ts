/** All inputs of a robot's board, from its file: pins and devices, and the meaning of their values. */

import { clamp } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds, Volts } from '../math/units.js';
import type {
  AnalogRangeSensor,
  BrightnessSensor,
  Bumper,
  EncoderDefinition,
  HcSr04,
  Pin,
  PololuBeacon,
  QtrRc,
  RobotDefinition,
  SensorDefinition,
} from '../robot/robot.js';
import { asWritten, pulseOfAngle } from '../robot/sweep.js';
import {
  type AnalogInput,
  type BoardInput,
  type DischargeInput,
  type SonarInput,
  VOLTS_PER_COUNT,
} from '../signals/boardInput.js';
import { beamOf } from './beam.js';
import { busInputOf, withMistakes } from './busDevices.js';
import { GP2Y0A21, GP2Y0A41, MAXSONAR, type RangeCurve, rangeReadingFrom } from './rangeCurve.js';

const RANGE_CURVES: Readonly<Record<AnalogRangeSensor['type'], RangeCurve>> = {
  gp2y0a21: GP2Y0A21,
  gp2y0a41: GP2Y0A41,
  maxsonar: MAXSONAR,
};

const hasCurve = (type: SensorDefinition['type']): type is AnalogRangeSensor['type'] =>
  Object.hasOwn(RANGE_CURVES, type);

/** The curve of an analog range sensor; undefined for other types. */
export function curveOf(type: AnalogRangeSensor['type']): RangeCurve;
export function curveOf(type: SensorDefinition['type']): RangeCurve | undefined;
export function curveOf(type: SensorDefinition['type']): RangeCurve | undefined {
  return hasCurve(type) ? RANGE_CURVES[type] : undefined;
}

export function boardInputs({ sensors, battery }: RobotDefinition): readonly BoardInput[] {
  const inputs = withMistakes(
    asWritten(sensors).flatMap((sensor) =>
      sensor.type === 'hc-sr04' && sensor.swept ? sweptInput(sensor, sensors) : (inputOf(sensor) ?? []),
    ),
  );
  return battery ? [...inputs, batteryInput(battery)] : inputs;
}

/** What the robot's file has and its board cannot read: it measures in simulation only. */
export const unreadSensors = ({ sensors }: Pick<RobotDefinition, 'sensors'>): readonly SensorDefinition[] =>
  asWritten(sensors).filter((sensor) => inputOf(sensor) === undefined);

export const unreadWords = ({ id, type }: SensorDefinition): string =>
  `no board reads '${id}' (${type}): it measures in simulation only, and nothing here`;

/** Undefined if the board has nothing to read: a generic sensor, or one without its pin. */
export function inputOf(sensor: SensorDefinition): BoardInput | undefined {
  const device = busInputOf(sensor);
  if (device) return device;
  if (sensor.type === 'hc-sr04') return sonarInput(sensor);
  if (!('pin' in sensor) || sensor.pin === undefined) return undefined;
  const { pin } = sensor;
  switch (sensor.type) {
    case 'reflectance':
    case 'light':
      return brightnessInput(sensor, pin);
    case 'pololu-beacon':
      return beaconInput(sensor, pin);
    case 'qtr-rc':
      return dischargeInput(sensor, pin);
    case 'bumper':
      return bumperInput(sensor, pin);
    case 'gp2y0a21':
    case 'gp2y0a41':
    case 'maxsonar':
      return rangeInput(sensor, pin);
    default:
      return undefined;
  }
}

function rangeInput({ id, type, range }: AnalogRangeSensor, pin: Pin) {
  const curve = curveOf(type);
  const read = (volts: number) =>
    ({ kind: 'range', sensor: id, ...rangeReadingFrom(curve, volts, range) }) as const;
  return { kind: 'analog', pin, read } as const;
}

/** Of sound in air at 20 °C. */
export const SOUND_SPEED: MetersPerSecond = 343;

/** Sound goes there and back: d = c·t/2. An echo from beyond the sensor's range counts as no echo; if the sonar fails, the distance is NaN. */
function sonarInput(sensor: HcSr04): SonarInput | undefined {
  const { id, trigger, echo } = sensor;
  if (trigger === undefined || echo === undefined) return undefined;
  const { nearest, farthest } = beamOf(sensor);
  const distanceOf = (time: Seconds) => {
    const distance = (SOUND_SPEED * time) / 2;
    return distance > farthest ? null : Math.max(nearest, distance);
  };
  return {
    kind: 'sonar',
    trigger,
    echo,
    read: (result) => {
      const reading = { kind: 'range', sensor: id } as const;
      if (typeof result === 'number') return { ...reading, distances: [distanceOf(result)] };
      return result === 'free'
        ? { ...reading, distances: [null] }
        : { ...reading, distances: [Number.NaN], trouble: result };
    },
  };
}

/** @param first the first direction of a swept sonar @param sensors all of its robot */
function sweptInput(first: HcSr04, sensors: readonly SensorDefinition[]): SonarInput[] {
  const input = sonarInput(first);
  if (!input || !first.swept) return [];
  const { sensor: id, servo, step } = first.swept;
  const looks = sensors.flatMap((sensor) => {
    if (sensor.type !== 'hc-sr04') return [];
    const { swept } = sensor;
    const read = sonarInput(sensor)?.read;
    if (swept?.sensor !== id || !read) return [];
    return [{ pulse: pulseOfAngle(swept.invert ? -swept.angle : swept.angle), read }];
  });
  return [{ ...input, sweep: { servo, step, looks } }];
}

function bumperInput({ id, invert }: Bumper, pin: Pin): BoardInput {
  const read = (high: boolean) =>
    ({ kind: 'range', sensor: id, distances: [distanceFromSwitch(high, invert)] }) as const;
  return { kind: 'digital', pin, pullUp: true, read };
}

/**
 * One of the four outputs of a Pololu IR Beacon Transceiver: low while the other beacon is on its side. The pull-up makes
 * a broken wire hear nothing.
 */
function beaconInput({ id }: PololuBeacon, pin: Pin): BoardInput {
  const read = (high: boolean) => ({ kind: 'bearing', sensor: id, bearing: high ? null : 0 }) as const;
  return { kind: 'digital', pin, pullUp: true, read };
}

/** At a digital pin the level is 0 or 1: a module with a comparator. */
function brightnessInput({ id, type, invert }: BrightnessSensor, pin: Pin): BoardInput {
  const read = (volts: number) =>
    ({ kind: 'level', sensor: id, level: levelFromVolts(type, volts, invert) }) as const;
  if (isAnalog(pin)) return { kind: 'analog', pin, read };
  return { kind: 'digital', pin, pullUp: false, read: (high) => read(high ? SUPPLY_VOLTS : 0) };
}

/** The longest time to which our firmware measures, as Pololu's library: black. */
export const LONGEST_DISCHARGE: Seconds = 2.5e-3;

/** The charge leaks through a phototransistor: level = 1 − t/2.5 ms. */
const dischargeInput = ({ id, emitters }: QtrRc, pin: Pin): DischargeInput => ({
  kind: 'discharge',
  pin,
  ...(emitters !== undefined && { emitters }),
  read: (time) => ({ kind: 'level', sensor: id, level: clamp(1 - time / LONGEST_DISCHARGE, 0, 1) }),
});

const SUPPLY_VOLTS = 5;
export const isAnalog = (pin: Pin): boolean => /^A\d+$/.test(String(pin));

/** Rim distance per count: π·diameter / counts per revolution. */
export const metersPerCount = (diameter: Meters, countsPerRevolution: number): Meters =>
  (Math.PI * diameter) / countsPerRevolution;

/** Whether an encoder cannot tell forward from backward, such as a slotted disc with one light barrier. */
export const hasOneChannel = ({ a, b }: EncoderDefinition): boolean => a !== undefined && b === undefined;

/** Whether each wheel's encoder has one channel, and so counts up both ways. */
export const wheelsThatCountUp = (encoders: RobotDefinition['encoders']) => ({
  left: encoders !== undefined && hasOneChannel(encoders.left),
  right: encoders !== undefined && hasOneChannel(encoders.right),
});

/** Counts between two readings of an int32 counter: `| 0` makes a wrap-around a small step again. */
export const countsBetween = (before: number, after: number): number => (after - before) | 0;

/**
 * The distance of a bumper: 0 pressed, null free. It is a switch from its pin to ground; a pull-up holds the pin high
 * while it is not pressed.
 *
 * Safer is a switch that opens when pressed, with `invert`: a broken wire then counts as pressed. With a switch that
 * closes, a broken wire means a bumper that is never pressed.
 *
 * @param invert for a switch that opens when pressed
 */
const distanceFromSwitch = (high: boolean, invert = false): Meters | null => (high === invert ? 0 : null);

export const switchFromDistance = (distance: Meters | null, invert = false): boolean =>
  (distance === null) !== invert;

type BrightnessType = BrightnessSensor['type'];

export const isBrightness = (type: string): type is BrightnessType =>
  type === 'reflectance' || type === 'light';

/** The converter's 1023 counts, each in the middle of its voltages. */
const CONVERTER_COUNTS = 1023;
const HALF_COUNT = 0.5;

const isFalling = (type: BrightnessType, invert: boolean): boolean => (type === 'reflectance') !== invert;

/**
 * Brightness, 0 dark … 1 bright, from a voltage between 0 and 5 V.
 *
 * `light` is a photoresistor to the supply: brighter gives a higher voltage. `reflectance` is a phototransistor to
 * ground beside its lamp (QTR, TCRT5000): a bright floor pulls the voltage down. `invert` is for the opposite.
 */
function levelFromVolts(type: BrightnessType, volts: Volts, invert = false): number {
  const level = clamp((volts / VOLTS_PER_COUNT - HALF_COUNT) / CONVERTER_COUNTS, 0, 1);
  return isFalling(type, invert) ? 1 - level : level;
}

export const voltsFromLevel = (type: BrightnessType, level: number, invert = false): Volts =>
  VOLTS_PER_COUNT * (HALF_COUNT + CONVERTER_COUNTS * (isFalling(type, invert) ? 1 - level : level));

type Battery = NonNullable<RobotDefinition['battery']>;

/** The battery behind a voltage divider: the pin sees its voltage over `divider`. */
export const pinVolts = ({ divider }: Battery, volts: Volts): Volts => volts / divider;

export const batteryInput = (battery: Battery): AnalogInput => ({
  kind: 'analog',
  pin: battery.pin,
  every: 0.2,
  read: (volts) => ({ kind: 'battery', volts: volts * battery.divider }),
});
