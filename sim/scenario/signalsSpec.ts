/** What a scenario tells its robots' missions while it runs, in place of a program or of someone at the page. */
import { z } from 'zod';
import type { Seconds } from '../../src/math/units.js';
import type { SignalValue } from '../../src/signals/missionTree.js';
import { quantity } from '../../src/validation/quantity.js';

export interface SignalSpec {
  readonly at: Seconds;
  readonly name: string;
  readonly value: SignalValue;
  /** Default: every robot. */
  readonly robot?: string;
}

export const signalsSchema = z
  .array(
    z.strictObject({
      at: quantity('s', { min: 0 }).describe('When it is told.'),
      name: z.string().min(1).describe('The signal, as the condition `signal` names it.'),
      value: z.union([z.string(), z.number(), z.boolean()]).default(true).describe('Its value.'),
      robot: z.string().min(1).exactOptional().describe('The robot that hears it; unless given, every one.'),
    }),
  )
  .transform((all): readonly SignalSpec[] => all.toSorted((a, b) => a.at - b.at));
