/**
 * Doubts a wheel that suddenly goes faster or slower than it did for its command, and so may no longer obey.
 *
 * Motors differ from their files, and floors from one another, so how far a wheel goes by its command, ρ = Σc/Σm of the counted
 * and the likely ways of its last metres, says nothing of faults. But with e and g, the least and the greatest way that
 * its command explains in the last W, a wheel departs from what it did if
 *
 *     c > max(1, ρ) g + 0.06 |g| + slack   or   c < min(1, ρ) e − 0.06 |e| − slack,   slack = 6 mm and two counts
 *
 * That alone is no fault: a healthy wheel that leaves a carpet does it, too. So the robot drives slower for a moment. A wheel
 * that follows is believed from then on, as it goes now; one that does not, fails the checks of the monitor.
 */

import type { Meters, Seconds } from '../math/units.js';
import {
  type DepartureState,
  type MonitoredBody,
  type Sample,
  SIDES,
  type Side,
  type UsualWays,
} from './motionWindow.js';

/** What a wheel did so far back counts less. */
const MEMORY: Meters = 1.5;
/** Until more is known, a wheel goes as far as its file says. */
const FILED_WAY: Meters = 0.1;
/** Before it has gone so far, it may only be late to start. */
const KNOWN_WAY: Meters = 0.12;
const CHANGE_SHARE = 0.06;
const SLACK: Meters = 0.006;
/** A motor differs from its file by at most so much. */
const LEAST_RATIO = 0.7;
const MOST_RATIO = 1.35;
/** A healthy wheel has slowed down by then, beside its latency. */
const LOOK_TIME: Seconds = 0.45;

/**
 * Learns from a tick how far each wheel goes by its commands.
 *
 * @param sample so old that what the wheels do now, and may be a fault, is not in it yet
 */
export function usualWays(state: DepartureState, { likely, counted }: Sample): DepartureState {
  const seen = { likely, counted };
  if (state.doubted) return { ...state, seen };
  return { left: usual(state, seen, 'left'), right: usual(state, seen, 'right'), seen, doubted: null };
}

function usual(state: DepartureState, now: DepartureState['seen'], side: Side): UsualWays {
  const likely = now.likely[side] - state.seen.likely[side];
  const counted = now.counted[side] - state.seen.counted[side];
  const keep = Math.exp(-Math.abs(likely) / MEMORY);
  return {
    counted: keep * state[side].counted + Math.sign(likely) * counted,
    likely: keep * state[side].likely + Math.abs(likely),
  };
}

/**
 * Looks at what the wheels did since a short and a longer while ago; ends a doubt that has lasted long enough.
 *
 * @param isWeak whether a body that gains speed more slowly than its file says explains what the wheels do
 */
export function doubtWheels(
  state: DepartureState,
  [short, long]: readonly [short: Sample, long: Sample],
  now: Sample,
  { metersPerCount, slow, pause }: MonitoredBody,
  isWeak: () => boolean,
): DepartureState {
  const { doubted } = state;
  if (!metersPerCount) return state;
  if (doubted) {
    if (now.at - doubted.since < LOOK_TIME + slow.latency + pause) return state;
    return {
      ...state,
      left: asNow(state.left, long, now, 'left'),
      right: asNow(state.right, long, now, 'right'),
      doubted: null,
    };
  }
  for (const side of SIDES) {
    const slack = SLACK + 2 * metersPerCount[side];
    const does =
      departs(state[side], short, now, side, slack) ?? departs(state[side], long, now, side, slack);
    if (does && !isWeak()) {
      const what = `the ${side} wheel suddenly goes ${does} than before: slower, to see whether it follows`;
      return { ...state, doubted: { since: now.at, what } };
    }
  }
  return state;
}

/** What a wheel does now is what it does. */
function asNow(known: UsualWays, from: Sample, now: Sample, side: Side): UsualWays {
  const likely = now.likely[side] - from.likely[side];
  const way = Math.abs(likely);
  if (way < SLACK) return known;
  const counted = now.counted[side] - from.counted[side];
  return { counted: ((Math.sign(likely) * counted) / way) * MEMORY, likely: MEMORY };
}

function departs(
  known: UsualWays,
  from: Sample,
  now: Sample,
  side: Side,
  slack: Meters,
): 'farther' | 'less far' | undefined {
  const likely = now.likely[side] - from.likely[side];
  const direction = Math.sign(likely);
  const quick = direction * (now.quick[side] - from.quick[side]);
  const slow = direction * (now.slow[side] - from.slow[side]);
  const counted = direction * (now.counted[side] - from.counted[side]);
  const ratio = (known.counted + FILED_WAY) / (known.likely + FILED_WAY);
  const most = Math.max(quick, slow, Math.abs(likely));
  const least = Math.max(0, Math.min(quick, slow, Math.abs(likely)));
  if (counted > (Math.min(MOST_RATIO, Math.max(1, ratio)) + CHANGE_SHARE) * most + slack) return 'farther';
  if (known.likely < KNOWN_WAY) return undefined;
  return counted < (Math.max(LEAST_RATIO, Math.min(1, ratio)) - CHANGE_SHARE) * least - slack
    ? 'less far'
    : undefined;
}
