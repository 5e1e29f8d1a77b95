/** Between two counts of a coarse encoder: the model of the motors goes on, and each edge corrects it. */
import { clamp } from '../math/geometry.js';
import type { Meters } from '../math/units.js';

/** Where a wheel stands between its last count and the next, in counts. */
export interface CountPhase {
  /** 0 … 1, by the model. */
  readonly at: number;
  /**
   * Variance of the way that was driven, of where between two counts it began, and what they have in common [counts²].
   */
  readonly way: number;
  readonly start: number;
  readonly shared: number;
}

/** Both wheels' phases. */
export interface CountPhases {
  readonly left: CountPhase;
  readonly right: CountPhase;
}

/** Nobody knows where between two counts a wheel begins: evenly spread, with the variance 1/12. */
const ANYWHERE: CountPhase = { at: 0.5, way: 0, start: 1 / 12, shared: 0 };
export const UNKNOWN_PHASES: CountPhases = { left: ANYWHERE, right: ANYWHERE };

/** Finer counts tell more than the model does. */
const FINE: Meters = 0.001;

/** Variance that the model's way gains with each count: it is off by a tenth of the first one. */
const MODEL_VARIANCE = 0.01;
/** Of an edge beside what the time between two readings leaves open. */
const EDGE_VARIANCE = 0.002;

/**
 * How far a wheel went since the last reading of its counter, and where between two counts it stands now.
 *
 * A count of a coarse encoder is a centimetre long; in between, the model knows better. A Kalman filter over the way d
 * that was driven and the unknown start p between two counts: the model adds Δm = model/c to d, with a variance of 0.01
 * |Δm|. An edge that was passed since the last reading says that φ = p + d lies between it and |Δm| behind it: half of
 * that on the mean, with the variance Δm²/12. Where no edge came, φ is at most 1. The correction counts for p while p
 * is unknown, and for d the more the farther the model has gone alone. So a right model is hardly touched, and a wrong
 * one is off by a fraction of a count at most. Of a wheel that somebody else turns the model knows nothing: its counts
 * are taken as they are; and so are counts of less than a millimetre.
 */
export function betweenCounts(
  phase: CountPhase,
  rolled: Meters,
  counted: Meters,
  perCount: Meters,
): { readonly way: Meters; readonly phase: CountPhase } {
  if (rolled === 0 || perCount < FINE) return { way: counted, phase };
  const gone = rolled / perCount;
  const counts = counted / perCount;
  const model = { ...phase, at: phase.at + gone - counts, way: phase.way + MODEL_VARIANCE * Math.abs(gone) };
  const seen = edgeSeen(model.at, counts, Math.min(1, Math.abs(gone)));
  const { corrected, shift } = seen ? correct(model, seen) : { corrected: model, shift: 0 };
  const at = clamp(corrected.at, 0, 1);
  return { way: (gone + shift + at - corrected.at) * perCount, phase: { ...corrected, at } };
}

/** What a reading tells of where the wheel stands; undefined: nothing new. @param step way since the last reading */
function edgeSeen(at: number, counts: number, step: number) {
  const variance = (step * step) / 12 + EDGE_VARIANCE;
  if (Math.abs(counts) > 0.5) return { at: counts > 0 ? step / 2 : 1 - step / 2, variance };
  return at < 0 || at > 1 ? { at: clamp(at, 0, 1), variance: EDGE_VARIANCE } : undefined;
}

function correct(
  { at, way, start, shared }: CountPhase,
  seen: { readonly at: number; readonly variance: number },
): { readonly corrected: CountPhase; readonly shift: number } {
  const [ofWay, ofStart] = [way + shared, start + shared];
  const sum = ofWay + ofStart + seen.variance;
  const off = seen.at - at;
  const [wayShare, startShare] = [ofWay / sum, ofStart / sum];
  const corrected = {
    at: at + (wayShare + startShare) * off,
    way: way - wayShare * ofWay,
    start: start - startShare * ofStart,
    shared: shared - wayShare * ofStart,
  };
  return { corrected, shift: wayShare * off };
}
