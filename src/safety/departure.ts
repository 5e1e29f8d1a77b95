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
  millimeters,
  type Sample,
  SIDES,
  type Side,
  type UsualWays,
  type WindowSums,
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
 * Looks at a short and a long window; ends a doubt that has lasted long enough.
 *
 * @param isWeak whether a body that gains speed more slowly than its file says explains what the wheels do
 */
export function doubtWheels(
  state: DepartureState,
  at: Seconds,
  windows: readonly [short: WindowSums, long: WindowSums],
  { metersPerCount, slow, pause }: MonitoredBody,
  isWeak: () => boolean,
): DepartureState {
  const { doubted } = state;
  if (!metersPerCount) return state;
  if (doubted) {
    if (at - doubted.since < LOOK_TIME + slow.latency + pause) return state;
    const now = windows[1];
    return {
      ...state,
      left: asNow(state.left, now, 'left'),
      right: asNow(state.right, now, 'right'),
      doubted: null,
    };
  }
  for (const sums of windows)
    for (const side of SIDES) {
      const what = departs(state[side], sums, side, metersPerCount[side]);
      if (what && !isWeak()) return { ...state, doubted: { since: at, what } };
    }
  return state;
}

/** What a wheel does now is what it does. */
function asNow(known: UsualWays, { counted, likely }: WindowSums, side: Side): UsualWays {
  const way = Math.abs(likely[side]);
  if (way < SLACK) return known;
  return { counted: ((Math.sign(likely[side]) * counted[side]) / way) * MEMORY, likely: MEMORY };
}

function departs(known: UsualWays, sums: WindowSums, side: Side, perCount: Meters): string | undefined {
  const direction = Math.sign(sums.likely[side]);
  const ways = [sums.quick[side], sums.slow[side], sums.likely[side]].map((way) => direction * way);
  const counted = direction * sums.counted[side];
  const ratio = Math.min(
    MOST_RATIO,
    Math.max(LEAST_RATIO, (known.counted + FILED_WAY) / (known.likely + FILED_WAY)),
  );
  const [least, most] = [Math.min(...ways), Math.max(...ways)];
  const slack = SLACK + 2 * perCount;
  const does =
    counted > (Math.max(1, ratio) + CHANGE_SHARE) * Math.max(0, most) + slack
      ? 'farther'
      : known.likely >= KNOWN_WAY &&
          counted < (Math.min(1, ratio) - CHANGE_SHARE) * Math.max(0, least) - slack
        ? 'less far'
        : undefined;
  return (
    does &&
    `the ${side} wheel suddenly goes ${does} than before (${millimeters(counted)} in ${sums.lasting.toFixed(2)} s): slower, to see whether it follows`
  );
}
