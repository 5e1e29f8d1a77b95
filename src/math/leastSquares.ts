/** Fits the parameters of a model to measurements: Levenberg–Marquardt with a numeric Jacobian. */
import { clamp } from './geometry.js';

/** One parameter of a fit: where it begins, how far it is moved to see its effect, and its range. */
export interface Parameter {
  readonly start: number;
  readonly step: number;
  readonly least?: number;
  readonly most?: number;
}

export interface Fit {
  readonly values: readonly number[];
  /** Root of the mean square of the residuals. */
  readonly rms: number;
  /** Standard deviation of each value; infinite if the measurements do not determine it. */
  readonly deviations: readonly number[];
  /** A row for each parameter, 0 for one that changes nothing; undefined if values cannot be told apart. */
  readonly covariance: Covariance | undefined;
}

type Covariance = readonly (readonly number[])[];

/** A model's errors: which of them belong together, if not each is independent of the others. */
export interface FitOptions {
  /**
   * The group of each residual: errors within a group may depend on each other. Then the covariance is
   * n/(n − m)·(JᵀJ)⁻¹(Σ gᵢgᵢᵀ)(JᵀJ)⁻¹ with gᵢ = Jᵢᵀrᵢ of each of the n groups, which is right also for errors that last.
   * Without groups it is s²(JᵀJ)⁻¹ with s² = Σr²/(n − m).
   */
  readonly groups?: readonly number[];
}

const MOST_ROUNDS = 40;
const FIRST_DAMPING = 1e-3;
const MOST_TRIES = 9;
/** A round that improves the sum of squares by a smaller share is the last. */
const CONVERGED = 1e-8;

type Residuals = (values: readonly number[]) => readonly number[];

/**
 * The values p that minimise Σ rᵢ(p)²: p ← p − (JᵀJ + λ·diag JᵀJ)⁻¹ Jᵀr, with λ smaller after a step that helped and
 * larger after one that did not. It finds the nearest minimum, so a model with several is fitted from several starts.
 *
 * @param residuals as many numbers each time, at least one for each parameter
 */
export function leastSquares(
  residuals: Residuals,
  parameters: readonly Parameter[],
  { groups }: FitOptions = {},
): Fit {
  const within = (values: readonly number[]): number[] =>
    values.map((value, i) => {
      const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = parameters[
        i
      ] as Parameter;
      return clamp(value, least, most);
    });
  let values = within(parameters.map(({ start }) => start));
  let r = residuals(values);
  let cost = sumOfSquares(r);
  let damping = FIRST_DAMPING;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const columns = columnsOf(residuals, parameters, values, r);
    const slope = columns.map((column) => product(column, r));
    const better = betterValues(normalOf(columns), slope, damping, (change) => {
      const tried = within(values.map((value, i) => value - (change[i] as number)));
      const errors = residuals(tried);
      const sum = sumOfSquares(errors);
      return sum < cost ? { tried, errors, sum } : undefined;
    });
    if (!better) break;
    const gain = (cost - better.sum) / cost;
    ({ tried: values, errors: r, sum: cost } = better);
    damping = better.damping;
    if (!(gain > CONVERGED)) break;
  }
  const columns = columnsOf(residuals, parameters, values, r);
  const covariance = covarianceOf(columns, r, groups);
  const isTold = columns.map((column) => column.some((slope) => slope !== 0));
  const deviations = values.map((_, i) =>
    covariance && isTold[i] ? Math.sqrt(Math.max(0, covariance[i]?.[i] as number)) : Number.POSITIVE_INFINITY,
  );
  return { values, rms: Math.sqrt(cost / r.length), deviations, covariance };
}

interface Step {
  readonly tried: number[];
  readonly errors: readonly number[];
  readonly sum: number;
}

