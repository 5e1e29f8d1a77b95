/** How a drive ended: in words, as JSON, and as an exit code. */
import pc from 'picocolors';
import { expectedErrorWords } from '../../estimation/expectedError.js';
import type { Meters } from '../../math/units.js';
import type { Ending } from '../../session/ride.js';
import type { PoseSource } from '../../signals/signals.js';
import { DeadManTripped, messageOf } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import type { Interruption } from '../terminal/shutdown.js';
import { POSE_SOURCE_WORDS } from '../terminal/statusLine.js';
import type { DriveEnd } from './runMission.js';

/** What the program cannot know: whether a lost body has stopped. */
const LOST_ADVICE = 'with a dead-man it has stopped by itself; without one, switch its power off now';

const ENDING_WORDS = {
  arrived: 'arrived',
  interrupted: 'interrupted',
  faulted: 'faulted',
  limited: 'stopped',
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
    case 'interrupted':
      return interruption?.signal ? EXIT.interrupted : EXIT.stoppedForSafety;
    case 'faulted':
    case 'limited':
    case 'notReady':
      return EXIT.stoppedForSafety;
    case 'lost':
      return ending.error instanceof DeadManTripped ? EXIT.stoppedForSafety : EXIT.noRobot;
  }
}

export function reportDrive(
  robot: string,
  { ending, state, expectedError }: DriveEnd,
  interruption: Interruption | undefined,
  json: boolean,
): string {
  const { pose, source } = state.estimator;
  const why = whyOf(ending, interruption);
  if (json) {
    const { x, y, heading } = pose;
    const seconds = state.at;
    return JSON.stringify({
      robot,
      outcome: OUTCOME_NAMES[ending.kind],
      why,
      seconds,
      pose: { x, y, heading },
      poseFrom: source,
      expectedError,
    });
  }
  const outcome = ENDING_WORDS[ending.kind];
  const said = why === null ? outcome : `${outcome}: ${why}`;
  const degrees = ((pose.heading * 180) / Math.PI).toFixed(0);
  const place = `x ${pose.x.toFixed(3)} m, y ${pose.y.toFixed(3)} m, ${degrees}° ${sourceWords(source, expectedError)}`;
  return `${pc.bold(robot)}: ${said}; ${ending.kind === 'lost' ? LOST_ADVICE : 'the wheels are stopped'}\n  ${place}`;
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
