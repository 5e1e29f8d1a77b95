/**
 * Motors from a run with the wheels off the floor: dead band, no-load speed, delay and lag of the wheels that answer
 * known duties.
 */
import { type Fit, leastSquares, type Parameter } from '../math/leastSquares.js';
import type { Meters, Seconds } from '../math/units.js';
import { SIDES, type Side } from '../signals/signals.js';
import { aboutMeans, countedWays, spansOf } from './countedWays.js';
import { type MeasuredValue, measuredBy, sumWeights } from './measured.js';
import type { RunLog } from './runLog.js';
import { positionsBy, type WheelFigures } from './wheelModel.js';

export type RollingDirection = 'forward' | 'back';
export type EachMotor<T> = Readonly<Record<Side, Readonly<Record<RollingDirection, T>>>>;

export interface MotorFit {
  readonly noLoadSpeed: EachMotor<MeasuredValue>;
  readonly deadband: EachMotor<MeasuredValue>;
  readonly delay: MeasuredValue;
  readonly lag: MeasuredValue;
  /** Delay and lag together: better known than either. */
  readonly response: MeasuredValue;
  readonly acceleration: MeasuredValue;
  readonly breakaway: MeasuredValue;
  /** Of the differences between model and counts. */
  readonly rms: Meters;
}

export const ROLLING_DIRECTIONS = ['forward', 'back'] as const;

/** In the order of the parameters: for each wheel and direction no-load speed and dead band, then what both share. */
const OWN = SIDES.flatMap((side) => ROLLING_DIRECTIONS.map((direction) => ({ side, direction })));
const [DELAY, LAG, ACCELERATION, BREAKAWAY] = [8, 9, 10, 11] as const;

const STEPS = {
  speed: { step: 1e-3, least: 0.005, most: 10 },
  deadband: { step: 1e-3, least: 0, most: 0.8 },
  delay: { step: 2e-3, least: 0, most: 0.5 },
  lag: { step: 2e-3, least: 0.001, most: 1 },
  acceleration: { step: 2e-2, least: 0.1, most: 60 },
  breakaway: { step: 1e-3, least: 0, most: 0.5 },
} as const;

/** Delay [s], lag [s], acceleration [m/s²] and dead band with which a fit begins: it finds only the nearest minimum. */
const STARTS = [
  [0.05, 0.05, 2, 0.1],
  [0.1, 0.1, 1, 0.2],
  [0.03, 0.12, 3, 0.15],
  [0.12, 0.04, 2, 0.25],
  [0.14, 0.14, 1, 0.1],
  [0.08, 0.08, 4, 0.25],
] as const;

/** Few spans tell how large their errors are: deviations are told larger. */
const CAUTION = 1.5;

/** Residuals count without their mean over such a time, so that an error of one moment does not count for ever. */
const SPAN: Seconds = 1.5;

/**
 * Least squares of the rim's positions by `wheelPositions` against the counts, both wheels together, since they share
 * delay and lag. The errors of a span may depend on each other, as those of a link do whose delay changes.
 *
 * @param perCount rim travel of a count by the robot's file [m]
 */
export function fitMotors(log: RunLog, perCount: Readonly<Record<Side, Meters>>, guess: number): MotorFit {
  const ways = countedWays(log.counts, perCount);
  const wheels = SIDES.map((side) => ({
    side,
    seen: ways[side],
    told: positionsBy(
      log.duties.map((duty) => ({ at: duty.at, duty: duty[side] })),
      ways.at,
    ),
  }));
  const spans = spansOf(ways.at, SPAN, true);
  const enough = 0.45 * ways.perCount + 1e-4;
  const groups = wheels.flatMap((_, w) =>
    spans.flatMap(([from, to], s) => Array<number>(to - from).fill(2 * s + w)),
  );
  const errors = (values: readonly number[]): number[] =>
    wheels.flatMap(({ side, told, seen }) => aboutMeans(told(figuresOf(values, side)), seen, spans).flat());
  let best: Fit | undefined;
  for (const start of STARTS) {
    const fit = leastSquares(errors, parametersAt(start, guess), { groups });
    if (!best || fit.rms < best.rms) best = fit;
    if (best.rms < enough) break;
  }
  return asFit(best as Fit);
}

function figuresOf(values: readonly number[], side: Side): WheelFigures {
  const of = (direction: RollingDirection) => {
    const i = 2 * OWN.findIndex((own) => own.side === side && own.direction === direction);
    return { noLoadSpeed: values[i] as number, deadband: values[i + 1] as number };
  };
  return {
    forward: of('forward'),
    back: of('back'),
    delay: values[DELAY] as number,
    lag: values[LAG] as number,
    acceleration: values[ACCELERATION] as number,
    breakaway: values[BREAKAWAY] as number,
  };
}

const parametersAt = (
  [delay, lag, acceleration, deadband]: (typeof STARTS)[number],
  guess: number,
): Parameter[] => parametersFrom([...OWN.flatMap(() => [guess, deadband]), delay, lag, acceleration, 0.01]);

const parametersFrom = (values: readonly number[]): Parameter[] => {
  const { speed, deadband, delay, lag, acceleration, breakaway } = STEPS;
  const kinds = [...OWN.flatMap(() => [speed, deadband]), delay, lag, acceleration, breakaway];
  return kinds.map((kind, i) => ({ ...kind, start: values[i] as number }));
};

function asFit(fit: Fit): MotorFit {
  const { rms } = fit;
  const measured = (...indexes: readonly number[]): MeasuredValue =>
    measuredBy(fit, sumWeights(...indexes), CAUTION);
  const each = (offset: number): EachMotor<MeasuredValue> => ({
    left: { forward: measured(offset), back: measured(2 + offset) },
    right: { forward: measured(4 + offset), back: measured(6 + offset) },
  });
  return {
    noLoadSpeed: each(0),
    deadband: each(1),
    delay: measured(DELAY),
    lag: measured(LAG),
    response: measured(DELAY, LAG),
    acceleration: measured(ACCELERATION),
    breakaway: measured(BREAKAWAY),
    rms,
  };
}
