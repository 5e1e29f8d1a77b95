/** A robot file: its schema, the rules between its parts, and the defaults. */

import { z } from 'zod';
import { BOARD_NAMES } from '../../kit/boards.js';
import { MAX_LENGTH, pinSchema } from '../../kit/sensorSchemas.js';
import { type SensorDefinition, sensorSchema, typeOf } from '../../kit/sensors/index.js';
import { ms, type Seconds } from '../../math/units.js';
import { sharedSpeed } from '../../robot/byWheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { SIDES } from '../../signals/signals.js';
import { pointWithin, quantity } from '../../validation/quantity.js';
import { fieldOf, listOf } from '../../validation/values.js';
import { parseDocument } from '../yaml/document.js';
import { batterySchema } from './battery.js';
import {
  controlSchema,
  delay,
  encoderSchema,
  limitsSchema,
  linkSchema,
  mass,
  motorSchema,
  safetySchema,
  size,
  slipSchema,
  speed,
  startingSpeed,
  testedSchema,
} from './robotParts.js';
import type { WiringFault } from './wiring/pinFaults.js';
import { wiringFaults } from './wiring/wiringFaults.js';

const deadband = quantity('', { min: 0, below: 1 });

/** `0.1`, or `{ forward: 0.1, back: 0.12 }`. */
const byDirection = (value: typeof deadband) =>
  z
    .union([value, z.strictObject({ forward: value, back: value })], {
      error: 'a value, or a map of forward and back',
    })
    .exactOptional();

/** Where one motor differs from the other. */
const ownFigures = z
  .strictObject({ noLoadSpeed: byDirection(speed), deadband: byDirection(deadband) })
  .exactOptional();

const writtenRobotSchema = z.strictObject({
  name: z.string().min(1),
  kit: z.string().min(1).exactOptional(),
  variant: z.strictObject({ of: z.string().min(1), look: z.string().min(1) }).exactOptional(),
  tested: testedSchema.exactOptional(),
  board: z.enum(BOARD_NAMES).exactOptional(),
  firmware: z.enum(['steerbot', 'standard-firmata']).exactOptional(),
  chassis: z.strictObject({
    mass: mass.describe('A heavier robot turns in more slowly: its gain stays as it was.'),
    radius: size,
    track: size.describe('The distance between the wheels.'),
    footprint: z
      .array(pointWithin({ most: MAX_LENGTH }))
      .min(3)
      .exactOptional(),
  }),
  wheels: z.strictObject({
    diameter: size.describe('The diameter of the wheels.'),
    slip: slipSchema.exactOptional(),
  }),
  motors: z.strictObject({
    left: motorSchema.exactOptional(),
    right: motorSchema.exactOptional(),
    driver: z.string().min(1).exactOptional(),
    standby: pinSchema.exactOptional(),
    stop: z.enum(['coast', 'brake', 'standby', 'no pulses']).exactOptional(),
    decay: z.enum(['slow', 'fast']).exactOptional(),
    pwmFrequency: quantity('Hz', { min: 20_000, max: 20_000 }).exactOptional(),
    noLoadSpeed: speed.describe('The speed of a wheel’s rim at full duty.'),
    deadband: deadband.default(0).describe('A smaller duty does not turn a wheel.'),
    each: z.strictObject({ left: ownFigures, right: ownFigures }).exactOptional(),
    voltage: quantity('V', { above: 0 }).exactOptional(),
    lag: delay.default(0).describe('How slowly the wheels follow a command.'),
    lead: delay.exactOptional(),
    breakaway: startingSpeed.default(0).describe('A wheel at rest starts only for a higher speed.'),
  }),
  encoders: z.strictObject({ left: encoderSchema, right: encoderSchema }).exactOptional(),
  sensors: z.array(sensorSchema).default([]),
  battery: batterySchema.exactOptional(),
  safety: safetySchema.exactOptional(),
  limits: limitsSchema,
  link: linkSchema.exactOptional(),
  control: controlSchema.prefault({}),
});

type WrittenRobot = z.output<typeof writtenRobotSchema>;
/** A robot file before all checks: a wrong part may be anything. */
type UncheckedRobot = { readonly [K in keyof WrittenRobot]?: unknown };

/** Tolerance of two lengths that were measured with a ruler. */
const RULER_TOLERANCE = 0.0005;

