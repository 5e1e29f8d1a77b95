/** Which figures of the body explain how far it drifted from its commands, and how much of it each explains. */

import { type BodyFigures, declaredFigures } from '../../identify/bodyFigures.js';
import { type CountedWays, type IndexSpan, wayIn } from '../../identify/countedWays.js';
import { fitRecordedMotors, recordedSpans, waysOf } from '../../identify/recordedMotors.js';
import { LEAST_FIXES, type Rolling, rollingIn } from '../../identify/rolling.js';
import { shapley } from '../../math/shapley.js';
import type { Meters } from '../../math/units.js';
import { UsageError } from '../../validation/errors.js';
import { driftIn, endDrift } from './drift.js';
import { apart, type Figure, fittedMotorFigures, rollingFigures, seenFigures } from './figures.js';
import type { RecordedRun } from './recordedRun.js';

export interface DriftExplanation {
  /** The greatest share first. */
  readonly causes: readonly BodyCause[];
  readonly body: BodyFigures;
  /** By the robot's file, and by the body found. */
  readonly drift: { readonly file: Drift; readonly found: Drift };
  /** σ of each wheel per √metre; undefined where fixes do not tell. */
  readonly slip: number | undefined;
  readonly way: Meters;
  /** Those in which nothing seems to have held or pushed the robot, and how many there were. */
  readonly spans: { readonly used: number; readonly count: number };
}

/** A figure of the body, and what its difference from the file does. */
export interface BodyCause extends Figure {
  /** Its share of the squared drift that goes away with all of them; below 0 where it hides another one. */
  readonly explains: number;
  /** Farther from the file than its uncertainty lets expect, in a body that is not as its file says. */
  readonly isSure: boolean;
}

export interface Drift {
  /** After three seconds, by the way in them. */
  readonly share: number;
  /** After the whole run, from the robot's own estimate. */
  readonly end: Meters;
}

/** So many standard deviations off is no chance. */
const SURE = 2;
/** A body that drifts less, by its way, is as its file says: the model that fits it is no better. */
const LEAST_DRIFT = 0.003;

/** @throws UsageError where the recording does not tell how the body moved */
export function explain(run: RecordedRun): DriftExplanation {
  const ways = waysOf(run);
  mustTell(run, ways);
  const declared = declaredFigures(run.robot);
  const found = bodyIn(run, ways);
  const share = driftIn(found.spans, run, { ways, body: found.rolls });
  const drift = (figures: BodyFigures): Drift => ({ share: share(figures), end: endDrift(run, figures) });
  const before = share(declared);
  const shares = sharesOf(found.figures, declared, (figures) => share(figures) ** 2);
  const causes = found.figures.map((figure, i): BodyCause => {
    const { measured, file } = figure;
    const isOff = Math.abs(measured.value - file) > SURE * measured.deviation;
    return { ...figure, explains: shares[i] ?? 0, isSure: before > LEAST_DRIFT && isOff };
  });
  return {
    causes: causes.toSorted((a, b) => b.explains - a.explains),
    body: found.body,
    drift: { file: drift(declared), found: drift(found.body) },
    slip: found.slip,
    way: wayIn(ways, [0, ways.at.length - 1]),
    spans: { used: found.spans.length, count: recordedSpans(ways.at).length },
  };
}

/** What each figure takes off the squared drift by the file, in the mean of all orders in which they are corrected. */
function sharesOf(
  figures: readonly Figure[],
  declared: BodyFigures,
  squaredDrift: (body: BodyFigures) => number,
): number[] {
  const before = squaredDrift(declared);
  return shapley(figures.length, (set) => {
    const corrected = figures.filter((_, i) => set & (1 << i));
    const body = corrected.reduce((changed, { correct }) => correct(changed), declared);
    return before > 0 ? 1 - squaredDrift(body) / before : 0;
  });
}

interface FoundBody {
  readonly figures: readonly Figure[];
  readonly body: BodyFigures;
  /** By it the ways of the wheels tell where the robot came to. */
  readonly rolls: Pick<BodyFigures, 'wheels' | 'track'>;
  readonly spans: readonly IndexSpan[];
  readonly slip: number | undefined;
}

function bodyIn(run: RecordedRun, ways: CountedWays): FoundBody {
  const declared = declaredFigures(run.robot);
  const rolling = rollingIn(run, ways);
  const rolls = rollsBy(rolling, declared);
  const { slip } = rolling;
  if (!run.robot.encoders) {
    const { left, right } = declared.noLoadSpeed;
    const noLoadSpeed = { left: left * rolls.wheels.left, right: right * rolls.wheels.right };
    const body = { ...declared, noLoadSpeed, track: rolls.track };
    return { figures: seenFigures(rolling, declared), body, rolls, spans: recordedSpans(ways.at), slip };
  }
  const motors = fitRecordedMotors(run, ways);
  const figures = [...fittedMotorFigures(motors, declared), ...rollingFigures(rolling, declared)];
  return { figures, body: { ...motors.figures, ...rolls }, rolls, spans: motors.spans, slip };
}

function rollsBy({ scale, ratio, track }: Rolling, declared: BodyFigures): FoundBody['rolls'] {
  const { left, right } = apart(ratio?.value ?? 1);
  const mean = scale?.value ?? 1;
  return { wheels: { left: mean * left, right: mean * right }, track: track?.value ?? declared.track };
}

/** A shorter run tells nothing of motors. */
const LEAST_SPANS = 2;

function mustTell({ robot, log }: RecordedRun, ways: CountedWays): void {
  if (!robot.encoders && log.fixes.length < LEAST_FIXES)
    throw new UsageError(
      `'${robot.name}' has neither encoders nor ${LEAST_FIXES} fixes in this recording: nothing in it tells how it moved`,
    );
  if (recordedSpans(ways.at).length < LEAST_SPANS)
    throw new UsageError('the recording is too short; at least 6 s of driving tell something of the body');
  if (log.duties.every(({ left, right }) => left === 0 && right === 0))
    throw new UsageError('the motors were never told to turn in this recording; there is nothing to compare');
}
