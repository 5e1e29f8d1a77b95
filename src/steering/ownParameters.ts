/** The parameters of a user's own behavior, as the behavior declares them: checked where a mission writes them, with units. */
import { z } from 'zod';
import { oneOf } from '../validation/errors.js';
import { point, quantity, type Unit } from '../validation/quantity.js';

/**
 * What a parameter is: a unit such as `s` for a quantity, `number`, `text`, `yes or no`, `point` or `points`; with a question
 * mark behind it, it may be left out.
 */
export type ParameterKind = string;

const UNITS: readonly Unit[] = ['m', 's', 'rad', 'kg', 'N', 'V', 'm/s', 'rad/s', 'm/s²', 'Hz'];

const KINDS: Readonly<Record<string, z.ZodType>> = {
  number: quantity(''),
  text: z.string(),
  'yes or no': z.boolean(),
  point,
  points: z.array(point),
  ...Object.fromEntries(UNITS.map((unit) => [unit, quantity(unit)])),
};

/**
 * The schema of declared parameters: `{ pause: 's', corners: 'points', loud: 'yes or no?' }`.
 *
 * @throws RangeError for a kind that there is not
 */
export function ownSchema(name: string, declared: Readonly<Record<string, ParameterKind>>): z.ZodType {
  const shape = Object.entries(declared).map(([key, kind]) => {
    const isOptional = kind.endsWith('?');
    const schema = KINDS[isOptional ? kind.slice(0, -1) : kind];
    if (!schema)
      throw new RangeError(
        `'${name}' declares ${key} as '${kind}'; a parameter is one of ${oneOf(Object.keys(KINDS))}`,
      );
    return [key, isOptional ? schema.optional() : schema];
  });
  return z.strictObject(Object.fromEntries(shape));
}
