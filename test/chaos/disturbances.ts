/** Faults that a scenario's file cannot express: bad readings, bad news, a bad clock, a bad behavior, a lost body. */

import type { FaultSpec } from '../../sim/scenario/faultSpec.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Reading } from '../../src/signals/signals.js';

/** Struck readings: one number is not finite, is impossible, or the time is wrong. */
export const READING_UPSETS = ['readingNaN', 'readingHuge', 'readingFuture', 'readingOld'] as const;
/** News that are not numbers. */
export const NEWS_UPSETS = ['targetNaN', 'neighborNaN', 'obstacleNaN'] as const;
/** The host's clock: goes back, is not a number, stands still for a while, or is late for a while. */
export const CLOCK_UPSETS = ['clockBack', 'clockNaN', 'clockGap', 'clockLate'] as const;
/** Behaviors that answer badly. */
export const BEHAVIOR_UPSETS = ['behaviorNaN', 'behaviorNothing', 'behaviorLimits', 'behaviorHuge'] as const;
/** Streams that end. */
export const STREAM_UPSETS = ['commandsFail', 'bodyLost'] as const;
/** Of the serial line, the board and the host; only with the firmware. */
export const BOARD_UPSETS = [
  'bytesFlipped',
  'cablePulled',
  'cablePulledSilently',
  'boardReset',
  'mainLoopHangs',
  'hostFrozen',
  'hostKilled',
] as const;

export type UpsetKind =
  | (typeof READING_UPSETS)[number]
  | (typeof NEWS_UPSETS)[number]
  | (typeof CLOCK_UPSETS)[number]
  | (typeof BEHAVIOR_UPSETS)[number]
  | (typeof STREAM_UPSETS)[number]
  | (typeof BOARD_UPSETS)[number];

export interface Upset {
  readonly upset: UpsetKind;
  readonly robot: string;
  readonly at: Seconds;
  /** How long it lasts; those without last for one value. */
  readonly for?: Seconds;
  /** Kind of the reading that is struck. */
  readonly reading?: Reading['kind'];
  /** How far a clock goes back [s], or the share of flipped bytes. */
  readonly by?: number;
}

/** A fault of a run, drawn or planned: of the scenario, or one beside it. */
export type AnyFault = FaultSpec | Upset;

export const isUpset = (fault: AnyFault): fault is Upset => 'upset' in fault;
export const kindOf = (fault: AnyFault): string => (isUpset(fault) ? fault.upset : fault.fault);

export const isOneOf = <T extends string>(kinds: readonly T[], kind: string): kind is T =>
  kinds.some((known) => known === kind);

/** The kinds of readings that a robot's body gives. */
export function readingKinds(robot: RobotDefinition, sensing: 'truth' | 'odometry'): Reading['kind'][] {
  const types = robot.sensors.map(({ type }) => type);
  return [
    ...(robot.encoders ? (['encoders'] as const) : []),
    ...(robot.battery ? (['battery'] as const) : []),
    ...(types.includes('mpu6050') ? (['turnRate'] as const) : []),
    ...(types.some((type) => type === 'hmc5883l' || type === 'bno055') ? (['heading'] as const) : []),
    ...(types.includes('reflectance') || types.includes('light') ? (['level'] as const) : []),
    ...(sensing === 'truth' ? (['pose'] as const) : []),
  ];
}
