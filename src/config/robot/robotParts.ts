/** The parts of a robot definition but its sensors, as schemas: quantities, motors, encoders, limits. */

import { z } from 'zod';
import { MAX_LENGTH, pinSchema } from '../../kit/sensorSchemas.js';
import type { Seconds } from '../../math/units.js';
import { isBaud, WANTED_BAUD } from '../../robot/baud.js';
import { quantity, vector } from '../../validation/quantity.js';

// Generous upper limits: a larger value means a forgotten unit, as in `track: 130`.

export const size = quantity('m', { above: 0, most: MAX_LENGTH });
export const mass = quantity('kg', { above: 0, most: 500 });
/** Delay of a link or a motor. */
export const delay = quantity('s', { min: 0, most: 2 });
const MAX_SPEED = 10;
export const speed = quantity('m/s', { above: 0, most: MAX_SPEED });
export const startingSpeed = quantity('m/s', { min: 0, most: MAX_SPEED });
export const acceleration = quantity('m/s²', { above: 0, most: 50 });
const sigma = quantity('', { min: 0, below: 1 });
/** Of a robot's file and of a plant. */
export const slipSchema = z.union([sigma, z.strictObject({ way: sigma, heading: sigma })], {
  error: 'slip is a number for each wheel, or a map of way and heading',
});
const MOTOR_FORMS = [
  'pwm dir',
  'pwm dir cdir',
  'pwm dir cdir enableDiag',
  'forward reverse',
  'servo',
  'shield motor',
];
const MOTOR_FORMS_TEXT = MOTOR_FORMS.map((form) => `{${form.replaceAll(' ', ', ')}}`).join(' | ');

/** A servo's pulses lie within 1500 ± 500 µs. */
const MAX_REACH: Seconds = 500e-6;
const NO_PINS = ['invert', 'neutral', 'deadZone', 'reach'];

/** The wiring of one motor: its keys must match one of the forms. */
export const motorSchema = z
  .strictObject({
    pwm: pinSchema.exactOptional(),
    dir: pinSchema.exactOptional(),
    cdir: pinSchema.exactOptional(),
    enableDiag: pinSchema.exactOptional(),
    forward: pinSchema.exactOptional(),
    reverse: pinSchema.exactOptional(),
    servo: pinSchema.exactOptional(),
    shield: z.string().min(1).exactOptional(),
    motor: z.int().min(1).max(4).exactOptional(),
    invert: z.boolean().default(false),
    neutral: quantity('s', { min: 0.001, max: 0.002 }).exactOptional(),
    deadZone: quantity('s', { min: 0, max: 0.0002 }).exactOptional(),
    reach: quantity('s', { min: 20e-6, max: MAX_REACH }).exactOptional(),
  })
  .superRefine((motor, context) => {
    const given = Object.keys(motor).filter((key) => !NO_PINS.includes(key));
    const { deadZone = 0, reach = MAX_REACH } = motor;
    if (reach <= deadZone)
      context.addIssue(
        'reach is not above deadZone; between the two a servo goes from rest to full speed; give more',
      );
    const form = MOTOR_FORMS.some((each) => each.split(' ').sort().join() === given.toSorted().join());
    if (form) return;
    const found = given.length > 0 ? `the keys ${given.join(', ')} are` : 'no pin is';
    context.addIssue(`${found} found; a motor is one of ${MOTOR_FORMS_TEXT}, each with invert`);
  });

export const encoderSchema = z.strictObject({
  a: pinSchema.exactOptional(),
  b: pinSchema.exactOptional(),
  countsPerRevolution: quantity('', { above: 0 }),
});

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

/** Also used for options of a command. */
export const missionLimitSchemas = {
  time: quantity('s', { above: 0 }),
  distance: quantity('m', { above: 0 }),
  fence: fenceSchema,
};

export const limitsSchema = z.strictObject({
  speed: speed.describe('The robot drives no faster.'),
  acceleration: acceleration.describe('The robot speeds up and brakes no harder.'),
  turnRate: quantity('rad/s', { above: 0 }).exactOptional().describe('The robot turns no faster.'),
  force: quantity('N', { above: 0 })
    .exactOptional()
    .describe('The sum of the behaviors’ forces is cut to this force.'),
  reverse: z.boolean().default(false),
  time: missionLimitSchemas.time.exactOptional(),
  distance: missionLimitSchemas.distance.exactOptional(),
  fence: missionLimitSchemas.fence.exactOptional(),
  blocked: quantity('s', { above: 0 }).exactOptional(),
});

/** `measured` is the same as a typical latency with `compensate: measured`. */
const latencySchema = z.union([z.literal('measured'), delay], {
  error: ({ input }) =>
    `${JSON.stringify(input)} is found; a time from 0 to 2 s such as '40 ms' is wanted, or measured`,
});

/** What the firmware takes. */
const deadMan = quantity('s', { min: 0.05, max: 0.5 });

export const linkSchema = z.strictObject({
  baud: z
    .number({ error: WANTED_BAUD })
    .refine(isBaud, { error: ({ input }) => `${input} is no baud rate; ${WANTED_BAUD}` })
    .exactOptional(),
  deadMan: deadMan.exactOptional(),
});

export const controlSchema = z.strictObject({
  rate: quantity('Hz', { min: 5, max: 250 }).default(50),
  responseTime: quantity('s', { min: 0 })
    .exactOptional()
    .describe('How fast the speed follows the wanted speed: shorter is harder.'),
  steeringGain: quantity('', { above: 0 }).exactOptional(),
  latency: latencySchema.default(0).describe('The time from a command to the first force of the motors.'),
  /** The measured latency is used as soon as there is one. */
  compensate: z.literal('measured').exactOptional(),
  deadMan: deadMan.exactOptional(),
  steering: z.enum(['force', 'direct']).default('force'),
});

export const testedSchema = z
  .string()
  .refine((tested) => /^(simulation|emulator|hardware \(\d{4}-\d{2}-\d{2}\))$/.test(tested), {
    error: 'tested says otherwise; it is simulation, emulator, or hardware (YYYY-MM-DD); correct it',
  });

/** Also used for a robot in a scenario. */
export const safetySchema = z.strictObject({
  collisionMonitor: z.enum(['on', 'off']).default('on'),
  unseenSpeed: speed.exactOptional(),
});
