/** A robot's file: what may be written in it, the rules that tie its parts together, and what is left to defaults. */
import { z } from 'zod';
import type { RobotDefinition, SensorDefinition } from '../../robot/robot.js';
import { pointWithin, quantity, vector } from '../../validation/quantity.js';
import { fieldOf, listOf } from '../../validation/values.js';
import { parseDocument } from '../yaml/document.js';
import { footprintFaults } from './footprint.js';
import { acceleration, delay, FARTHEST, mass, size, speed, startingSpeed } from './robotBounds.js';
import { encoderSchema, motorSchema, pinSchema, sensorSchema } from './robotParts.js';
import { type WiringFault, wiringFaults } from './wiring.js';

/** `[[x, y], …]` or `{ at, radius }`. */
const fenceSchema = z.union(
  [
    z
      .array(vector)
      .min(3)
      .transform((corners) => ({ corners })),
    z.strictObject({ at: vector.default({ x: 0, y: 0 }), radius: quantity('m', { above: 0 }) }),
  ],
  { error: 'a fence is a polygon [[x, y], …] of three corners or more, or { at: [x, y], radius }' },
);

/** Also options of a command. */
export const missionLimitSchemas = {
  time: quantity('s', { above: 0 }),
  distance: quantity('m', { above: 0 }),
  fence: fenceSchema,
};

const limitsSchema = z.strictObject({
  speed,
  acceleration,
  turnRate: quantity('rad/s', { above: 0 }).exactOptional(),
  force: quantity('N', { above: 0 }).exactOptional(),
  reverse: z.boolean().default(false),
  time: missionLimitSchemas.time.exactOptional(),
  distance: missionLimitSchemas.distance.exactOptional(),
  fence: missionLimitSchemas.fence.exactOptional(),
});

const controlSchema = z.strictObject({
  rate: quantity('Hz', { min: 5, max: 250 }).default(50),
  responseTime: quantity('s', { min: 0 }).exactOptional(),
  steeringGain: quantity('', { above: 0 }).exactOptional(),
  latency: delay.default(0),
  deadMan: quantity('s', { min: 0.05, max: 0.5 }).default(0.2),
  steering: z.enum(['force', 'direct']).default('force'),
});

const testedSchema = z
  .string()
  .refine((tested) => /^(simulation|emulator|hardware \(\d{4}-\d{2}-\d{2}\))$/.test(tested), {
    error: 'tested says otherwise; it is simulation, emulator, or hardware (YYYY-MM-DD); correct it',
  });

const batterySchema = z.strictObject({
  pin: pinSchema,
  divider: quantity('', { min: 1 }).default(1),
  low: quantity('V', { above: 0 }),
  dead: quantity('V', { above: 0 }).exactOptional(),
});

/** Also of a robot in a scenario. */
export const safetySchema = z.strictObject({ collisionMonitor: z.enum(['on', 'off']).default('on') });

const written = z.strictObject({
  name: z.string().min(1),
  kit: z.string().min(1).exactOptional(),
  tested: testedSchema.exactOptional(),
  board: z.enum(['uno', 'nano', 'mega']).exactOptional(),
  firmware: z.enum(['steerbot', 'standard-firmata']).exactOptional(),
  chassis: z.strictObject({
    mass,
    radius: size,
    track: size,
    footprint: z
      .array(pointWithin({ most: FARTHEST }))
      .min(3)
      .exactOptional(),
  }),
  wheels: z.strictObject({ diameter: size }),
  motors: z.strictObject({
    left: motorSchema.exactOptional(),
    right: motorSchema.exactOptional(),
    driver: z.string().min(1).exactOptional(),
    standby: pinSchema.exactOptional(),
    stop: z.enum(['coast', 'brake', 'standby', 'no pulses']).exactOptional(),
    noLoadSpeed: speed,
    deadband: quantity('', { min: 0, below: 1 }).default(0),
    lag: delay.default(0),
    breakaway: startingSpeed.default(0),
  }),
  encoders: z.strictObject({ left: encoderSchema, right: encoderSchema }).exactOptional(),
  sensors: z.array(sensorSchema).default([]),
  battery: batterySchema.exactOptional(),
  safety: safetySchema.exactOptional(),
  limits: limitsSchema,
  control: controlSchema.prefault({}),
});

type Written = z.output<typeof written>;
/** A robot's file as it is read so far: a part that is wrong may be anything. */
type Unsure = { readonly [K in keyof Written]?: unknown };

function pairFaults(robot: Unsure, whole: 'motors' | 'encoders'): WiringFault[] {
  const [left, right] = ['left', 'right'].map((side) => fieldOf(robot[whole], side) !== undefined);
  if (left === right) return [];
  const missing = left ? 'right' : 'left';
  const there = left ? 'left' : 'right';
  return [
    { path: [whole, there], message: `${whole}.${missing} is missing; both sides are wanted, or none` },
  ];
}

