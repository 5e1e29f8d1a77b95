/**
 * Poses from outside that come late, such as a camera's: a pose tells where the body was at its stamp, and the body's
 * motion since then is added.
 *
 * The motions of the last second are kept once a pose has come late, as long as poses keep coming.
 */
import { clamp } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { PoseReading } from '../signals/signals.js';
import { type EstimatorState, updated, type Way } from './estimatorState.js';
import {
  integrateArc,
  type PlacedPose,
  type RollingWheels,
  turnOfWheels,
  ZERO_COVARIANCE,
} from './odometry.js';

/** How long motions are kept: a pose that comes later than this is not used. */
const HISTORY_TIME: Seconds = 1;
/** Rounding of stamps. */
const TIME_EPSILON: Seconds = 1e-9;
/** A stamp further ahead of the last known time comes from another clock. */
const MAX_TIME_AHEAD: Seconds = 1;

export const isLate = ({ at }: PoseReading, state: EstimatorState): boolean => at < state.at - TIME_EPSILON;

/** Whether a pose is useless: older than the last one, or from an impossible time ahead. */
export function isUseless({ at }: PoseReading, { at: known, heardAt, sent }: EstimatorState): boolean {
  const lastTick = sent.at(-1)?.at ?? known;
  return at < (heardAt.pose ?? at) || at > Math.max(known, lastTick) + MAX_TIME_AHEAD;
}

/** A pose with a stamp from the future counts as present, so that no distance counts twice or backwards. */
export function notAhead(state: EstimatorState, at: Seconds): EstimatorState {
  if (state.at <= at + TIME_EPSILON) return state;
  const { pose = at } = state.heardAt;
  return updated(state, { at, heardAt: { ...state.heardAt, pose: Math.min(pose, at) } });
}

/** Adds a motion, and drops old ones. */
export function withWay({ ways, heardAt }: EstimatorState, way: Way): EstimatorState['ways'] {
  if (!ways || way.at <= way.from) return ways;
  const isSilent = way.at - (heardAt.pose ?? way.from) > 2 * HISTORY_TIME;
  return isSilent ? null : [...ways.filter(({ at }) => at > way.at - HISTORY_TIME), way];
}

/**
 * The present pose of a body from its pose at an earlier time, with the covariance; undefined if the kept motions do
 * not go back far enough.
 *
 * Each motion is an exact arc; of the one at the stamp, the share after the stamp counts.
 */
export function broughtUp(
  { at, pose }: PoseReading,
  { ways }: EstimatorState,
  wheels: RollingWheels,
): PlacedPose | undefined {
  const first = ways?.[0];
  if (!ways || !first || first.from > at + TIME_EPSILON) return undefined;
  let now: PlacedPose = { pose, covariance: ZERO_COVARIANCE };
  for (const way of ways) {
    const share = clamp((way.at - at) / (way.at - way.from), 0, 1);
    const rolled = { left: way.left * share, right: way.right * share };
    now = integrateArc(now, rolled, { ...turnOfWheels(rolled, wheels), turned: way.turned * share });
  }
  return now;
}

/** Share of the distance between two encoder readings that came after the last pose from outside; 1 without one. */
export function shareSincePose({ source, heardAt }: EstimatorState, at: Seconds): number {
  if (source !== 'pose') return 1;
  const before = heardAt.encoders ?? Number.NEGATIVE_INFINITY;
  const since = Math.max(before, heardAt.pose ?? before);
  return at > before ? clamp((at - since) / (at - before), 0, 1) : 0;
}
