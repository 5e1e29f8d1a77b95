/** A scenario's criteria as they are written: `- contacts: { atMost: 0 }`. */
import { z } from 'zod';
import { oneOf } from '../src/errors.js';
import { quantity } from '../src/quantity.js';
import type { CriterionSpec } from './scenario.js';

const distance = quantity('m', { min: 0 });

const forms = {
  arrived: z.strictObject({
    within: distance.exactOptional(),
    before: quantity('s', { above: 0 }).exactOptional(),
  }),
  contacts: z.strictObject({ atMost: quantity('', { min: 0 }) }),
  crossTrack: z
    .strictObject({
      rms: distance.exactOptional(),
      max: distance.exactOptional(),
      missed: distance.exactOptional(),
    })
    .refine((limits) => Object.keys(limits).length > 0, {
      error: 'no limit is found; at least one of rms, max and missed is wanted',
    }),
  overshoot: z.strictObject({ atMost: distance }),
};

const names = oneOf(Object.keys(forms));

export const criterionSchema = z
  .strictObject({
    arrived: forms.arrived.exactOptional(),
    contacts: forms.contacts.exactOptional(),
    crossTrack: forms.crossTrack.exactOptional(),
    overshoot: forms.overshoot.exactOptional(),
  })
  .refine((entry) => Object.keys(entry).length === 1, {
    error: `a criterion says one thing; one of ${names} is wanted; write each as an entry of its own`,
    when: ({ issues }) => issues.length === 0,
  })
  .transform(({ arrived, contacts, crossTrack, overshoot }): CriterionSpec => {
    if (arrived) return { criterion: 'arrived', ...arrived };
    if (contacts) return { criterion: 'contacts', ...contacts };
    if (crossTrack) return { criterion: 'crossTrack', ...crossTrack };
    return { criterion: 'overshoot', atMost: overshoot?.atMost ?? 0 };
  });
