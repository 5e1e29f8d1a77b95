/** A recorded robot: how far its wheels rolled, and its motors: the figures by which its duties turn its wheels as they were counted. */
import { type Fit, leastSquares, type Parameter } from '../math/leastSquares.js';
import type { Meters, Seconds } from '../math/units.js';
import { SIDES } from '../signals/signals.js';
import { type BodyFigures, declaredFigures, rimWays, rimWaysBy } from './bodyFigures.js';
import { aboutMeans, type CountedWays, countedWays, type IndexSpan, spansOf, wayIn } from './countedWays.js';
import { type MeasuredValue, measuredBy } from './measured.js';
import { perCountOf } from './rolled.js';
import type { DrivenRun } from './runLog.js';

/** How far both rims have come by the file's diameter; without encoders as the body of the file would have turned its wheels. */
export function waysOf({ robot, log: { counts, duties } }: DrivenRun): CountedWays {
  if (robot.encoders) return countedWays(counts, perCountOf(robot));
  const at = duties.map((sent) => sent.at);
  return { at, ...rimWays(duties, at, declaredFigures(robot), robot), perCount: 0 };
}

/** Errors of a model of a body last about as long; and a path driven that long shows a turn as a distance. */
export const SPAN: Seconds = 3;

export const recordedSpans = (at: readonly Seconds[]): IndexSpan[] => spansOf(at, SPAN);

export interface MotorsFit {
  readonly figures: BodyFigures;
  /** Mean of both no-load speeds by that of the file, and the right one's by the left one's. */
  readonly speed: MeasuredValue;
  readonly difference: MeasuredValue;
  readonly deadband: MeasuredValue;
  readonly delay: MeasuredValue;
  readonly lag: MeasuredValue;
  /** Those in which the wheels turned as motors turn them. */
  readonly spans: readonly IndexSpan[];
}

/** How far a body may be from its file: what a recording does not tell stays near the file. */
const PRIOR = { speed: 0.2, deadband: 0.1, delay: 0.08, lag: 0.08 };
/** A motor's model is off by this much within a span, besides what a count hides. */
const MODEL_ERROR: Meters = 0.002;
/** So many errors of a span are independent of each other. */
const NEWS_OF_SPAN = 6;
const CAUTION = 2;
/** A dead band far from the file's may stop the wheels in the model: from there no slope leads out. */
const DEADBAND_STARTS = [0, -0.07, 0.08, 0.16];
/** In standard deviations: as good as the model expects, so that no other start can be much better. */
const GOOD = 1;
/** A robot that hardly moved is met well by every body that hardly moves. */
const LEAST_WAY: Meters = 2;
/** A wheel that is held, or a robot that is pushed, is off by more than this many times the median. */
const HELD = 5;
/** Less is the noise of a count or two. */
const LEAST_HELD: Meters = 0.01;

/**
 * Least squares of the rims' ways within each span, about their mean, with the file as prior; the spans in which
 * something held or pushed the robot are left out.
 */
export function fitRecordedMotors(run: DrivenRun, counted: CountedWays): MotorsFit {
  const all = recordedSpans(counted.at);
  const turned: Turned = { counted, rims: rimWaysBy(run.log.duties, counted.at, run.robot) };
  const first = likeliest(run, turned, all);
  const used = undisturbed(turned, { spans: all, figures: figuresOf(run, first.values) });
  return asFit(run, used.length < all.length ? likeliest(run, turned, used) : first, used);
}

/** How the wheels turned, and how a body's would have. */
interface Turned {
  readonly counted: CountedWays;
  readonly rims: ReturnType<typeof rimWaysBy>;
}

