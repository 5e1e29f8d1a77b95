/** What a gyroscope's reading changes in the estimate. */

import { isAtRest } from '../math/wheel.js';
import type { TurnRateReading } from '../signals/signals.js';
import { type EstimatorParameters, type EstimatorState, heard, updated } from './estimatorState.js';
import { hearGyro } from './gyro.js';

/** Notes it; the pose follows when the wheels do. What it tells of a robot that was told to stand is its bias. */
export function receiveTurnRate(
  before: EstimatorState,
  reading: TurnRateReading,
  { gyro: trusted, patience }: EstimatorParameters,
): EstimatorState {
  const state = heard(before, reading.sensor, reading.at);
  if (!state.gyro || reading.sensor !== trusted) return state;
  const counts = isAtRest(state) ? state.counts : undefined;
  return updated(state, { gyro: hearGyro(state.gyro, reading, counts, patience) });
}
