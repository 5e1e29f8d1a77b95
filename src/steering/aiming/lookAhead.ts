/** How far ahead a pursuer or an evader looks: until the two can meet, or a fixed time. */
import { z } from 'zod';
import type { Vec2 } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
import { isFound } from '../../validation/errors.js';
import { sayIssue } from '../../validation/issues.js';
import { quantities, quantity } from '../../validation/quantity.js';

const time = quantity('s', { min: 0 });

/** `exact`, or a time [s]. */
export const lookAheadParameter = z
  .unknown()
  .transform((value, context): 'exact' | Seconds => {
    if (value === 'exact') return value;
    const wrongType = typeof value !== 'number' && !(typeof value === 'string' && /\d/.test(value));
    const parsed = wrongType ? undefined : time.safeParse(value, { error: sayIssue });
    if (parsed?.success) return parsed.data;
    const [issue] = parsed?.error.issues ?? [];
    context.addIssue(issue?.message ?? `${isFound(value)}; exact or a time is wanted, such as 0.5 s`);
    return z.NEVER;
  })
  .prefault('exact')
  .register(quantities, { unit: 's', range: { min: 0 } });

export type LookAheadInput = 'exact' | number | string;

/** Where a target is now and where it is expected. */
export function predictionMarks(now: Vec2, expected: Vec2): Mark[] {
  return [
    { kind: 'segment', from: now, to: expected, label: 'prediction' },
    { kind: 'point', at: expected, label: 'predicted' },
  ];
}
