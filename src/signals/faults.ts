/** What can be wrong with a robot, and how it is told. */
import type { Seconds } from '../math/units.js';

/**
 * The kinds of faults. A scenario can inject those of the body, its sensors, its link and its targets. If the sensors
 * cannot tell several apart, the kind is `wheelStands`, `wheelReversed`, `wheelsSwapped` or `wheelRunsOn`, and `causes`
 * lists all kinds that fit.
 */
export type FaultKind =
  | 'wheelStands'
  | 'wheelReversed'
  | 'wheelsSwapped'
  | 'wheelRunsOn'
  | 'encoderStuck'
  | 'encoderSilent'
  | 'encoderReversed'
  | 'encoderJump'
  | 'encodersSwapped'
  | 'motorDead'
  | 'motorReversed'
  | 'motorStuckOn'
  | 'motorsSwapped'
  | 'wheelsBlocked'
  | 'wheelSlip'
  | 'noProgress'
  | 'bodyLate'
  | 'bodyWeak'
  | 'gyroStuck'
  | 'gyroSilent'
  | 'gyroOff'
  | 'gyroReversed'
  | 'sensorSilent'
  | 'rangeStuck'
  | 'rangeBlind'
  | 'rangeSilent'
  | 'sonarMissing'
  | 'sonarStuck'
  | 'sonarDisturbed'
  | 'reading'
  | 'notFinite'
  | 'targetLost'
  | 'targetJump'
  | 'obstaclesLost'
  | 'inputEnded'
  | 'batteryLow'
  | 'batteryDead'
  | 'linkPoor'
  | 'commandsLost'
  | 'bodyLost'
  | 'clockJump'
  | 'deadManTripped'
  | 'motorDriverFault'
  | 'behavior'
  | 'mission'
  | 'notReady'
  | 'blocked'
  | 'timeLimit'
  | 'distanceLimit'
  | 'fence';

/** A fault that the robot noticed, and when. */
export interface Fault {
  readonly at: Seconds;
  readonly kind: FaultKind;
  /** Text for people. */
  readonly what: string;
  /** All kinds that fit, if the sensors cannot tell them apart. */
  readonly causes?: readonly FaultKind[];
}

/** An operator's STOP, or a program's own; it waits for its sensors; its body was away. */
type StopKind = 'operator' | 'program' | 'waiting' | 'away' | 'unplaced';

/** Why a robot does not drive: a fault, a limit that it has met, or another stop. */
export interface Cause {
  readonly kind: FaultKind | StopKind;
  /** Text for people. */
  readonly what: string;
}