function betterValues(
  normal: readonly (readonly number[])[],
  slope: readonly number[],
  first: number,
  tried: (change: readonly number[]) => Step | undefined,
): (Step & { readonly damping: number }) | undefined {
  for (let attempt = 0, damping = first; attempt < MOST_TRIES; attempt++, damping *= 6) {
    const damped = normal.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) : value)));
    const change = inverseOfTold(damped)?.map((row) =>
      row.reduce((sum, value, j) => sum + value * (slope[j] as number), 0),
    );
    const step = change && tried(change);
    if (step) return { ...step, damping: Math.max(damping / 5, 1e-9) };
  }
  return undefined;
}

/** The columns of J, one for each parameter. */
const columnsOf = (
  residuals: Residuals,
  parameters: readonly Parameter[],
  values: readonly number[],
  r: readonly number[],
): number[][] =>
  parameters.map(({ step, most = Number.POSITIVE_INFINITY }, i) => {
    const value = values[i] as number;
    // At its upper end a parameter is moved down.
    const by = value + step > most ? -step : step;
    return residuals(values.with(i, value + by)).map((error, k) => (error - (r[k] as number)) / by);
  });

/** JᵀJ. */
const normalOf = (columns: readonly (readonly number[])[]): number[][] =>
  columns.map((one) => columns.map((other) => product(one, other)));

/** The inverse for the values that the measurements depend on at all; 0 for the others. */
function inverseOfTold(normal: readonly (readonly number[])[]): number[][] | undefined {
  const told = [...normal.keys()].filter((i) => (normal[i]?.[i] as number) > 0);
  const part = inverse(told.map((i) => told.map((j) => normal[i]?.[j] as number)));
  return part && normal.map((row, i) => row.map((_, j) => part[told.indexOf(i)]?.[told.indexOf(j)] ?? 0));
}

function covarianceOf(
  columns: readonly (readonly number[])[],
  r: readonly number[],
  groups: readonly number[] | undefined,
): Covariance | undefined {
  const spread = inverseOfTold(normalOf(columns));
  if (!spread) return undefined;
  const freedom = (count: number) => Math.max(1, count - columns.length);
  if (!groups) return spread.map((row) => row.map((value) => (value * sumOfSquares(r)) / freedom(r.length)));
  const pulls = new Map<number, number[]>();
  for (const [k, error] of r.entries()) {
    const pull = pulls.get(groups[k] as number) ?? columns.map(() => 0);
    pulls.set(
      groups[k] as number,
      pull.map((sum, i) => sum + (columns[i]?.[k] as number) * error),
    );
  }
  const moved = [...pulls.values()].map((pull) => spread.map((row) => product(row, pull)));
  const scale = pulls.size / freedom(pulls.size);
  return spread.map((_, i) =>
    spread.map((_, j) => scale * moved.reduce((sum, by) => sum + (by[i] as number) * (by[j] as number), 0)),
  );
}

const product = (a: readonly number[], b: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
};
const sumOfSquares = (r: readonly number[]): number => product(r, r);

/** A pivot below this, of a matrix whose diagonal is 1, belongs to values that cannot be told apart. */
const SINGULAR = 1e-12;

/** The inverse of a symmetric positive matrix by Gauss and Jordan, scaled to a diagonal of 1; undefined if it has none. */
export function inverse(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const scales = matrix.map((row, i) => Math.sqrt(row[i] as number));
  if (!scales.every((scale) => scale > 0 && Number.isFinite(scale))) return undefined;
  const size = matrix.length;
  const rows = matrix.map((row, i) => [
    ...row.map((value, j) => value / ((scales[i] as number) * (scales[j] as number))),
    ...row.map((_, j) => (i === j ? 1 : 0)),
  ]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i]?.[i] as number;
    if (!(pivot > SINGULAR)) return undefined;
    rows[i] = (rows[i] as number[]).map((value) => value / pivot);
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const factor = rows[k]?.[i] as number;
      rows[k] = (rows[k] as number[]).map((value, j) => value - factor * (rows[i]?.[j] as number));
    }
  }
  return rows.map((row, i) =>
    row.slice(size).map((value, j) => value / ((scales[i] as number) * (scales[j] as number))),
  );
}
