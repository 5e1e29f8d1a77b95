/** What the estimate has found out about the motors: how far each wheel rolls by its model, and by its counter. */
import type { Pose } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { WheelSpeeds } from '../signals/signals.js';
import { betweenCounts, type CountPhases, UNKNOWN_PHASES } from './betweenCounts.js';
import type { WheelWays } from './motion.js';
import { AS_FILED, isContinuous, learned, type WheelGains, wheelWaysBetween } from './wheelGains.js';

export interface MotorEstimate {
  /** How far the model rolled each wheel since the last reading of its counter [m]. */
  readonly rolled: WheelWays;
  /** What the wheel-speed loop adds to the commands now [m/s], and since that reading [m]. */
  readonly added: WheelSpeeds;
  readonly pushed: WheelWays;
  /** Where each wheel may stand between its last count and the next. */
  readonly phase: CountPhases;
  /** By how much each wheel fell behind the model, since the start [m]: rolled less counted. */
  readonly behind: WheelWays;
  /** How each wheel answers its commands. */
  readonly wheelGains: WheelGains;
}

/** What it needs of the body. */
interface CountedBody {
  readonly track: Meters;
  /** Missing without encoders. */
  readonly metersPerCount?: WheelWays;
}

const STILL: WheelWays = { left: 0, right: 0 };

export const startMotors: MotorEstimate = {
  rolled: STILL,
  added: STILL,
  pushed: STILL,
  phase: UNKNOWN_PHASES,
  behind: STILL,
  wheelGains: AS_FILED,
};

/** The model goes on for a time. */
export function rolledOn(motors: MotorEstimate, ways: WheelWays, dt: Seconds): MotorEstimate {
  const { rolled, added, pushed } = motors;
  return {
    ...motors,
    rolled: { left: rolled.left + ways.left, right: rolled.right + ways.right },
    pushed: { left: pushed.left + added.left * dt, right: pushed.right + added.right * dt },
  };
}

/** The counters begin again; the gains stay. */
export const restarted = (motors: MotorEstimate): MotorEstimate => ({
  ...motors,
  rolled: STILL,
  pushed: STILL,
  phase: UNKNOWN_PHASES,
});

/** A reading of both counters: the ways that were counted, between two counts those of the model. */
export function counted(
  motors: MotorEstimate,
  ways: WheelWays,
  { metersPerCount }: CountedBody,
): { readonly motors: MotorEstimate; readonly ways: WheelWays } {
  const { rolled, pushed, phase, behind, wheelGains } = motors;
  if (!metersPerCount) return { motors, ways };
  const left = betweenCounts(phase.left, rolled.left, ways.left, metersPerCount.left);
  const right = betweenCounts(phase.right, rolled.right, ways.right, metersPerCount.right);
  const went = { left: left.way, right: right.way };
  const commanded = { left: rolled.left + pushed.left, right: rolled.right + pushed.right };
  const blur = Math.max(metersPerCount.left, metersPerCount.right);
  return {
    ways: went,
    motors: {
      rolled: STILL,
      added: motors.added,
      pushed: STILL,
      phase: { left: left.phase, right: right.phase },
      behind: {
        left: behind.left + rolled.left - left.way,
        right: behind.right + rolled.right - right.way,
      },
      wheelGains: learned(wheelGains, commanded, went, blur),
    },
  };
}

/** A camera's error of both ends of a lesson. */
const POSE_BLUR: Meters = 0.003;

/**
 * Without encoders, poses from outside tell how the wheels answer.
 *
 * @param from the pose by the last reading from outside; null if there was none
 */
export function posed(
  motors: MotorEstimate,
  from: Pose | null,
  to: Pose,
  { metersPerCount, track }: CountedBody,
): MotorEstimate {
  if (metersPerCount) return motors;
  const { rolled, wheelGains } = motors;
  const gains =
    from && isContinuous(from, to)
      ? learned(wheelGains, rolled, wheelWaysBetween(from, to, track), POSE_BLUR)
      : wheelGains;
  return { ...motors, rolled: STILL, wheelGains: gains };
}

/** A wheel without a count over this expected distance (and four counts) does not turn [m]. */
const UNSEEN_LIMIT: Meters = 0.002;

/** If the counter does not move while the model rolls on, the wheel stands, whatever was sent. */
export function standing(way: Meters, unseen: Meters, speed: MetersPerSecond, perCount: Meters = 0) {
  if (way !== 0) return { speed, unseen: 0 };
  const stuck = Math.abs(unseen) > UNSEEN_LIMIT + 4 * perCount;
  return { speed: stuck ? 0 : speed, unseen };
}
