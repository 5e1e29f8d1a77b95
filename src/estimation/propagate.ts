/** Moves the estimate along what the wheels and the gyroscope say. */
import { wrapAngle } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { commandedTurn, MEASURED } from './commandedTurn.js';
import { type EstimatorParameters, type EstimatorState, updated, type Way } from './estimatorState.js';
import { movedBy, placedBy } from './fixes/fixing.js';
import { propagateZeros } from './heading.js';
import { withWay } from './latePose.js';
import { integrateArc, turnOfWheels, turnSince } from './odometry.js';

/** What a motion needs of the body. */
type Turning = Pick<EstimatorParameters, 'track' | 'patience'>;

/**
 * Moves the pose, its covariance and the sensors' zeros along a way, and notes the way if late poses need it.
 *
 * @param share share of the way after the instant of the pose
 * @param q variance that a wheel adds per metre [m], beside fixes also one that is only commanded
 */
export function propagateAlong(
  state: EstimatorState,
  way: Omit<Way, 'turned'>,
  { share, q }: { readonly share: number; readonly q: Meters },
  { track, patience }: Turning,
): EstimatorState {
  const ways = { left: way.left * share, right: way.right * share };
  const commanded = state.source === 'granted' ? commandedTurn(ways, track, state.unmeasured) : null;
  const wheels = commanded?.turn ?? turnOfWheels(ways, { track, q });
  const since = state.gyro && turnSince(state.gyro, way.at, wheels, patience);
  const fixes =
    state.fixes && movedBy(state.fixes, { ...ways, at: way.at, turned: since?.told ?? null }, { track, q });
  const { pose, covariance } = fixes ? placedBy(fixes) : integrateArc(state, ways, since?.turn ?? wheels);
  const rest = ((way.right - way.left) / track) * (1 - share);
  const turned = wrapAngle(pose.heading - state.pose.heading) + rest;
  return updated(state, {
    pose,
    covariance,
    unmeasured: commanded?.since ?? MEASURED,
    gyro: since ? since.gyro : null,
    zeros: propagateZeros(state.zeros, state.pose, pose),
    fixes,
    ways:
      state.ways && withWay(state, { from: way.from, at: way.at, left: way.left, right: way.right, turned }),
  });
}

/** After a pose from another source: the gyroscope's turn counts from here on. */
export function followGyro(state: EstimatorState, { patience }: Turning): EstimatorState {
  if (!state.gyro) return state;
  return updated(state, { gyro: turnSince(state.gyro, state.at, null, patience).gyro });
}
