/** The parts of a robot definition, as schemas: motors, encoders, sensors. */
import { z } from 'zod';
import { isFound } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';
import { pointWithin, quantity } from '../../validation/quantity.js';
import { FARTHEST, sight } from './robotBounds.js';
import { PIN } from './wiring.js';

const pinFound = (value: unknown): string => `${isFound(value)}; a pin is wanted: a number like 9, or A0`;

export const pinSchema = z
  .union([z.number(), z.string()], { error: ({ input }) => pinFound(input) })
  .refine((pin) => PIN.test(String(pin)), { error: ({ input }) => pinFound(input) });

const FORMS = ['pwm dir', 'pwm dir cdir', 'forward reverse', 'servo', 'shield motor'];
const FORMS_SHOWN = FORMS.map((form) => `{${form.replaceAll(' ', ', ')}}`).join(' | ');

/** How one motor is wired: the keys that are given must be one of the forms. */
export const motorSchema = z
  .strictObject({
    pwm: pinSchema.exactOptional(),
    dir: pinSchema.exactOptional(),
    cdir: pinSchema.exactOptional(),
    forward: pinSchema.exactOptional(),
    reverse: pinSchema.exactOptional(),
    servo: pinSchema.exactOptional(),
    shield: z.string().min(1).exactOptional(),
    motor: z.int().min(1).max(4).exactOptional(),
    invert: z.boolean().default(false),
    neutral: quantity('s', { min: 0.001, max: 0.002 }).exactOptional(),
    deadZone: quantity('s', { min: 0, max: 0.0002 }).exactOptional(),
  })
  .superRefine((motor, context) => {
    const given = Object.keys(motor).filter((key) => !['invert', 'neutral', 'deadZone'].includes(key));
    const form = FORMS.some((each) => each.split(' ').sort().join() === given.toSorted().join());
    if (form) return;
    const found = given.length > 0 ? `the keys ${given.join(', ')} are` : 'no pin is';
    context.addIssue(`${found} found; a motor is one of ${FORMS_SHOWN}, each with invert`);
  });

export const encoderSchema = z.strictObject({
  a: pinSchema.exactOptional(),
  b: pinSchema.exactOptional(),
  countsPerRevolution: quantity('', { above: 0 }),
});

const mounted = {
  id: z.string().min(1).exactOptional(),
  at: pointWithin({ most: FARTHEST }).default([0, 0]),
  facing: quantity('rad').default(0),
};

const atPin = <T extends string>(type: T) =>
  z.strictObject({ type: z.literal(type), ...mounted, pin: pinSchema.exactOptional() });

const NO_FACING = "'facing' is found; whichever way it faces on the robot, it tells the same turn; remove it";

/** One on the I²C bus, which tells how the robot turns. Where it faces is refused, not quietly left out. */
const onBus = <T extends string>(type: T) =>
  z.strictObject(
    { type: z.literal(type), id: mounted.id, at: mounted.at, pin: pinSchema.exactOptional() },
    {
      error: (issue) => {
        if (issue.code !== 'unrecognized_keys') return undefined;
        const lines = sayIssue(issue).split('\n');
        return issue.keys.map((key, i) => (key === 'facing' ? NO_FACING : lines[i])).join('\n');
      },
    },
  );

/** One that may be wired, or mounted, the other way round. */
const invertible = { invert: z.boolean().exactOptional() };

const models = [
  ...(['gp2y0a21', 'gp2y0a41', 'maxsonar'] as const).map(atPin),
  ...(['bumper', 'reflectance', 'light'] as const).map((type) => atPin(type).extend(invertible)),
  ...(['mpu6050', 'hmc5883l'] as const).map((type) => onBus(type).extend(invertible)),
  onBus('bno055'),
];

const sonar = z.strictObject({
  type: z.literal('sonar'),
  ...mounted,
  range: sight,
  /** The whole opening angle. */
  cone: quantity('rad', { above: 0, max: Math.PI }).default(Math.PI / 12),
  rate: quantity('Hz', { above: 0, max: 1000 }).default(20),
});

const lidar = z.strictObject({
  type: z.literal('lidar'),
  ...mounted,
  fieldOfView: quantity('rad', { above: 0, max: 2 * Math.PI }),
  rays: z.int().min(1).max(2000),
  range: sight,
  rate: quantity('Hz', { above: 0, max: 1000 }).default(10),
});

export const sensorSchema = z.discriminatedUnion('type', [sonar, lidar, ...models]);
