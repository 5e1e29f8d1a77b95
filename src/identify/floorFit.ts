/** Wheels and track from maneuvers on the floor, by a tape, a gyroscope, or both. */
import { believe, poseCovariance } from '../estimation/belief.js';
import { movedAlong, type Turn, turnOfWheels } from '../estimation/motion.js';
import type { Fit, Parameter } from '../math/leastSquares.js';
import type { Meters, Seconds } from '../math/units.js';
import { type BodySlip, bodySlip, type SlipSpec, slipVariance } from '../robot/slip.js';
import type { RolledStep } from './countedWays.js';
import { type MeasuredValue, measuredBy } from './measured.js';
import { fitWithSlip, likeliestSlip } from './slipFit.js';
import {
  costOf,
  type EndPose,
  START_DEVIATION,
  type Surprise,
  sizeOf,
  type TapeResult,
  tapeSurprises,
} from './tapeErrors.js';

/** One maneuver: how it rolled by the file, and what was measured when it stood again. */
export interface FloorRun {
  readonly steps: readonly RolledStep[];
  readonly tape: TapeResult;
}

export interface FloorFit {
  /** Of both wheels: true way by that of the file. */
  readonly scale: MeasuredValue;
  /** Right wheel's way by the left one's, each true by that of the file. */
  readonly ratio: MeasuredValue;
  readonly left: MeasuredValue;
  readonly right: MeasuredValue;
  readonly track: MeasuredValue;
  /** True turn by that of the gyroscope; undefined without one. */
  readonly gyroScale: MeasuredValue | undefined;
  /** Random slip of a wheel [√m]: σ after a metre. */
  readonly slip: number;
  /** The same of the body's way and heading, each found for itself. */
  readonly bodySlip: BodySlip;
}

export interface FloorFacts {
  /** By the file. */
  readonly track: Meters;
  readonly perCount: { readonly left: Meters; readonly right: Meters };
  readonly gyro: boolean;
}

/** Of a gyroscope, per second: noise and what is left of its bias. */
export const GYRO_VARIANCE = 1e-6;
/** Wheels and gyroscope are compared over stretches of this length. */
const STRETCH: Seconds = 2;

/** The covariance is right for small errors of a model that is right: deviations are told a little larger. */
const CAUTION = 1.25;

/**
 * The most likely left and right scale, track and gyroscope's scale for what was measured.
 *
 * Each measurement counts by its covariance: that of the tape, and what slip adds to the robot's place on its way,
 * σ² = s²·|way| for each wheel. s is found as well, so that the residuals have the size which the covariances tell.
 */
export function fitFloor(runs: readonly FloorRun[], facts: FloorFacts): FloorFit {
  const scale = { step: 1e-4, least: 0.5, most: 2, start: 1 };
  const parameters: Parameter[] = [scale, scale, { ...scale, step: 1e-4 }, ...(facts.gyro ? [scale] : [])];
  const { fit, slip } = fitWithSlip(
    (values, assumed) => runs.flatMap((run) => surprises(run, values, facts, assumed).map(sizeOf)),
    parameters,
  );
  return { ...asFit(fit, slip, facts), bodySlip: likeliestBodySlip(runs, fit.values, facts, slip) };
}

/** One after the other, each the likeliest beside the other. */
const ROUNDS = 2;

/** The slip of way and heading, for wheels and track that are found. @param slip of a wheel, to begin with */
function likeliestBodySlip(
  runs: readonly FloorRun[],
  values: readonly number[],
  facts: FloorFacts,
  slip: number,
): BodySlip {
  const costAt = (assumed: BodySlip) => costOf(runs.flatMap((run) => surprises(run, values, facts, assumed)));
  let { way, heading } = bodySlip(slip, facts.track);
  for (let round = 0; round < ROUNDS; round++) {
    way = likeliestSlip((assumed) => costAt({ way: assumed, heading }));
    heading = likeliestSlip((assumed) => costAt({ way, heading: assumed }));
  }
  // Slip of the wheels that turns the body moves it, too.
  return { way: Math.max(way, (heading * facts.track) / 2), heading };
}