const inMillimeters = (meters: number): string => `${Math.round(meters * 1000)} mm`;

/** Of a robot to be built: a wheel outside the radius would touch things that the robot believes to pass. */
function trackFaults({ board, chassis }: UncheckedRobot): WiringFault[] {
  if (board === undefined) return [];
  const [radius, track] = [fieldOf(chassis, 'radius'), fieldOf(chassis, 'track')];
  if (typeof radius !== 'number' || typeof track !== 'number') return [];
  if (track / 2 <= radius + RULER_TOLERANCE) return [];
  const found = `the wheels stand ${inMillimeters(track / 2)} off the axle's middle, outside the radius of ${inMillimeters(radius)}`;
  return [{ path: ['chassis', 'track'], message: `${found}; correct one of the two` }];
}

/** A corner outside the radius would touch things that the robot believes to pass. */
function footprintFaults(chassis: unknown): WiringFault[] {
  const radius = fieldOf(chassis, 'radius');
  if (typeof radius !== 'number') return [];
  return listOf(fieldOf(chassis, 'footprint')).flatMap((corner, i) => {
    const [x, y] = listOf(corner);
    if (typeof x !== 'number' || typeof y !== 'number') return [];
    const reach = Math.hypot(x, y);
    if (reach <= radius + RULER_TOLERANCE) return [];
    const found = `this corner lies ${inMillimeters(reach)} off the axle's middle, outside the radius of ${inMillimeters(radius)}`;
    const message = `${found}; all of the body lies within the radius; correct one of the two`;
    return [{ path: ['chassis', 'footprint', i], message }];
  });
}

function pairFaults(robot: UncheckedRobot, whole: 'motors' | 'encoders'): WiringFault[] {
  const [left, right] = SIDES.map((side) => fieldOf(robot[whole], side) !== undefined);
  if (left === right) return [];
  const missing = left ? 'right' : 'left';
  const there = left ? 'left' : 'right';
  return [
    { path: [whole, there], message: `${whole}.${missing} is missing; both sides are wanted, or none` },
  ];
}

function sensorFaults(robot: UncheckedRobot): WiringFault[] {
  const ids = new Set<unknown>();
  return listOf(robot.sensors).flatMap((sensor, i) => {
    const id = fieldOf(sensor, 'id');
    const repeated = id !== undefined && ids.has(id);
    ids.add(id);
    const path = ['sensors', i, 'id'];
    const message = `the sensor id '${String(id)}' is used twice; each id once; rename one of the two`;
    return repeated ? [{ path, message }] : [];
  });
}

function controlFaults(robot: UncheckedRobot): WiringFault[] {
  const both = ['responseTime', 'steeringGain'].every((key) => fieldOf(robot.control, key) !== undefined);
  const message =
    'responseTime and steeringGain are both given; one follows from the other; remove one of the two';
  return [
    ...(both ? [{ path: ['control', 'steeringGain'], message }] : []),
    ...deadManFaults(robot),
    ...rateFaults(robot),
  ];
}

const DEFAULT_DEAD_MAN: Seconds = 0.2;

/** The dead-man time may stand under `link` or under `control`. */
const deadMansOf = ({ link, control }: UncheckedRobot): readonly unknown[] =>
  [fieldOf(link, 'deadMan'), fieldOf(control, 'deadMan')].filter((time) => time !== undefined);

function deadManFaults(robot: UncheckedRobot): WiringFault[] {
  const [ofLink, ofControl = ofLink] = deadMansOf(robot);
  if (ofLink === ofControl || typeof ofLink !== 'number' || typeof ofControl !== 'number') return [];
  const message =
    `link.deadMan is ${ofLink} s and control.deadMan is ${ofControl} s; ` +
    'both are the same time; remove one of the two';
  return [{ path: ['link', 'deadMan'], message }];
}

/** On a board, a command must come at least twice in the dead-man time. */
function rateFaults(robot: UncheckedRobot): WiringFault[] {
  const rate = fieldOf(robot.control, 'rate');
  const [deadMan = DEFAULT_DEAD_MAN] = deadMansOf(robot);
  if (robot.board === undefined || typeof rate !== 'number' || typeof deadMan !== 'number') return [];
  if (2 / rate <= deadMan * (1 + 1e-9)) return [];
  const found = `two periods of ${rate} Hz are longer than the dead-man time, deadMan, of ${deadMan} s`;
  const message = `${found}; at least ${Math.ceil(2 / deadMan)} Hz; drive faster, or let deadMan be longer`;
  return [{ path: ['control', 'rate'], message }];
}

