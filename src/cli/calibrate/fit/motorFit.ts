/**
 * Motors from a run with the wheels off the floor: dead band, no-load speed, delay and lag of the wheels that answer
 * known duties.
 */
import { type Fit, leastSquares, type Parameter } from '../../../math/leastSquares.js';
import type { Meters, Seconds } from '../../../math/units.js';
import { countsBetween } from '../../../sensors/boardInputs.js';
import type { EncoderReading } from '../../../signals/readings.js';
import { SIDES, type Side } from '../../../signals/signals.js';
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

/** One wheel's share of the log. */
interface WheelLog {
  readonly positions: ReturnType<typeof positionsBy>;
  readonly at: readonly Seconds[];
  readonly ways: readonly Meters[];
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
  const wheels = SIDES.map((side) => wheelLog(log, side, perCount[side]));
  const spans = spansOf(wheels[0]?.at ?? []);
  const enough = 0.45 * Math.max(perCount.left, perCount.right) + 1e-4;
  let best: Fit | undefined;
  const groups = wheels.flatMap((_, w) =>
    spans.flatMap(({ from, to }, s) => Array<number>(to - from).fill(2 * s + w)),
  );
  for (const start of STARTS) {
    const fit = leastSquares((values) => residuals(wheels, values, spans), parametersAt(start, guess), {
      groups,
    });
    if (!best || fit.rms < best.rms) best = fit;
    if (best.rms < enough) break;
  }
  return asFit(best as Fit);
}

function wheelLog({ duties, counts }: RunLog, side: Side, perCount: Meters): WheelLog {
  const sent = duties.map((duty) => ({ at: duty.at, duty: duty[side] }));
  let way = 0;
  const ways = counts.map((reading, i) => {
    way += i === 0 ? 0 : countsBetween((counts[i - 1] as EncoderReading)[side], reading[side]) * perCount;
    return way;
  });
  const at = counts.map((reading) => reading.at);
  return { positions: positionsBy(sent, at), at, ways };
}

/** Index ranges of the readings, each of about `SPAN`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf(at: readonly Seconds[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let i = 0; i < at.length; i++) {
    if ((at[i] as number) - (at[from] as number) < SPAN && i < at.length - 1) continue;
    spans.push({ from, to: i });
    from = i;
  }
  return spans;
}

function residuals(wheels: readonly WheelLog[], values: readonly number[], spans: readonly Span[]): number[] {
  const errors: number[] = [];
  for (const [w, { positions, ways }] of wheels.entries()) {
    const modelled = positions(figuresOf(values, SIDES[w] as Side));
    for (const { from, to } of spans) {
      let sum = 0;
      for (let i = from; i < to; i++) sum += (modelled[i] as number) - (ways[i] as number);
      const mean = sum / (to - from);
      for (let i = from; i < to; i++) errors.push((modelled[i] as number) - (ways[i] as number) - mean);
    }
  }
  return errors;
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
