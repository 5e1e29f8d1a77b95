/** Moves the belief along what the wheels and the gyroscope say. */
import type { Seconds } from '../math/units.js';
import { type EstimatorParameters, type EstimatorState, estimatorUpdated } from './estimatorState.js';
import { turnSince } from './gyro.js';
import { movedOn } from './history.js';
import { type Motion, moved } from './motion.js';

/** After a longer silence of poses nothing is kept for late ones. */
const LATE_FOR: Seconds = 2;

/** Moves the belief along a motion, of which it may know the first part already. */
export function moveBelief(
  state: EstimatorState,
  { from, at, left, right, by }: Omit<Motion, 'told'>,
  body: EstimatorParameters,
): EstimatorState {
  const { belief, heardAt } = state;
  let { history } = state;
  if (at < belief.at) return state;
  if (history && !history.takesFixes && at - (heardAt.pose ?? from) > LATE_FOR) history = null;
  const share = belief.at > from ? (at - belief.at) / (at - from) : 1;
  const since = state.gyro && turnSince(state.gyro, at, body.patience);
  const told = since ? since.told : null;
  const motion = { from: belief.at, at, left: share * left, right: share * right, told, by };
  return estimatorUpdated(state, {
    belief: moved(belief, motion, body, history !== null),
    history: history && movedOn(history, motion, body),
    gyro: since ? since.gyro : null,
  });
}

/** The body has not moved up to an instant, as far as anything tells: a gap is no time in which a bias turned it. */
export function standUntil(state: EstimatorState, at: Seconds, body: EstimatorParameters): EstimatorState {
  const { belief, history } = state;
  const following = followGyro(state, body);
  if (at <= belief.at) return following;
  const motion = { from: belief.at, at, left: 0, right: 0, told: null, by: 'counts' } as const;
  return estimatorUpdated(following, {
    belief: moved(belief, motion, body, history !== null),
    history: history && movedOn(history, motion, body),
  });
}

/** After a pose from another source: the gyroscope's turn counts from here on. */
export function followGyro(state: EstimatorState, { patience }: EstimatorParameters): EstimatorState {
  if (!state.gyro) return state;
  return estimatorUpdated(state, { gyro: turnSince(state.gyro, state.at, patience).gyro });
}
