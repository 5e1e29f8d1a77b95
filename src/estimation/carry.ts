/** How the pose is carried on: along what the wheels rolled, turned by what they and a gyroscope agree on. */
import { wrapAngle } from '../geometry.js';
import type { Meters, Seconds } from '../units.js';
import { wheelTurnVariance } from './covariance.js';
import type { EstimatedBody, EstimatorState } from './estimate.js';
import { zerosCarried } from './heading.js';
import { type Way, withWay } from './latePose.js';
import { rolled } from './rolling.js';
import { turnSince } from './turn.js';

type Carried = Pick<EstimatorState, 'pose' | 'covariance' | 'gyro' | 'zeros'>;

type Turning = Pick<EstimatedBody, 'track' | 'patience'>;

/** @param q variance a wheel adds for each metre it rolls [m] */
function carried(
  { pose, covariance, gyro, zeros }: Carried,
  at: Seconds,
  left: Meters,
  right: Meters,
  q: Meters,
  { track, patience }: Turning,
): Carried {
  const wheels = { turned: (right - left) / track, variance: wheelTurnVariance(left, right, track, q) };
  const since = gyro && turnSince(gyro, at, wheels, patience);
  const [nextPose, nextCovariance] = rolled(pose, covariance, left, right, track, q, since?.turn);
  return {
    pose: nextPose,
    covariance: nextCovariance,
    ...(since && { gyro: since.gyro }),
    ...(zeros && { zeros: zerosCarried(zeros, pose, nextPose) }),
  };
}

/**
 * The same for a state, and the whole way noted where late poses need it.
 *
 * @param share how much of the way came after the instant of the pose; q as above
 */
export function carriedAlong(
  state: EstimatorState,
  way: Omit<Way, 'turned'>,
  { share, q }: { readonly share: number; readonly q: Meters },
  body: Turning,
): Carried & Pick<EstimatorState, 'ways'> {
  const next = carried(state, way.at, way.left * share, way.right * share, q, body);
  const rest = ((way.right - way.left) / body.track) * (1 - share);
  const turned = wrapAngle(next.pose.heading - state.pose.heading) + rest;
  return { ...next, ...withWay(state, { ...way, turned }) };
}

/** A pose that came otherwise: from here on the gyroscope's turn counts. */
export function following<S extends EstimatorState>(state: S, { patience }: Turning): S {
  return state.gyro ? { ...state, gyro: turnSince(state.gyro, state.at, null, patience).gyro } : state;
}
