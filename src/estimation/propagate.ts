/** Moves the estimate along what the wheels and the gyroscope say. */
import { wrapAngle } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { type EstimatorParameters, type EstimatorState, updated, type Way } from './estimatorState.js';
import { movedBy, placedBy } from './fixes/fixing.js';
import { propagateZeros } from './heading.js';
import { NOTHING_SHARED, type Placed, withLasting } from './lastingErrors.js';
import { withWay } from './latePose.js';
import { type FusedTurn, integrateArc, turnOfWheels, turnSince, type WheelWays } from './odometry.js';
import type { WheelDoubt } from './wheelDoubt.js';

/** What a motion needs of the body. */
type Turning = Pick<EstimatorParameters, 'track' | 'patience'>;

/**
 * Moves the pose, its covariance and the sensors' zeros along a way, and notes the way if late poses need it.
 *
 * @param share share of the way after the instant of the pose
 * @param doubt of what moved it: its counts, or its commands
 */
export function propagateAlong(
  state: EstimatorState,
  way: Omit<Way, 'turned'>,
  { share, doubt }: { readonly share: number; readonly doubt: WheelDoubt },
  { track, patience }: Turning,
): EstimatorState {
  const ways = { left: way.left * share, right: way.right * share };
  const wheels = turnOfWheels(ways, { track, slip: doubt.slip });
  const isMeasured = state.source !== 'granted';
  const since = state.gyro && turnSince(state.gyro, way.at, wheels, { patience, isMeasured });
  const fixes =
    state.fixes &&
    movedBy(
      state.fixes,
      { ...ways, at: way.at, turned: since?.told ?? null },
      { track, slip: doubt.besideFixes },
    );
  const { pose, covariance, lasting } = fixes
    ? { ...placedBy(fixes), lasting: NOTHING_SHARED }
    : moved(state, ways, since?.fused ?? { turn: wheels, byWheels: 1 }, { track, doubt });
  const rest = ((way.right - way.left) / track) * (1 - share);
  const turned = wrapAngle(pose.heading - state.pose.heading) + rest;
  return updated(state, {
    pose,
    covariance,
    lasting,
    gyro: since ? since.gyro : null,
    zeros: propagateZeros(state.zeros, state.pose, pose),
    fixes,
    ways:
      state.ways && withWay(state, { from: way.from, at: way.at, left: way.left, right: way.right, turned }),
  });
}

/** By wheels and gyroscope alone. */
function moved(
  { pose, covariance, lasting }: EstimatorState,
  ways: WheelWays,
  { turn, byWheels }: FusedTurn,
  { track, doubt }: { readonly track: Meters; readonly doubt: WheelDoubt },
): Placed {
  const step = { heading: pose.heading, ways, turn, byWheels, track };
  return withLasting(integrateArc({ pose, covariance }, ways, turn), lasting, step, doubt.lasting);
}

/** After a pose from another source: the gyroscope's turn counts from here on. */
export function followGyro(state: EstimatorState, { patience }: Turning): EstimatorState {
  if (!state.gyro) return state;
  return updated(state, { gyro: turnSince(state.gyro, state.at, null, { patience, isMeasured: true }).gyro });
}