function asFit(fit: Fit, slip: number, { track, gyro }: FloorFacts): Omit<FloorFit, 'bodySlip'> {
  const measured = (weights: readonly number[], factor = 1): MeasuredValue =>
    measuredBy(
      fit,
      weights.map((weight) => factor * weight),
      CAUTION,
    );
  const [left, right] = [measured([1]), measured([0, 1])];
  const ratio = { value: right.value / left.value, deviation: measured([-1, 1]).deviation };
  return {
    scale: measured([0.5, 0.5]),
    ratio,
    left,
    right,
    track: measured([0, 0, 1], track),
    gyroScale: gyro ? foldedIn(measured([0, 0, 0, 1])) : undefined,
    slip,
  };
}

/** What turns the body faster than the gyroscope is read is folded into its rate. */
const FOLDED = 0.001;

export const foldedIn = ({ value, deviation }: MeasuredValue): MeasuredValue => ({
  value,
  deviation: Math.hypot(deviation, FOLDED * value),
});

/** Differences between measurements and model, independent of each other. */
function surprises(run: FloorRun, values: readonly number[], facts: FloorFacts, slip: SlipSpec): Surprise[] {
  const end = finalPose(run, values, facts, slip);
  return [...tapeSurprises(run.tape, end), ...(facts.gyro ? gyroSurprises(run, values, facts, slip) : [])];
}

interface Turned {
  readonly left: Meters;
  readonly right: Meters;
  readonly turn: Turn;
}

function turnOf(step: RolledStep, values: readonly number[], { track }: FloorFacts, slip: SlipSpec): Turned {
  const [l = 1, r = 1, b = 1, g = 1] = values;
  const [left, right] = [step.left * l, step.right * r];
  const wide = track * b;
  const byWheels = turnOfWheels({ left, right }, { track: wide, slip: slipVariance(slip, wide) });
  if (step.turned === null) return { left, right, turn: byWheels };
  const variance = GYRO_VARIANCE * (step.at - step.from);
  return { left, right, turn: { ...byWheels, turned: g * step.turned, variance, cross: 0 } };
}

/** Where a rim may be between two counts: even over a count. */
const countVariance = ({ perCount, track }: FloorFacts): number =>
  (perCount.left ** 2 + perCount.right ** 2) / 12 / track ** 2;

/** Where the robot should stand, from its start at the origin, with the covariance that slip gives it. */
function finalPose(
  { steps }: FloorRun,
  values: readonly number[],
  facts: FloorFacts,
  slip: SlipSpec,
): EndPose {
  const byCounts = facts.gyro ? 0 : countVariance(facts);
  const heading = Math.sqrt(START_DEVIATION ** 2 + byCounts);
  let belief = believe(0, { x: 0, y: 0, heading: 0 }, { place: 0, heading });
  let [turned, way] = [0, 0];
  for (const step of steps) {
    const { left, right, turn } = turnOf(step, values, facts, slip);
    belief = movedAlong(belief, step.at, { left, right }, turn);
    turned += turn.turned;
    way += Math.abs(left + right) / 2;
  }
  const covariance = poseCovariance(belief);
  return { pose: belief.pose, turned, way, covariance: { ...covariance, hh: covariance.hh + byCounts } };
}

function gyroSurprises(
  { steps }: FloorRun,
  values: readonly number[],
  facts: FloorFacts,
  slip: SlipSpec,
): Surprise[] {
  const [l = 1, r = 1, b = 1, g = 1] = values;
  const width = facts.track * b;
  const { turn } = slipVariance(slip, width);
  const said: Surprise[] = [];
  let [off, variance, from] = [0, 2 * countVariance(facts), steps[0]?.from ?? 0];
  for (const [i, step] of steps.entries()) {
    const [left, right] = [step.left * l, step.right * r];
    off += (right - left) / width - g * (step.turned ?? 0);
    variance += (turn * (Math.abs(left) + Math.abs(right))) / 2;
    variance += GYRO_VARIANCE * (step.at - step.from);
    if (step.at - from < STRETCH && i < steps.length - 1) continue;
    said.push({ off, variance });
    [off, variance, from] = [0, 2 * countVariance(facts), step.at];
  }
  return said;
}
