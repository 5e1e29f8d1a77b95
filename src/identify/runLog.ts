/** What was told and what was measured while the robot made one maneuver. */
import type { Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { EncoderReading, PoseReading, TurnRateReading } from '../signals/readings.js';
import type { WheelDuties } from '../signals/signals.js';

export interface SentDuties extends WheelDuties {
  readonly at: Seconds;
}

/** All in the order of their times, from the instant of arming until the robot stood again. */
export interface RunLog {
  readonly duties: readonly SentDuties[];
  readonly counts: readonly EncoderReading[];
  /** Of the first gyroscope. */
  readonly turnRates: readonly TurnRateReading[];
  /** Where it was, from outside. */
  readonly fixes: readonly (PoseReading & { readonly deviation: number })[];
}

/** A robot by its file, and a log of what it drove. */
export interface DrivenRun {
  readonly robot: RobotDefinition;
  readonly log: RunLog;
}
