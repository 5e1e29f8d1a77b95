/** How a command ends: what shell scripts and graders go by. */
export const EXIT = {
  done: 0,
  criterionFailed: 1,
  usage: 2,
  noRobot: 3,
  stoppedForSafety: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
