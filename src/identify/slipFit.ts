/** Least squares where slip is unknown: it decides how much each measurement counts. */
import { type Fit, leastSquares, type Parameter } from '../math/leastSquares.js';

const FIRST_SLIP = 0.004;
/** No floor is better. */
const LEAST_SLIP = 1e-3;
const MOST_SLIP = 0.2;
const ROUNDS = 6;
/** A slip that changes by a smaller share weighs the measurements as it did. */
const SETTLED = 1e-4;

/** Values and slip together. */
interface SlipFit {
  readonly fit: Fit;
  readonly slip: number;
}

/**
 * Slip s is found together with the parameters, by turns.
 *
 * @param residuals differences, each divided by the standard deviation that it has with such slip [√m]
 * @param slipAfter the slip that fits the residuals better; by default s·rms, right where slip is what they come from
 */
export function fitWithSlip(
  residuals: (values: readonly number[], slip: number) => readonly number[],
  parameters: readonly Parameter[],
  slipAfter: (fit: Fit, slip: number) => number = ({ rms }, slip) => slip * rms,
): SlipFit {
  const fitAt = (slip: number, starts: readonly number[] | undefined): Fit =>
    leastSquares(
      (values) => residuals(values, slip),
      parameters.map((parameter, i) => ({ ...parameter, start: starts?.[i] ?? parameter.start })),
    );
  let slip = FIRST_SLIP;
  let fit = fitAt(slip, undefined);
  for (let round = 1; round < ROUNDS; round++) {
    const next = Math.min(MOST_SLIP, Math.max(LEAST_SLIP, slipAfter(fit, slip)));
    if (Math.abs(next - slip) < SETTLED * slip) break;
    slip = next;
    fit = fitAt(slip, fit.values);
  }
  return { fit, slip };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const SEARCH_STEPS = 14;

/** The slip at which a cost with one minimum is least: golden sections of its logarithm. */
export function likeliestSlip(cost: (slip: number) => number): number {
  let [low, high] = [Math.log(LEAST_SLIP), Math.log(MOST_SLIP)];
  const costAt = (exponent: number) => cost(Math.exp(exponent));
  let [one, other] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [costOne, costOther] = [costAt(one), costAt(other)];
  for (let i = 0; i < SEARCH_STEPS; i++) {
    if (costOne < costOther) {
      [high, other, costOther] = [other, one, costOne];
      one = high - GOLDEN * (high - low);
      costOne = costAt(one);
    } else {
      [low, one, costOne] = [one, other, costOther];
      other = low + GOLDEN * (high - low);
      costOther = costAt(other);
    }
  }
  return Math.exp((low + high) / 2);
}
