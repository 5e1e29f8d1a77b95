/** Motors and track of a robot without encoders, by tape: duties that were given for a known time, and where it got to. */
import { believe, poseCovariance } from '../estimation/belief.js';
import { movedAlong, turnOfWheels } from '../estimation/motion.js';
import type { Fit, Parameter } from '../math/leastSquares.js';
import type { Meters, MetersPerSecondSquared, Seconds } from '../math/units.js';
import { slipVariance } from '../robot/slip.js';
import type { Side } from '../signals/signals.js';
import { type MeasuredValue, measuredBy, sumWeights } from './measured.js';
import { type EachMotor, ROLLING_DIRECTIONS } from './motorFit.js';
import type { RunLog } from './runLog.js';
import { fitWithSlip } from './slipFit.js';
import { type EndPose, START_DEVIATION, sizeOf, type TapeResult, tapeSurprises } from './tapeErrors.js';
import { positionsBy, type WheelFigures } from './wheelModel.js';

/** One maneuver, and what was measured when it stood again. */
export interface TimedRun {
  readonly duties: RunLog['duties'];
  readonly tape: TapeResult;
}

/** What the tape cannot tell, by the robot's file. */
export interface TimedFacts {
  readonly track: Meters;
  readonly noLoadSpeed: number;
  readonly deadband: number;
  readonly delay: Seconds;
  readonly lag: Seconds;
  readonly acceleration: MetersPerSecondSquared;
  readonly breakaway: number;
}

export interface TimedFit {
  readonly noLoadSpeed: EachMotor<MeasuredValue>;
  readonly deadband: EachMotor<MeasuredValue>;
  readonly track: MeasuredValue;
  readonly slip: number;
}

const TRACK = 8;
/** A ruler tells the track as well as this before anything has turned: straight ways alone hardly tell it. */
const TRACK_DOUBT = 0.05;
const CAUTION = 1.25;
const STEP: Seconds = 0.05;

/**
 * Delay and lag begin and end a motion alike, so that they hardly change how far it goes: ∫v dt of a linear wheel is that of
 * its command. That is why a tape tells the speeds, and why it cannot tell delay and lag.
 */
export function fitTimed(runs: readonly TimedRun[], facts: TimedFacts): TimedFit {
  const speed = { start: facts.noLoadSpeed, step: 1e-3, least: 0.01, most: 5 };
  const deadband = { start: facts.deadband, step: 1e-3, least: 0, most: 0.8 };
  const track: Parameter = { start: 1, step: 1e-3, least: 0.5, most: 2 };
  const parameters = [speed, deadband, speed, deadband, speed, deadband, speed, deadband, track];
  const ends = runs.map(({ duties, tape }) => ({ tape, endBy: timedEnds({ duties }, facts) }));
  const { fit, slip } = fitWithSlip(
    (values, assumed) => [
      ((values[TRACK] as number) - 1) / TRACK_DOUBT,
      ...ends.flatMap(({ tape, endBy }) => tapeSurprises(tape, endBy(values, assumed)).map(sizeOf)),
    ],
    parameters,
  );
  return { ...asFit(fit, facts), slip };
}

function asFit(fit: Fit, { track }: TimedFacts): Omit<TimedFit, 'slip'> {
  const measured = (i: number): MeasuredValue => measuredBy(fit, sumWeights(i), CAUTION);
  const each = (offset: number): EachMotor<MeasuredValue> => ({
    left: { forward: measured(offset), back: measured(2 + offset) },
    right: { forward: measured(4 + offset), back: measured(6 + offset) },
  });
  const scale = measured(TRACK);
  return {
    noLoadSpeed: each(0),
    deadband: each(1),
    track: { value: track * scale.value, deviation: track * scale.deviation },
  };
}

function figuresOf(values: readonly number[], side: Side, facts: TimedFacts): WheelFigures {
  const first = side === 'left' ? 0 : 4;
  const [forward, back] = ROLLING_DIRECTIONS.map((_, i) => ({
    noLoadSpeed: values[first + 2 * i] as number,
    deadband: values[first + 2 * i + 1] as number,
  })) as [WheelFigures['forward'], WheelFigures['back']];
  return { ...facts, forward, back };
}

/** Where the model ends, from its start at the origin, with the covariance that slip gives it. */
export const timedEnd = (
  run: Pick<TimedRun, 'duties'>,
  values: readonly number[],
  facts: TimedFacts,
  slip: number,
): EndPose => timedEnds(run, facts)(values, slip);

function timedEnds(
  { duties }: Pick<TimedRun, 'duties'>,
  facts: TimedFacts,
): (values: readonly number[], slip: number) => EndPose {
  const from = duties[0]?.at ?? 0;
  const until = duties.at(-1)?.at ?? 0;
  const at = Array.from({ length: Math.ceil((until - from) / STEP) + 1 }, (_, i) =>
    Math.min(until, from + i * STEP),
  );
  const of = (side: Side) =>
    positionsBy(
      duties.map((duty) => ({ at: duty.at, duty: duty[side] })),
      at,
    );
  const [left, right] = [of('left'), of('right')];
  return (values, slip) =>
    integrated(
      left(figuresOf(values, 'left', facts)),
      right(figuresOf(values, 'right', facts)),
      facts.track * (values[TRACK] as number),
      slip,
    );
}

function integrated(left: Float64Array, right: Float64Array, track: Meters, slip: number): EndPose {
  const wheels = { track, slip: slipVariance(slip, track) };
  let belief = believe(0, { x: 0, y: 0, heading: 0 }, { place: 0, heading: START_DEVIATION });
  let [turned, way] = [0, 0];
  for (let i = 1; i < left.length; i++) {
    const l = (left[i] as number) - (left[i - 1] as number);
    const r = (right[i] as number) - (right[i - 1] as number);
    const ways = { left: l, right: r };
    const turn = turnOfWheels(ways, wheels);
    belief = movedAlong(belief, 0, ways, turn);
    turned += turn.turned;
    way += Math.abs(l + r) / 2;
  }
  return { pose: belief.pose, covariance: poseCovariance(belief), turned, way };
}
