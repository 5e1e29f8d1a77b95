/** What the files of sensors share: keys of a robot's file, as schemas. */
import { z } from 'zod';
import type { Meters } from '../math/units.js';
import { PIN_NAME } from '../robot/pin.js';
import { isFound, oneOf } from '../validation/errors.js';
import { sayIssue } from '../validation/issues.js';
import { pointWithin, quantity } from '../validation/quantity.js';

/** Limit of all lengths and mounting positions of a robot: a larger one is a forgotten unit, as in `track: 130`. */
export const MAX_LENGTH: Meters = 5;

/** Range of a range sensor. */
export const sensorRange = quantity('m', { above: 0, most: 200 });

/** Of its first firing. */
export const firstAfter = quantity('s', { min: 0, most: 2 }).exactOptional();

const pinFound = (value: unknown): string => `${isFound(value)}; a pin is wanted: a number like 9, or A0`;

export const pinSchema = z
  .union([z.number(), z.string()], { error: ({ input }) => pinFound(input) })
  .refine((pin) => PIN_NAME.test(String(pin)), { error: ({ input }) => pinFound(input) });

const mounted = {
  id: z.string().min(1).exactOptional(),
  at: pointWithin({ most: MAX_LENGTH }).default([0, 0]),
  facing: quantity('rad').default(0),
};

/** A sensor that faces somewhere, and what is written of it besides. */
export const facingSensorSchema = <const T extends string, Keys extends z.ZodRawShape>(type: T, keys: Keys) =>
  z.strictObject({ type: z.literal(type), ...mounted, ...keys });

const FACING_REFUSED =
  "'facing' is found; this sensor measures the same turn whichever way it faces; remove it";

/** A sensor that measures the robot's turning: `facing` is an error, not ignored silently. */
export const turnSensorSchema = <const T extends string, Keys extends z.ZodRawShape>(type: T, keys: Keys) =>
  z.strictObject(
    { type: z.literal(type), id: mounted.id, at: mounted.at, ...keys },
    {
      error: (issue) => {
        if (issue.code !== 'unrecognized_keys') return undefined;
        const lines = sayIssue(issue).split('\n');
        return issue.keys.map((key, i) => (key === 'facing' ? FACING_REFUSED : lines[i])).join('\n');
      },
    },
  );

/** For a sensor at one pin. */
export const atPin = { pin: pinSchema.exactOptional() };

/** For a sensor that may be wired or mounted the other way round. */
export const invertible = { invert: z.boolean().exactOptional() };

/** In simulation: whether it has the errors of a typical one; default none. */
export const noise = { noise: z.enum(['none', 'typical']).exactOptional() };

/** In simulation: without the errors that it has by default. */
export const idealized = { ideal: z.boolean().exactOptional() };

/** For a chip with several addresses, of which its pins choose one. */
export function addressed(addresses: readonly number[]) {
  const words = oneOf(addresses.map(inHex));
  const error = ({ input }: { readonly input?: unknown }) =>
    typeof input === 'number'
      ? `${inHex(input)} is found; ${words} is wanted`
      : `${isFound(input)}; ${words} is wanted, without quotes`;
  return { address: z.literal(addresses, { error }).exactOptional() };
}

/** An address as data sheets write it: `0x6B`. */
export const inHex = (address: number): string => `0x${address.toString(16).toUpperCase().padStart(2, '0')}`;
