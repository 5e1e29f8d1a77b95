/** One row of a verdict: what a criterion wanted, and what was measured. */
import type { Seconds } from '../../src/math/units.js';
import type { FaultKind } from '../../src/signals/signals.js';

/** One row of the verdict; `measured` is the worst of all robots, null where there was nothing to measure. */
export interface CriterionResult {
  readonly criterion: string;
  /** null: it only has to happen. */
  readonly limit: number | null;
  readonly measured: number | null;
  readonly passed: boolean;
  /** Where the measured value must not be less than the limit; everywhere else it must not be more. */
  readonly bound?: 'atLeast';
  /** Which robots, where the criterion names some. */
  readonly of?: string;
  /** The kind of fault that had to be noticed. */
  readonly why?: FaultKind;
}

/** A time without the rounding of added-up steps. */
export const microseconds = (time: Seconds): Seconds => Math.round(time * 1e6) / 1e6;

/** Without a limit it only has to happen. */
export const atMostRow = (
  criterion: string,
  limit: number | null,
  measured: number | null,
): CriterionResult => ({
  criterion,
  limit,
  measured,
  passed: measured !== null && (limit === null || measured <= limit),
});

export const atLeastRow = (criterion: string, limit: number, measured: number | null): CriterionResult => ({
  criterion,
  limit,
  measured,
  passed: measured !== null && measured >= limit,
  bound: 'atLeast',
});
