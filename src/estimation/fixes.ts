/** Fixes: places from outside, which correct the belief; one that is far off counts once others agree with it. */
import type { Meters, Radians } from '../math/units.js';
import type { Fix } from '../signals/readings.js';
import {
  type Belief,
  corrected,
  covarianceBetween,
  doubted,
  doubtful,
  joined,
  stateOf,
  X,
  Y,
} from './belief.js';
import { GYRO_BIAS, LASTING } from './motion.js';

/** Why a fix was not used. */
export type FixRefusal = 'too late' | 'from the future' | 'far off';

/** A fix that was judged. */
export interface JudgedFix extends Fix {
  readonly kind: 'fix';
  readonly used: boolean;
  /** How far off it was. */
  readonly off: Innovation;
  /** It ended a row of fixes that agreed with one another and not with the belief: by so much that was wrong [m]. */
  readonly reset?: Meters;
}

/** A fix farther off is an outlier: 99.73 % of right ones are nearer (χ² of two). */
const GATE = 11.83;
/** So many outliers in a row that agree within this many of their standard deviations are believed: the robot was wrong. */
const AGREEING = 5;
const AGREEMENT = 3.5;
/** Of a body that moves meanwhile, odometry may be wrong by this share of the way. */
const ODOMETRY_ERROR = 0.3;
/** Then its heading is unknown, too. */
const LOST_HEADING: Radians = 1;

/** A robot is put down by hand. */
const LEAST_DOUBT = { place: 0.01, heading: 0.02 };
/** Deviations of what fixes tell as well: of each wheel's counts, and of a bias that was learned while it stood (0.03 °/s). */
const TOLD = { [LASTING.counts.left]: 0.02, [LASTING.counts.right]: 0.02, [GYRO_BIAS]: 5e-4 };

/** What is believed before the first fix: it may be corrected in all that fixes tell. */
export function opened(
  belief: Belief,
  { isCounted, hasGyro }: { readonly isCounted: boolean; readonly hasGyro: boolean },
): Belief {
  let open = doubtful(belief, LEAST_DOUBT);
  for (const [error, deviation] of Object.entries(TOLD))
    if ((error === GYRO_BIAS ? hasGyro : isCounted) && stateOf(open, error) < 0)
      open = joined(open, error, { variance: deviation ** 2 });
  return open;
}

/** How far a fix is from the belief: its square in standard deviations, and the distances [m]. */
export interface Innovation {
  readonly squared: number;
  readonly x: Meters;
  readonly y: Meters;
}

/** νᵀ S⁻¹ ν with S = P_xy + σ². */
export function innovationOf(belief: Belief, { x, y, deviation }: Fix): Innovation {
  const off = { x: x - belief.pose.x, y: y - belief.pose.y };
  const [a, b, d] = placeVariance(belief, deviation);
  const squared = (d * off.x * off.x - 2 * b * off.x * off.y + a * off.y * off.y) / (a * d - b * b);
  return { squared, ...off };
}

/** S: of x, of x with y, of y. */
export const placeVariance = (belief: Belief, deviation: Meters): readonly [number, number, number] => [
  covarianceBetween(belief, X, X) + deviation ** 2,
  covarianceBetween(belief, X, Y),
  covarianceBetween(belief, Y, Y) + deviation ** 2,
];

/** @param earlier those before it */
export function judgedFix(belief: Belief, fix: Fix, earlier: readonly JudgedFix[]): JudgedFix {
  const off = innovationOf(belief, fix);
  const judged = { ...fix, kind: 'fix', used: false, off } as const;
  if (off.squared <= GATE) return { ...judged, used: true };
  const row = [...earlier.slice(1 - AGREEING), judged];
  if (row.length < AGREEING || row.some(({ used }) => used)) return judged;
  const x = mean(row.map((one) => one.off.x));
  const y = mean(row.map((one) => one.off.y));
  const [first, last] = [row[0] as Fix, fix];
  const mostApart =
    AGREEMENT * fix.deviation + (ODOMETRY_ERROR / 2) * Math.hypot(last.x - first.x, last.y - first.y);
  const agree = row.every((one) => Math.hypot(one.off.x - x, one.off.y - y) < mostApart);
  return agree ? { ...judged, used: true, reset: Math.hypot(x, y) } : judged;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Those that may be in a row with a next one. */
export const agreeing = (past: readonly JudgedFix[], passed: readonly JudgedFix[]): readonly JudgedFix[] =>
  passed.length > 0 ? [...past, ...passed].slice(1 - AGREEING) : past;

/** The belief after a fix that was judged. */
export function byFix(belief: Belief, fix: JudgedFix): Belief {
  if (!fix.used) return belief;
  const open =
    fix.reset === undefined ? belief : doubted(belief, { place: fix.reset, heading: LOST_HEADING });
  return atFix(open, fix);
}

/** The belief after a fix: its x and its y are independent of each other. */
export function atFix(belief: Belief, { x, y, deviation }: Fix): Belief {
  const first = corrected(belief, [[X, 1]], x - belief.pose.x, deviation ** 2);
  return corrected(first, [[Y, 1]], y - first.pose.y, deviation ** 2);
}
