/** Every number of a tick and of the true state is finite. */
import type { Check, Moment } from '../moment.js';

export const finiteNumbers = (): Check => ({
  rule: 'finite',
  tick({ tick, pose, wheels }: Moment) {
    const { at, lostPeriods, estimate, contributions, steered, wanted, granted, duties } = tick;
    const all = { at, lostPeriods, estimate, contributions, steered, wanted, granted, duties, pose, wheels };
    const place = notFinite(all);
    return place === undefined ? undefined : `${place} is not a finite number`;
  },
});

/** Where the first number is that is not finite: `.tick.duties.left`. */
function notFinite(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key in value) {
    const below = notFinite((value as Record<string, unknown>)[key]);
    if (below !== undefined) return `.${key}${below}`;
  }
  return undefined;
}
