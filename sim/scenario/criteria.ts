/** A scenario's criteria as they are written: `- contacts: { atMost: 0 }`. */
import { z } from 'zod';
import { targetParameter } from '../../src/steering/target.js';
import { oneOf } from '../../src/validation/errors.js';
import { quantity } from '../../src/validation/quantity.js';
import { NOTICED_KINDS } from './noticedKinds.js';
import type { CriterionSpec } from './scenario.js';
import { cornersSchema } from './scenarioSchema.js';

const distance = quantity('m', { min: 0 });
const count = quantity('', { min: 0 });
const share = quantity('', { min: 0, max: 1 });
/** From when on it must hold. */
const after = quantity('s', { min: 0 }).exactOptional();
const before = quantity('s', { above: 0 }).exactOptional();
const id = z.string().min(1);

const forms = {
  arrived: z.strictObject({ within: distance.exactOptional(), before }),
  contacts: z.strictObject({ atMost: count }),
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
  clearance: z.strictObject({ atLeast: distance }),
  crossings: z.strictObject({ atLeast: count }),
  polarization: z.strictObject({ atLeast: share, after }),
  distance: z
    .strictObject({
      from: id,
      to: targetParameter,
      atLeast: distance.exactOptional(),
      atMost: distance.exactOptional(),
      after,
      reaches: distance.exactOptional(),
      before,
    })
    .superRefine((limits, context) => {
      const { atLeast, atMost, reaches } = limits;
      const lasting = atLeast !== undefined || atMost !== undefined;
      if (!lasting && reaches === undefined) {
        context.addIssue('no limit is found; at least one of atLeast, atMost and reaches is wanted');
        return;
      }
      if (limits.after !== undefined && !lasting) {
        context.addIssue("'after' is for atLeast and atMost; add one of these; or remove 'after'");
      }
      if (limits.before !== undefined && reaches === undefined) {
        context.addIssue("'before' is for reaches; add that; or remove 'before'");
      }
    }),
  hidden: z.strictObject({ robot: id, from: targetParameter, share, after }),
  inside: z.strictObject({ corners: cornersSchema }),
  stopped: z.strictObject({
    robot: id.exactOptional(),
    within: quantity('s', { min: 0 }).exactOptional(),
    travelled: distance.exactOptional(),
    why: z.enum(NOTICED_KINDS).exactOptional(),
  }),
};

const names = Object.keys(forms) as (keyof typeof forms)[];

export const criterionSchema = z
  .strictObject({
    arrived: forms.arrived.exactOptional(),
    contacts: forms.contacts.exactOptional(),
    crossTrack: forms.crossTrack.exactOptional(),
    overshoot: forms.overshoot.exactOptional(),
    clearance: forms.clearance.exactOptional(),
    crossings: forms.crossings.exactOptional(),
    polarization: forms.polarization.exactOptional(),
    distance: forms.distance.exactOptional(),
    hidden: forms.hidden.exactOptional(),
    inside: forms.inside.exactOptional(),
    stopped: forms.stopped.exactOptional(),
  })
  .refine((entry) => Object.keys(entry).length === 1, {
    error: `a criterion says one thing; one of ${oneOf(names)} is wanted; write each as an entry of its own`,
    when: ({ issues }) => issues.length === 0,
  })
  .transform((entry): CriterionSpec => {
    const criterion = names.find((name) => entry[name] !== undefined);
    return { criterion, ...(criterion && entry[criterion]) } as CriterionSpec;
  });
