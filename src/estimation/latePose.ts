/**
 * Poses from outside that come late, as a camera's do: one tells where the body was at its stamp, and the way that the
 * body has gone since is added to it.
 *
 * The ways of the last second are kept once a pose has come late, and as long as poses go on to come.
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

/** So much is kept: a pose that comes later than this is not believed. */
const HISTORY_TIME: Seconds = 1;
/** Stamps differ by so much in rounding. */
const TIME_EPSILON: Seconds = 1e-9;
/** A stamp so much after the last that is known is of another clock. */
const MAX_TIME_AHEAD: Seconds = 1;

export const isLate = ({ at }: PoseReading, state: EstimatorState): boolean => at < state.at - TIME_EPSILON;

/** Whether a pose tells nothing: older than the last one, or of a time that cannot have come yet. */
export function isUseless({ at }: PoseReading, { at: known, heardAt, sent }: EstimatorState): boolean {
  const lastTick = sent.at(-1)?.at ?? known;
  return at < (heardAt.pose ?? at) || at > Math.max(known, lastTick) + MAX_TIME_AHEAD;
}

/** A pose with a stamp from the future counts as one of now: no way is counted twice, nor backwards. */
export function notAhead(state: EstimatorState, at: Seconds): EstimatorState {
  if (state.at <= at + TIME_EPSILON) return state;
  const { pose = at } = state.heardAt;
  return updated(state, { at, heardAt: { ...state.heardAt, pose: Math.min(pose, at) } });
}

/** The ways with one more. */
export function withWay({ ways, heardAt }: EstimatorState, way: Way): EstimatorState['ways'] {
  if (!ways || way.at <= way.from) return ways;
  const isSilent = way.at - (heardAt.pose ?? way.from) > 2 * HISTORY_TIME;
  return isSilent ? null : [...ways.filter(({ at }) => at > way.at - HISTORY_TIME), way];
}

/**
 * Where a body is now that was at a pose then, and how sure that is; nothing where the ways do not go back so far.
 *
 * Each way is an exact arc, and of the one that was under way at the stamp the share that came after it counts.
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
    now = integrateArc(now, rolled, { ...turnOfWheels(rolled, wheels), turned: way.turned * share }, wheels);
  }
  return now;
}

/** How much of the way between two encoder readings came after the last pose from outside; all of it without one. */
export function shareSincePose({ source, heardAt }: EstimatorState, at: Seconds): number {
  if (source !== 'pose') return 1;
  const before = heardAt.encoders ?? Number.NEGATIVE_INFINITY;
  const since = Math.max(before, heardAt.pose ?? before);
  return at > before ? clamp((at - since) / (at - before), 0, 1) : 0;
}
