/** What a drive says at its end, and the exit code. */
import pc from 'picocolors';
import { standingIn } from '../../control/standing.js';
import { expectedErrorWords } from '../../estimation/expectedError.js';
import type { MeasuredLatency } from '../../estimation/latencyMeter.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { Ending } from '../../session/ride.js';
import type { PoseSource } from '../../signals/signals.js';
import { standingWords } from '../../signals/standing.js';
import { DeadManTripped, messageOf } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import type { Interruption } from '../terminal/shutdown.js';
import { POSE_SOURCE_WORDS } from '../terminal/statusLine.js';
import { UNCONFIRMED } from './closeOrWarn.js';
import type { DriveEnd } from './runMission.js';

const STOPPED = 'the wheels are stopped';
/** What the program cannot know: whether a lost body has stopped. */
const LOST_ADVICE = 'with a dead-man it has stopped by itself; without one, switch its power off now';

const ENDING_WORDS = {
  arrived: 'arrived',
  failed: 'failed',
  interrupted: 'interrupted',
  faulted: 'faulted',
  limited: 'stopped',
  tripped: 'stopped',
  notReady: 'not started',
  lost: 'lost',
} as const satisfies Record<Ending['kind'], string>;

/** For JSON. */
const OUTCOME_NAMES = { ...ENDING_WORDS, notReady: 'notReady' } as const;

/** @param interruption what ended it from outside, if anything */
export function driveExitCode({ ending }: DriveEnd, interruption: Interruption | undefined): ExitCode {
  switch (ending.kind) {
    case 'arrived':
      return EXIT.done;
    case 'failed':
      return EXIT.criterionFailed;
    case 'interrupted':
      return interruption?.signal ? EXIT.interrupted : EXIT.stoppedForSafety;
    case 'faulted':
    case 'limited':
    case 'tripped':
    case 'notReady':
      return EXIT.stoppedForSafety;
    case 'lost':
      return ending.error instanceof DeadManTripped ? EXIT.stoppedForSafety : EXIT.noRobot;
  }
}

export function reportDrive(
  { name, control }: Pick<RobotDefinition, 'name' | 'control'>,
  { ending, state, expectedError, motorsOff }: DriveEnd,
  interruption: Interruption | undefined,
  json: boolean,
): string {
  const { belief, source, latency } = state.estimator;
  const { pose } = belief;
  const answers = latency?.found ? { ...latency.found, file: control.latency } : null;
  const why = whyOf(ending, interruption);
  const standing = standingIn(state);
  const { sent, lost = 0 } = state.guards.supply.counts.at(-1) ?? {};
  const commands = sent === undefined ? null : { sent, lost };
  if (json) {
    const { x, y, heading } = pose;
    const seconds = state.at;
    return JSON.stringify({
      robot: name,
      outcome: OUTCOME_NAMES[ending.kind],
      why,
      standing,
      motorsOff,
      seconds,
      pose: { x, y, heading },
      poseFrom: source,
      expectedError,
      latency: answers,
      commands,
    });
  }
  const outcome = ENDING_WORDS[ending.kind];
  const said = why === null ? outcome : `${outcome}: ${why}`;
  const degrees = ((pose.heading * 180) / Math.PI).toFixed(0);
  const place = `x ${pose.x.toFixed(3)} m, y ${pose.y.toFixed(3)} m, ${degrees}° ${sourceWords(source, expectedError)}`;
  const wheels = ending.kind === 'lost' ? LOST_ADVICE : motorsOff ? STOPPED : UNCONFIRMED;
  const stood = standing ? `\n  it stood ${standingWords(standing)}` : '';
  const answered = answers ? `\n  ${answerWords(answers, control)}` : '';
  const loss = lost > 0 && sent ? `\n  ${lossWords(sent, lost)}` : '';
  return `${pc.bold(name)}: ${said}; ${wheels}\n  ${place}${stood}${answered}${loss}`;
}

const lossWords = (sent: number, lost: number): string =>
  `of ${sent} commands ${lost} did not reach the board (${((100 * lost) / sent).toFixed(1)} %)`;

/** The file may be off by so much before it is worth a word of advice. */
const ALLOWED: Seconds = 0.01;

/** What was measured of the latency, beside the file. */
function answerWords(
  { value, deviation, file }: MeasuredLatency & { readonly file: Seconds },
  { compensate }: RobotDefinition['control'],
): string {
  const inMs = (seconds: Seconds) => `${(1000 * seconds).toFixed(0)} ms`;
  const measured = `it answered after ${inMs(value)} ± ${inMs(deviation)}`;
  if (compensate) return `${measured}, which was reckoned with`;
  const isAsWritten = Math.abs(value - file) <= Math.max(ALLOWED, 3 * deviation);
  const advice = isAsWritten ? '' : '; `latency: measured` under `control` reckons with what is measured';
  return `${measured}; its file says ${inMs(file)}${advice}`;
}

/** Without encoders the pose is less certain than its digits look. */
const sourceWords = (source: PoseSource, error: Meters | null): string =>
  error === null
    ? POSE_SOURCE_WORDS[source]
    : `(estimated from the commands: this robot has no encoders; ${expectedErrorWords(error)})`;

function whyOf(ending: Ending, interruption: Interruption | undefined): string | null {
  if ('why' in ending) return ending.why;
  if (ending.kind === 'lost') return messageOf(ending.error);
  if (ending.kind === 'interrupted') return interruption?.signal ?? reasonOf(interruption?.error);
  return null;
}

/** An error in the program: its place matters more than its message. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