function sensorFaults(robot: Unsure): WiringFault[] {
  const ids = new Set<unknown>();
  return listOf(robot.sensors).flatMap((sensor, i) => {
    const id = fieldOf(sensor, 'id');
    const repeated = id !== undefined && ids.has(id);
    ids.add(id);
    const message = `the sensor id '${String(id)}' is used twice; each id once; rename one of the two`;
    return repeated ? [{ path: ['sensors', i, 'id'], message }] : [];
  });
}

function controlFaults(robot: Unsure): WiringFault[] {
  const both = ['responseTime', 'steeringGain'].every((key) => fieldOf(robot.control, key) !== undefined);
  const message =
    'responseTime and steeringGain are both given; one follows from the other; remove one of the two';
  return [...(both ? [{ path: ['control', 'steeringGain'], message }] : []), ...rateFaults(robot)];
}

/** On a board, a command must come at least twice in the dead-man time. */
function rateFaults(robot: Unsure): WiringFault[] {
  const rate = fieldOf(robot.control, 'rate');
  const deadMan = fieldOf(robot.control, 'deadMan');
  if (robot.board === undefined || typeof rate !== 'number' || typeof deadMan !== 'number') return [];
  if (2 / rate <= deadMan * (1 + 1e-9)) return [];
  const found = `two periods of ${rate} Hz are longer than the dead-man time, deadMan, of ${deadMan} s`;
  const message = `${found}; at least ${Math.ceil(2 / deadMan)} Hz; drive faster, or let deadMan be longer`;
  return [{ path: ['control', 'rate'], message }];
}

/** A wheel that cannot be asked for what starts it never starts. */
function motorFaults(robot: Unsure): WiringFault[] {
  const breakaway = fieldOf(robot.motors, 'breakaway');
  const noLoadSpeed = fieldOf(robot.motors, 'noLoadSpeed');
  if (typeof breakaway !== 'number' || typeof noLoadSpeed !== 'number') return [];
  if (breakaway === 0 || breakaway < noLoadSpeed / 1.2) return [];
  const message = `breakaway ${breakaway} m/s is not well below noLoadSpeed, so no wheel starts; correct one of the two`;
  return [{ path: ['motors', 'breakaway'], message }];
}

/** Sensors without an id are called by their type: `sonar`, then `sonar2`. */
function named(sensors: Written['sensors']): SensorDefinition[] {
  const ids = new Set(sensors.map(({ id }) => id));
  return sensors.map((sensor) => {
    const { type } = sensor;
    let id = sensor.id ?? type;
    for (let count = 2; sensor.id === undefined && ids.has(id); count++) id = `${type}${count}`;
    ids.add(id);
    if (!('facing' in sensor)) return { ...sensor, id, facing: 0 };
    if (sensor.type !== 'sonar') return { ...sensor, id };
    const { cone, ...rest } = sensor;
    return { ...rest, id, fieldOfView: cone, rays: 1 };
  });
}

const DEFAULT_RESPONSE_TIME = 0.1;
/** A response time of 0 is Reynolds' per-frame rule; this short a time is the same at any rate, and k stays finite. */
const SHORTEST_RESPONSE_TIME = 1e-6;

function complete(robot: Written): RobotDefinition {
  const { chassis, limits, control, motors, board } = robot;
  const { turnRate, force, ...otherLimits } = limits;
  const speed = Math.min(limits.speed, motors.noLoadSpeed);
  const { steeringGain: gain, responseTime: time = gain ? chassis.mass / gain : DEFAULT_RESPONSE_TIME } =
    control;
  return {
    ...robot,
    ...(board && { firmware: robot.firmware ?? 'steerbot' }),
    sensors: named(robot.sensors),
    limits: {
      ...otherLimits,
      turnRate: turnRate ?? (2 * speed) / chassis.track,
      force: force ?? chassis.mass * limits.acceleration,
    },
    control: {
      ...control,
      responseTime: time,
      steeringGain: gain ?? chassis.mass / Math.max(time, SHORTEST_RESPONSE_TIME),
    },
  };
}

/** A robot definition as written → as the program knows it: SI, every default filled in. */
export const robotSchema = written
  .superRefine(
    (robot, context) => {
      const faults = [
        ...wiringFaults(robot),
        ...footprintFaults(robot.chassis),
        ...controlFaults(robot),
        ...motorFaults(robot),
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
    // Also where other parts are wrong: all faults at once.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .transform(complete);

/** @throws FileError with every problem of the file */
export const parseRobot = (text: string, file: string): RobotDefinition =>
  parseDocument<RobotDefinition>(text, file, robotSchema);
