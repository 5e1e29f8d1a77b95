/** Known faults of wheels, encoders and motors, and whether the counts in a window of time fit them. */
import type { Meters } from '../math/units.js';
import { type FaultKind, SIDES } from '../signals/signals.js';
import { agreedMinimum, type Ways, type WindowSums } from './motionWindow.js';

/** A fault, and what may cause it. */
export interface Explanation {
  readonly kind: FaultKind;
  readonly causes: readonly FaultKind[];
}

/** A possible fault: `counts` converts the distances of healthy wheels to the faulty counts. */
interface Hypothesis extends Explanation {
  readonly counts: (healthy: Ways) => Ways;
}

export const REVERSED_CAUSES: readonly FaultKind[] = ['encoderReversed', 'motorReversed'];
const STANDING_CAUSES: readonly FaultKind[] = ['encoderStuck', 'encoderSilent', 'motorDead', 'wheelsBlocked'];

const hypothesis = (
  kind: FaultKind,
  causes: readonly FaultKind[],
  counts: Hypothesis['counts'],
): Hypothesis => ({ kind, causes, counts });

const HYPOTHESES: readonly Hypothesis[] = [
  hypothesis('wheelsSwapped', ['encodersSwapped', 'motorsSwapped'], ({ left, right }) => ({
    left: right,
    right: left,
  })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left: -left, right: -right })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left: -left, right })),
  hypothesis('wheelReversed', REVERSED_CAUSES, ({ left, right }) => ({ left, right: -right })),
  hypothesis('wheelStands', STANDING_CAUSES, ({ right }) => ({ left: 0, right })),
  hypothesis('wheelStands', STANDING_CAUSES, ({ left }) => ({ left, right: 0 })),
  hypothesis('wheelStands', STANDING_CAUSES, () => ({ left: 0, right: 0 })),
];

/** All hypotheses that fit the motion in a window, the likeliest first. */
export const hypothesesFor = (sums: WindowSums, metersPerCount: Ways): readonly Explanation[] =>
  HYPOTHESES.filter((one) => fits(one, sums, metersPerCount));

/** A hypothesis fits if its counts are off by less than this share of the distance, two counts and this tolerance. */
const FIT_SHARE = 0.25;
const FIT_TOLERANCE: Meters = 0.002;

function fits({ kind, counts }: Hypothesis, sums: WindowSums, metersPerCount: Ways): boolean {
  const { quick, slow, counted } = sums;
  if (kind === 'wheelsSwapped' && !sumFits(sums, metersPerCount)) return false;
  const [fast, late] = [counts(quick), counts(slow)];
  return SIDES.every((side) => {
    const [low, high] = [Math.min(fast[side], late[side]), Math.max(fast[side], late[side])];
    const spare =
      FIT_SHARE * Math.max(Math.abs(low), Math.abs(high)) + 2 * metersPerCount[side] + FIT_TOLERANCE;
    // A wheel without counts stands; it does not fit a hypothesis with a few counts.
    const stands = Math.abs(counted[side]) <= 1.5 * metersPerCount[side] && (low > 0 || high < 0);
    return !stands && counted[side] >= low - spare && counted[side] <= high + spare;
  });
}

/** The sum of two swapped wheels is as expected; with a failed wheel it is not. */
const SUM_FIT_SHARE = 0.12;

function sumFits({ quick, slow, counted }: WindowSums, metersPerCount: Ways): boolean {
  const [fast, late, seen] = [sum(quick), sum(slow), Math.abs(sum(counted))];
  const spare = metersPerCount.left + metersPerCount.right + FIT_TOLERANCE;
  const most = Math.max(Math.abs(fast), Math.abs(late)) * (1 + SUM_FIT_SHARE) + spare;
  const least = Math.abs(agreedMinimum(fast, late)) * (1 - SUM_FIT_SHARE) - spare;
  return seen <= most && seen >= least;
}

const sum = ({ left, right }: Ways): Meters => left + right;
