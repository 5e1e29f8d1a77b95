/** Which way a wheel rolls whose encoder has one channel, and so counts up both ways. */
import type { Seconds } from '../math/units.js';
import { rollWheels } from '../math/wheel.js';
import type { WheelSpeeds } from '../signals/signals.js';
import type { EstimatorParameters, EstimatorState, RollingWay } from './estimatorState.js';

/**
 * The sign of the speed that the model gives each wheel, with the delay and the lag of its motor: a wheel that is told to
 * turn round rolls out first. A wheel that stands by the model rolls as it did last. A push from outside counts as
 * motion the last way. An encoder with two channels tells the way by itself: its sign is 1.
 */
export function rollingWay(
  { at: since, wheels, sent, counts }: EstimatorState,
  at: Seconds,
  { latency, response, countsUp }: EstimatorParameters,
): RollingWay {
  const now = at > since ? rollWheels(wheels, since, at, sent, latency, response, () => {}) : wheels;
  const way = (side: keyof WheelSpeeds) => {
    if (!countsUp?.[side]) return 1;
    if (now[side] === 0) return counts?.rolls?.[side] ?? 1;
    return now[side] > 0 ? 1 : -1;
  };
  return { left: way('left'), right: way('right') };
}
