/** Where a robot stands, as an operator writes it: `0.5,0.2,90deg`. */
import type { Pose } from '../../math/geometry.js';
import { UsageError } from '../../validation/errors.js';
import { quantity } from '../../validation/quantity.js';

const FORM = "a place and a heading are wanted, such as '0.5,0.2,90deg', or 'here' for where it was last";

/** The word of an operator for a robot that stands where it was when the recording ended. */
export const HERE_WORD = 'here';

/** The pose; undefined for `here`. @throws UsageError */
export function saidPlace(text: string): Pose | undefined {
  if (text.trim() === HERE_WORD) return undefined;
  const parts = text.split(',').map((part) => part.trim());
  const [x, y, heading] = parts;
  if (parts.length !== 3 || !x || !y || !heading) throw new UsageError(`'${text}': ${FORM}`);
  // A bare number would be in radians; an operator measures degrees.
  if (Number(heading) !== 0 && Number.isFinite(Number(heading)))
    throw new UsageError(`'${text}': give the heading a unit: ${x},${y},${heading}deg`);
  return { x: read('m', x, text), y: read('m', y, text), heading: read('rad', heading, text) };
}

function read(unit: 'm' | 'rad', part: string, text: string): number {
  const { data, error } = quantity(unit).safeParse(Number.isFinite(Number(part)) ? Number(part) : part);
  if (data !== undefined) return data;
  throw new UsageError(`'${text}': ${error?.issues.map(({ message }) => message).join('; ')}`);
}
