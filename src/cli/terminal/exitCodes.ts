/** How a command ends: the exit codes that shell scripts and graders go by. */
import { type Result, stoppedForSafety } from '../../../sim/referee/result.js';

export const EXIT = {
  done: 0,
  criterionFailed: 1,
  usage: 2,
  noRobot: 3,
  stoppedForSafety: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A stop that a criterion wants, and that came as it wants it, is none for safety. */
export function exitCodeOf(result: Result): ExitCode {
  if (stoppedForSafety(result).length > 0) return EXIT.stoppedForSafety;
  return result.passed ? EXIT.done : EXIT.criterionFailed;
}

/** What the user typed cannot be done; nothing has run. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
