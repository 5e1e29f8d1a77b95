/** What a scenario changes while it runs, in the order of time. */
import { z } from 'zod';
import type { Seconds } from '../../src/math/units.js';
import { quantity } from '../../src/validation/quantity.js';

export interface ChangeSpec {
  /** After the ticks of this instant. */
  readonly at: Seconds;
  /** By their keys, such as `robots.a.mission.arrive.slowingRadius`; see `changes.ts`. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Its index in the file, where another order is written there. */
  readonly entry?: number;
}

export const changesSchema = z
  .array(
    z.strictObject({
      at: quantity('s', { min: 0 }).describe('When it is changed.'),
      set: z
        .record(z.string().min(1), z.unknown())
        .describe(
          'What is different from then on, by its key: `robots.a.mission.arrive.slowingRadius: 0.3`.',
        ),
    }),
  )
  .transform((all): readonly ChangeSpec[] =>
    all.map((one, entry) => ({ ...one, entry })).toSorted((a, b) => a.at - b.at),
  );