function asFit(run: DrivenRun, fit: Fit, spans: readonly IndexSpan[]): MotorsFit {
  const measure = (...weights: number[]) => measuredBy(fit, weights, CAUTION);
  const [figures, { noLoadSpeed }] = [figuresOf(run, fit.values), declaredFigures(run.robot)];
  const { left, right } = figures.noLoadSpeed;
  const speed = (left + right) / (noLoadSpeed.left + noLoadSpeed.right);
  const difference = Math.exp(measure(-1, 1).value);
  return {
    figures,
    speed: { value: speed, deviation: speed * measure(0.5, 0.5).deviation },
    difference: { value: difference, deviation: difference * measure(-1, 1).deviation },
    deadband: measure(0, 0, 1),
    delay: measure(0, 0, 0, 1),
    lag: measure(0, 0, 0, 0, 1),
    spans,
  };
}

function likeliest(run: DrivenRun, turned: Turned, spans: readonly IndexSpan[]): Fit {
  const { counted } = turned;
  const { deadband, delay, lag } = declaredFigures(run.robot);
  const speed: Parameter = { start: 0, step: 1e-3, least: -1, most: 1 };
  const hasMoved = wayIn(counted, [0, counted.at.length - 1]) > LEAST_WAY;
  let best: Fit | undefined;
  for (const by of DEADBAND_STARTS) {
    const fit = leastSquares(
      (values) => errorsOf(run, turned, { spans, values }),
      [
        speed,
        speed,
        { start: deadband + by, step: 1e-3, least: 0, most: 0.8 },
        { start: delay, step: 2e-3, least: 0, most: 0.5 },
        { start: lag, step: 2e-3, least: 0.001, most: 1 },
      ],
    );
    if (!best || fit.rms < best.rms) best = fit;
    if (best.rms < GOOD && hasMoved) break;
  }
  return best as Fit;
}

/** The logarithms of both no-load speeds by those of the file; dead band, delay, lag. */
type Values = readonly number[];

function figuresOf({ robot }: DrivenRun, [left = 0, right = 0, ...others]: Values): BodyFigures {
  const declared = declaredFigures(robot);
  const { noLoadSpeed } = declared;
  const [deadband = declared.deadband, delay = declared.delay, lag = declared.lag] = others;
  return {
    ...declared,
    noLoadSpeed: { left: noLoadSpeed.left * Math.exp(left), right: noLoadSpeed.right * Math.exp(right) },
    deadband,
    delay,
    lag,
  };
}

/** In standard deviations. */
function errorsOf(
  run: DrivenRun,
  turned: Turned,
  { spans, values }: { readonly spans: readonly IndexSpan[]; readonly values: Values },
): number[] {
  const { counted } = turned;
  const sigma = Math.hypot(MODEL_ERROR, counted.perCount / Math.sqrt(12));
  const perSpan = counted.at.length / Math.max(1, spans.length);
  const weight = 1 / (sigma * Math.sqrt(Math.max(1, perSpan / NEWS_OF_SPAN)));
  const off = wayErrors(turned, { spans, figures: figuresOf(run, values) });
  const declared = declaredFigures(run.robot);
  const [left = 0, right = 0, deadband = 0, delay = 0, lag = 0] = values;
  return [
    ...off.flatMap((errors) => errors.map((error) => weight * error)),
    left / PRIOR.speed,
    right / PRIOR.speed,
    (deadband - declared.deadband) / PRIOR.deadband,
    (delay - declared.delay) / PRIOR.delay,
    (lag - declared.lag) / PRIOR.lag,
  ];
}

interface Judged {
  readonly spans: readonly IndexSpan[];
  readonly figures: BodyFigures;
}

/** For each span the errors of both wheels' ways. */
function wayErrors({ counted, rims }: Turned, { spans, figures }: Judged): number[][] {
  const ways = rims(figures);
  const [left, right] = SIDES.map((side) => aboutMeans(ways[side], counted[side], spans));
  return spans.map((_, i) => [...(left?.[i] ?? []), ...(right?.[i] ?? [])]);
}

function undisturbed(turned: Turned, judged: Judged): IndexSpan[] {
  const sizes = wayErrors(turned, judged).map((errors) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / Math.max(1, errors.length)),
  );
  const median = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  return judged.spans.filter((_, i) => (sizes[i] as number) <= Math.max(HELD * median, LEAST_HELD));
}