/** A wheel never starts if its breakaway speed is beyond the speeds that can be commanded. */
function breakawayFaults(robot: UncheckedRobot): WiringFault[] {
  const breakaway = fieldOf(robot.motors, 'breakaway');
  const noLoadSpeed = fieldOf(robot.motors, 'noLoadSpeed');
  if (typeof breakaway !== 'number' || typeof noLoadSpeed !== 'number') return [];
  if (breakaway === 0 || breakaway < noLoadSpeed / 1.2) return [];
  const message = `breakaway ${breakaway} m/s is not well below noLoadSpeed, so no wheel starts; correct one of the two`;
  return [{ path: ['motors', 'breakaway'], message }];
}

/** Sensors without an id get their type as id: `sonar`, then `sonar2`. */
function named(sensors: WrittenRobot['sensors']) {
  const ids = new Set(sensors.map(({ id }) => id));
  return sensors.map((sensor) => {
    const { type } = sensor;
    let id = sensor.id ?? type;
    for (let count = 2; sensor.id === undefined && ids.has(id); count++) id = `${type}${count}`;
    ids.add(id);
    return { ...sensor, id, ...(!('facing' in sensor) && { facing: 0 }) };
  });
}

function defined(sensors: WrittenRobot['sensors']): readonly SensorDefinition[] {
  const all = named(sensors) as readonly SensorDefinition[];
  return all.flatMap((sensor) => typeOf(sensor).define?.(sensor, all) ?? sensor);
}

const DEFAULT_RESPONSE_TIME = 0.1;
/**
 * A response time of 0 is Reynolds' per-frame rule; so short a time has the same effect at any rate, and k stays
 * finite.
 */
const MIN_RESPONSE_TIME = 1e-6;

function withDefaults(robot: WrittenRobot): RobotDefinition {
  const { chassis, limits, control, motors, board, link } = robot;
  const { turnRate, force, ...otherLimits } = limits;
  const speed = Math.min(limits.speed, sharedSpeed(motors));
  const { steeringGain: gain, responseTime: time = gain ? chassis.mass / gain : DEFAULT_RESPONSE_TIME } =
    control;
  return {
    ...robot,
    ...(board && { firmware: robot.firmware ?? 'steerbot' }),
    sensors: defined(robot.sensors),
    limits: {
      ...otherLimits,
      turnRate: turnRate ?? (2 * speed) / chassis.track,
      force: force ?? chassis.mass * limits.acceleration,
    },
    control: {
      ...control,
      ...measuredLatency(control.latency),
      deadMan: link?.deadMan ?? control.deadMan ?? DEFAULT_DEAD_MAN,
      responseTime: time,
      steeringGain: gain ?? chassis.mass / Math.max(time, MIN_RESPONSE_TIME),
    },
  };
}

/** Of a board on a cable: it holds until a latency has been measured. */
const TYPICAL_LATENCY = ms(40);

const measuredLatency = (latency: number | 'measured') =>
  latency === 'measured' ? { latency: TYPICAL_LATENCY, compensate: 'measured' as const } : { latency };

/** From a written robot definition to the program's: in SI, with all defaults filled in. */
export const robotSchema = writtenRobotSchema
  .superRefine(
    (robot, context) => {
      const faults = [
        ...wiringFaults(robot),
        ...trackFaults(robot),
        ...footprintFaults(robot.chassis),
        ...controlFaults(robot),
        ...breakawayFaults(robot),
        ...sensorFaults(robot),
      ];
      for (const { path, message } of [
        ...faults,
        ...pairFaults(robot, 'motors'),
        ...pairFaults(robot, 'encoders'),
      ]) {
        context.addIssue({ code: 'custom', path: [...path], message });
      }
    },
    // Runs even if other parts are wrong, so that all faults are reported at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .transform(withDefaults);

/** @throws FileError with every problem of the file */
export const parseRobot = (text: string, file: string): RobotDefinition =>
  parseDocument<RobotDefinition>(text, file, robotSchema, 'robot');
