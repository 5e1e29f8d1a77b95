/** How the pose is carried on: along what the wheels rolled, turned by what they and a gyroscope agree on. */
import { wrapAngle } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { wheelTurnVariance } from './covariance.js';
import { type EstimatorParameters, type EstimatorState, updated, type Way } from './estimatorState.js';
import { zerosCarried } from './heading.js';
import { withWay } from './latePose.js';
import { rolled } from './rolling.js';
import { turnSince } from './turn.js';

type Turning = Pick<EstimatorParameters, 'track' | 'patience'>;

/**
 * Carries the pose, its covariance and all that goes with them along a way, and notes the way where late poses need it.
 *
 * @param share how much of the way came after the instant of the pose
 * @param q variance a wheel adds for each metre it rolls [m]
 */
export function carriedAlong(
  state: EstimatorState,
  way: Omit<Way, 'turned'>,
  { share, q }: { readonly share: number; readonly q: Meters },
  { track, patience }: Turning,
): EstimatorState {
  const left = way.left * share;
  const right = way.right * share;
  const wheels = { turned: (right - left) / track, variance: wheelTurnVariance(left, right, track, q) };
  const since = state.gyro && turnSince(state.gyro, way.at, wheels, patience);
  const [pose, covariance] = rolled(state.pose, state.covariance, left, right, track, q, since?.turn);
  const rest = ((way.right - way.left) / track) * (1 - share);
  const turned = wrapAngle(pose.heading - state.pose.heading) + rest;
  return updated(state, {
    pose,
    covariance,
    gyro: since ? since.gyro : null,
    zeros: zerosCarried(state.zeros, state.pose, pose),
    ways:
      state.ways && withWay(state, { from: way.from, at: way.at, left: way.left, right: way.right, turned }),
  });
}

/** A pose that came otherwise: from here on the gyroscope's turn counts. */
export function following(state: EstimatorState, { patience }: Turning): EstimatorState {
  if (!state.gyro) return state;
  return updated(state, { gyro: turnSince(state.gyro, state.at, null, patience).gyro });
}
