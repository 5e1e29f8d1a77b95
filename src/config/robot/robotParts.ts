/** The parts of a robot definition, as schemas: quantities, motors, encoders, sensors, limits. */

import { z } from 'zod';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import { isBaud, WANTED_BAUD } from '../../robot/baud.js';
import { busSensorOf, inHex } from '../../robot/busSensors.js';
import { directionCount, MAX_ANGLE, MAX_DIRECTIONS } from '../../robot/sweep.js';
import { isFound, oneOf } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';
import { pointWithin, quantity, vector } from '../../validation/quantity.js';
import { PIN_NAME } from './wiring/boards.js';

// Generous upper limits: a larger value means a forgotten unit, as in `track: 130`.

/** Limit of all lengths and mounting positions of a robot. */
export const MAX_LENGTH: Meters = 5;

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
/** Range of a range sensor. */
const sensorRange = quantity('m', { above: 0, most: 200 });

const pinFound = (value: unknown): string => `${isFound(value)}; a pin is wanted: a number like 9, or A0`;

export const pinSchema = z
  .union([z.number(), z.string()], { error: ({ input }) => pinFound(input) })
  .refine((pin) => PIN_NAME.test(String(pin)), { error: ({ input }) => pinFound(input) });

const MOTOR_FORMS = [
  'pwm dir',
  'pwm dir cdir',
  'pwm dir cdir enableDiag',
  'forward reverse',
  'servo',
  'shield motor',
];
const MOTOR_FORMS_TEXT = MOTOR_FORMS.map((form) => `{${form.replaceAll(' ', ', ')}}`).join(' | ');

/** The wiring of one motor: its keys must match one of the forms. */
/** A servo's pulses lie within 1500 ± 500 µs. */
const MAX_REACH: Seconds = 500e-6;
const NO_PINS = ['invert', 'neutral', 'deadZone', 'reach'];

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

const mounted = {
  id: z.string().min(1).exactOptional(),
  at: pointWithin({ most: MAX_LENGTH }).default([0, 0]),
  facing: quantity('rad').default(0),
};

const atPin = <T extends string>(type: T) =>
  z.strictObject({ type: z.literal(type), ...mounted, pin: pinSchema.exactOptional() });

const FACING_REFUSED =
  "'facing' is found; this sensor measures the same turn whichever way it faces; remove it";

/** A sensor on the I²C bus that measures the robot's turning. `facing` is an error, not ignored silently. */
const onBus = <T extends string>(type: T) =>
  z.strictObject(
    { type: z.literal(type), id: mounted.id, at: mounted.at, pin: pinSchema.exactOptional() },
    {
      error: (issue) => {
        if (issue.code !== 'unrecognized_keys') return undefined;
        const lines = sayIssue(issue).split('\n');
        return issue.keys.map((key, i) => (key === 'facing' ? FACING_REFUSED : lines[i])).join('\n');
      },
    },
  );

/** For sensors that may be wired or mounted the other way round. */
const invertible = { invert: z.boolean().exactOptional() };

/** The errors of a sensor in simulation. */
const noise = z.enum(['none', 'typical']).exactOptional();

/** For a gyroscope: what it tells is corrected by a factor. */
const scaled = { ...invertible, scale: quantity('', { above: 0.5, below: 2 }).exactOptional(), noise };

/** For a chip with several addresses, of which its pins choose one. */
function addressed(type: string) {
  const addresses = busSensorOf(type)?.addresses ?? [];
  const words = oneOf(addresses.map(inHex));
  const error = ({ input }: { readonly input?: unknown }) =>
    typeof input === 'number'
      ? `${inHex(input)} is found; ${words} is wanted`
      : `${isFound(input)}; ${words} is wanted, without quotes`;
  return { address: z.literal(addresses, { error }).exactOptional() };
}

