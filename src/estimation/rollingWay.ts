/** Which way a wheel rolls whose encoder has one channel, and so counts up both ways. */
import type { WheelSpeeds } from '../signals/signals.js';
import type { CountsUp, RollingWay } from './estimatorState.js';

/**
 * The sign of the speed that the model gives each wheel, with the delay and the lag of its motor: a wheel that is told to
 * turn round rolls out first. A wheel that stands by the model rolls as it did last. A push from outside counts as
 * motion the last way. An encoder with two channels tells the way by itself: its sign is 1.
 */
export function rollingWay(
  modeled: WheelSpeeds,
  countsUp: CountsUp,
  last: RollingWay = { left: 1, right: 1 },
): RollingWay {
  const way = (side: keyof WheelSpeeds) => {
    if (!countsUp[side]) return 1;
    if (modeled[side] === 0) return last[side];
    return modeled[side] > 0 ? 1 : -1;
  };
  return { left: way('left'), right: way('right') };
}
