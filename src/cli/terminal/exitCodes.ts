/** How a command ends: the exit codes for shell scripts and graders. */
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

/** Lets a command set its exit code, which is 0 by default. */
export type End = (code: ExitCode) => void;

/** A stop that a criterion asks for, and that came as asked, is no stop for safety. */
export function exitCodeOf(result: Result): ExitCode {
  if (stoppedForSafety(result).length > 0) return EXIT.stoppedForSafety;
  return result.passed ? EXIT.done : EXIT.criterionFailed;
}
