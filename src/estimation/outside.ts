/** Where the body was, by news from outside: exact poses, which replace the belief, and fixes, which correct it. */
import type { Seconds } from '../math/units.js';
import type { Fix } from '../signals/readings.js';
import type { PoseReading } from '../signals/signals.js';
import { type Belief, placed } from './belief.js';
import { advanceEstimate } from './estimate.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  estimatorUpdated,
  noteHeard,
} from './estimatorState.js';
import { opened } from './fixes.js';
import { type History, SAME_TIME, startHistory, withFix, withPose } from './history.js';
import { posed } from './motorModel.js';
import { followGyro } from './propagate.js';

/** A stamp further ahead of the last known time comes from another clock. */
const MAX_TIME_AHEAD: Seconds = 1;

/** Whether a pose is useless: older than the last one, or from an impossible time ahead. */
function isUseless({ at }: PoseReading, { at: known, heardAt, sent }: EstimatorState): boolean {
  const lastTick = sent.at(-1)?.at ?? known;
  return at < (heardAt.pose ?? at) || at > Math.max(known, lastTick) + MAX_TIME_AHEAD;
}

/** An exact pose from outside replaces the robot's own, at its own time; a fix corrects it. */
export function receivePose(
  before: EstimatorState,
  reading: PoseReading,
  body: EstimatorParameters,
): EstimatorState {
  const { at, pose, deviation } = reading;
  if (deviation !== undefined) return receiveFix(before, { ...pose, at, deviation }, body);
  if (isUseless(reading, before)) return before;
  const state = advanceEstimate(before, at, body);
  const { belief, history } = state;
  if (at < state.at - SAME_TIME) {
    const now = history && withPose(belief, history, { at, pose }, body);
    return now
      ? noteHeard(estimatorUpdated(state, { ...now, source: 'pose' }), 'pose', at)
      : estimatorUpdated(state, { history: history ?? startHistory(belief) });
  }
  const from = state.source === 'pose' ? belief.pose : null;
  const there = placed(belief, at, pose);
  const known = estimatorUpdated(state, {
    motors: posed(state.motors, from, pose, body),
    belief: there,
    source: 'pose',
    history: history && startHistory(there),
  });
  return followGyro(noteHeard(known, 'pose', at), body);
}

/** A fix may be this much newer than the last motion: then it counts as being of that time. */
const NEWER: Seconds = 0.1;

/** A fix corrects the belief at its own time; one that is far off is not believed, unless others agree with it. */
function receiveFix(state: EstimatorState, fix: Fix, body: EstimatorParameters): EstimatorState {
  const { belief, history } = hearing(state, body);
  const isNewer = fix.at > belief.at && fix.at <= belief.at + NEWER;
  const now = withFix(belief, history, isNewer ? { ...fix, at: belief.at } : fix, body);
  const isUsed = now.history.refused === 0 && now.history !== history;
  const known = estimatorUpdated(state, now);
  return isUsed ? noteHeard(known, 'fix', fix.at) : known;
}

/** From the first fix on the belief may be corrected in all that fixes tell. */
function hearing(
  { belief, history }: EstimatorState,
  { metersPerCount, gyro }: EstimatorParameters,
): { readonly belief: Belief; readonly history: History } {
  if (history?.takesFixes) return { belief, history };
  const open = opened(belief, { isCounted: metersPerCount !== undefined, hasGyro: gyro !== undefined });
  return { belief: open, history: startHistory(open, true) };
}