/** A servo that turns a sonar, and its directions from right to left. */
const sweepSchema = z
  .strictObject({
    servo: pinSchema,
    from: quantity('rad'),
    to: quantity('rad'),
    step: quantity('rad', { above: 0 }),
    invert: z.boolean().default(false),
  })
  .superRefine(({ from, to, step }, context) => {
    const why = sweepTrouble(from, to, step);
    if (why !== undefined) context.addIssue(why);
  });

/** As `found; allowed; cure`. */
function sweepTrouble(from: Radians, to: Radians, step: Radians): string | undefined {
  const said = `a sweep from ${inDegrees(from)} to ${inDegrees(to)} deg`;
  if (Math.abs(from) > MAX_ANGLE + 1e-9 || Math.abs(to) > MAX_ANGLE + 1e-9)
    return `${said} is found; a servo turns from -90 to 90 deg; take a smaller one, and write its unit: a bare number is in rad`;
  if (from === to) return `${said} is found; it has two ends; give them apart`;
  if (from > to) return `${said} is found; it begins at the right, with the smaller angle; exchange the two`;
  const count = directionCount(from, to, step);
  const by = Number(((step * 180) / Math.PI).toPrecision(3));
  const found = `${said} by ${by} deg has ${count} ${count === 1 ? 'direction' : 'directions'}`;
  if (count < 2) return `${found}; at least 2 are wanted; take a smaller step`;
  return count > MAX_DIRECTIONS
    ? `${found}; at most ${MAX_DIRECTIONS} can be looked at in good time; take a larger step`
    : undefined;
}

/** To a tenth of a degree. */
export const inDegrees = (angle: Radians): number => Math.round((angle * 1800) / Math.PI) / 10 + 0;

const models = [
  ...(['gp2y0a21', 'gp2y0a41', 'maxsonar'] as const).map((type) =>
    atPin(type).extend({ ideal: z.boolean().exactOptional() }),
  ),
  z.strictObject({
    type: z.literal('hc-sr04'),
    ...mounted,
    trigger: pinSchema.exactOptional(),
    echo: pinSchema.exactOptional(),
    sweep: sweepSchema.exactOptional(),
    range: sensorRange.exactOptional(),
    ideal: z.boolean().exactOptional(),
  }),
  atPin('bumper').extend(invertible),
  ...(['reflectance', 'light'] as const).map((type) => atPin(type).extend({ ...invertible, noise })),
  atPin('qtr-rc').extend({ noise, emitters: pinSchema.exactOptional() }),
  atPin('pololu-beacon').extend({ noise }),
  onBus('mpu6050').extend(scaled),
  onBus('qmi8658').extend({ ...scaled, ...addressed('qmi8658') }),
  onBus('lsm6ds3').extend({ ...scaled, ...addressed('lsm6ds3') }),
  ...(['hmc5883l', 'qmc5883l'] as const).map((type) => onBus(type).extend({ ...invertible, noise })),
  onBus('bno055'),
];

const sonar = z.strictObject({
  type: z.literal('sonar'),
  ...mounted,
  range: sensorRange,
  /** The whole opening angle. */
  cone: quantity('rad', { above: 0, max: Math.PI }).default(Math.PI / 12),
  rate: quantity('Hz', { above: 0, max: 1000 }).default(20),
  /** Of its first firing. */
  after: delay.exactOptional(),
  noise,
});

const lidar = z.strictObject({
  type: z.literal('lidar'),
  ...mounted,
  fieldOfView: quantity('rad', { above: 0, max: 2 * Math.PI }),
  rays: z.int().min(1).max(2000),
  range: sensorRange,
  rate: quantity('Hz', { above: 0, max: 1000 }).default(10),
  noise,
});

const beacon = z.strictObject({
  type: z.literal('beacon'),
  ...mounted,
  range: sensorRange.default(5),
  noise,
});

export const sensorSchema = z.discriminatedUnion('type', [sonar, lidar, beacon, ...models]);

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
