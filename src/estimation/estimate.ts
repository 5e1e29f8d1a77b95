/** Pose estimation: exact-arc odometry, and the pose to which the commands already given will bring the body. */
import type { Pose } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import { isAtRest, rollWheels, stillWorking } from '../math/wheel.js';
import { agesOf, type Fix } from '../signals/readings.js';
import {
  AT_REST,
  type EncoderReading,
  type Estimate,
  type PoseReading,
  type PoseSource,
  type TurnRateReading,
  type WheelSpeeds,
} from '../signals/signals.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  noteHeard,
  noteSensor,
  type RollingWay,
  updated,
} from './estimatorState.js';
import { beginFixes, fixed, placedBy } from './fixes/fixing.js';
import { integrateGyro, interrupted, startGyro } from './gyro.js';
import { NOTHING_SHARED } from './lastingErrors.js';
import { MOST_LATENCY, meterRestarted, meterTurn, meterWays, noteSent, startMeter } from './latencyMeter.js';
import { broughtUp, isLate, isUseless, notAhead, shareSincePose } from './latePose.js';
import { counted, posed, restarted, rolledOn, startMotors } from './motorModel.js';
import { bent, onArc, type RollingWheels, standing, ZERO_COVARIANCE } from './odometry.js';
import { followGyro, propagateAlong } from './propagate.js';

/** Counts that come later than this are dropped: the longest dead-man time [s]. */
const MAX_COUNT_DELAY: Seconds = 0.5;

export function startEstimate(
  at: Seconds,
  pose: Pose,
  speed: number,
  body: EstimatorParameters,
): EstimatorState {
  const wheels = { left: speed, right: speed };
  return {
    at,
    pose,
    covariance: ZERO_COVARIANCE,
    source: body.metersPerCount ? 'encoders' : 'granted',
    lasting: NOTHING_SHARED,
    wheels,
    counts: null,
    unseen: AT_REST,
    motors: startMotors,
    sent: [{ at: at - longestLatency(body), ...wheels }],
    heardAt: { sensors: {} },
    gyro: body.gyro === undefined ? null : startGyro(at),
    zeros: {},
    ways: null,
    fixes: null,
    latency: body.metersPerCount || body.gyro !== undefined ? startMeter : null,
  };
}

/** A latency that grows reaches back to commands that had taken effect already. */
const longestLatency = ({ latency, fileLatency }: EstimatorParameters): Seconds =>
  fileLatency?.compensates ? Math.max(latency, MOST_LATENCY) : latency;

/** Rolls the model on to `to`; without encoders or an outside pose it also moves the pose. */
export function advanceEstimate(
  state: EstimatorState,
  to: Seconds,
  body: EstimatorParameters,
): EstimatorState {
  if (to <= state.at) return state;
  let moved = state;
  let [left, right] = [0, 0];
  let now = state.at;
  const rolling = { speeds: state.wheels, from: state.at, to };
  const wheels = rollWheels(body, rolling, state.sent, (l, r, lasting) => {
    left += l;
    right += r;
    now += lasting;
    const way = { from: now - lasting, at: now, left: l, right: r };
    if (state.source === 'granted')
      moved = propagateAlong(moved, way, { share: 1, doubt: body.doubts.commanded }, body);
  });
  const sent = stillWorking(state.sent, to - longestLatency(body));
  const { unseen } = state;
  return updated(moved, {
    at: to,
    wheels,
    unseen: { left: unseen.left + left, right: unseen.right + right },
    motors: rolledOn(state.motors, { left, right }, to - state.at),
    sent,
  });
}

/**
 * Goes on to a tick of the clock: a pose without a recent measurement is integrated from the allowed speeds, with the
 * source `granted`.
 */
export function propagateUntil(
  before: EstimatorState,
  at: Seconds,
  body: EstimatorParameters,
): EstimatorState {
  const state = notAhead(before, at);
  if (state.source !== 'granted' && at - lastHeard(state, state.source) <= body.patience) return state;
  const silence = body.metersPerCount ? at - lastHeard(state, 'encoders') : Number.POSITIVE_INFINITY;
  if (silence <= body.patience) return updated(state, { source: 'encoders' });
  // After a stall of the line or the host the counts still arrive: the distance must not be added twice.
  if (state.counts && silence <= MAX_COUNT_DELAY) return updated(state, { source: 'granted' });
  return advanceEstimate(updated(state, { source: 'granted', counts: null }), at, body);
}

/** Time of the last reading of a source; −∞ before the first. */
const lastHeard = ({ heardAt }: EstimatorState, source: 'encoders' | 'pose'): Seconds =>
  heardAt[source] ?? Number.NEGATIVE_INFINITY;

/** Exact-arc odometry: Δs = (l + r)/2, Δθ = (r − l)/b. The first reading means no motion. */
export function receiveEncoders(
  before: EstimatorState,
  reading: EncoderReading,
  body: EstimatorParameters,
  ways: { readonly left: Meters; readonly right: Meters; readonly rolls?: RollingWay },
): EstimatorState {
  const source: PoseSource = before.source === 'pose' ? 'pose' : 'encoders';
  const awake = before.counts && before.source !== source ? updated(before, { source }) : before;
  const state = noteHeard(advanceEstimate(awake, reading.at, body), 'encoders', reading.at);
  const counts = { left: reading.left, right: reading.right, ...(ways.rolls && { rolls: ways.rolls }) };
  // If allowed speeds have moved the pose past this instant already, the reading is a new origin and not a distance.
  const passed = source === 'encoders' && reading.at < before.at;
  if (!state.counts || passed)
    return updated(followGyro(state, body), {
      counts,
      source,
      motors: restarted(state.motors),
      latency: state.latency && meterRestarted(state.latency, reading.at),
    });
  const { ways: rolled, motors } = counted(state.motors, ways, body);
  const left = standing(ways.left, state.unseen.left, state.wheels.left, body.metersPerCount?.left);
  const right = standing(ways.right, state.unseen.right, state.wheels.right, body.metersPerCount?.right);
  const from = lastHeard(before, 'encoders');
  const way = { from, at: reading.at, left: rolled.left, right: rolled.right };
  const share = shareSincePose(before, reading.at);
  return updated(propagateAlong(state, way, { share, doubt: body.doubts.counted }, body), {
    counts,
    wheels: { left: left.speed, right: right.speed },
    unseen: { left: left.unseen, right: right.unseen },
    motors,
    latency: state.latency && meterWays(state.latency, reading.at, ways, body.response),
  });
}

/** An exact pose from outside replaces the robot's own, moved by the distance since its stamp (latePose); a fix corrects it. */
export function receivePose(
  before: EstimatorState,
  reading: PoseReading,
  body: EstimatorParameters,
): EstimatorState {
  if (reading.deviation !== undefined)
    return receiveFix(before, { ...reading.pose, at: reading.at, deviation: reading.deviation }, body);
  if (isUseless(reading, before)) return before;
  const state = advanceEstimate(before, reading.at, body);
  if (!isLate(reading, state)) {
    const from = state.source === 'pose' ? state.pose : null;
    const there = updated(state, {
      motors: posed(state.motors, from, reading.pose, body),
      pose: reading.pose,
      source: 'pose',
      covariance: ZERO_COVARIANCE,
      lasting: NOTHING_SHARED,
      fixes: null,
    });
    return followGyro(noteHeard(there, 'pose', reading.at), body);
  }
  const now = broughtUp(reading, state, besideFixes(body, state.source !== 'granted'));
  if (!now) return updated(state, { ways: state.ways ?? [] });
  const there = { ...now, lasting: NOTHING_SHARED, source: 'pose', fixes: null } as const;
  return noteHeard(updated(state, there), 'pose', reading.at);
}

const besideFixes = ({ track, doubts }: EstimatorParameters, isCounted: boolean): RollingWheels => ({
  track,
  slip: (isCounted ? doubts.counted : doubts.commanded).besideFixes,
});

/** A fix corrects the pose at its own time; one that is far off is not believed, unless others agree with it. */
function receiveFix(state: EstimatorState, fix: Fix, body: EstimatorParameters): EstimatorState {
  // The pose of a body with encoders is of their last reading.
  const at = state.source === 'encoders' ? Math.min(state.at, lastHeard(state, 'encoders')) : state.at;
  const wheels = besideFixes(body, body.metersPerCount !== undefined);
  const { history, refused } = fixed(state.fixes ?? beginFixes(at, state), fix, wheels);
  if (refused) return updated(state, { fixes: history });
  return noteHeard(updated(state, { fixes: history, ...placedBy(history) }), 'fix', fix.at);
}

/** The body's pose at a time near that of the estimate, by its wheel speeds. */
export function poseNear({ pose, wheels, at: then }: EstimatorState, at: Seconds, track: Meters): Pose {
  return onArc(pose, wheels.left * (at - then), wheels.right * (at - then), track);
}

/** What belongs to the speeds that were sent. */
export interface SentNews {
  /** What the wheel-speed loop adds. */
  readonly added: WheelSpeeds;
  /** What motors as in the file would do with the duties; null without power. */
  readonly commanded: WheelSpeeds | null;
  /** As in `noteSent`. */
  readonly file: EstimatorParameters['fileLatency'] | null;
}

/** Notes a command sent to the wheels, for the prediction. */
export function recordSent(
  state: EstimatorState,
  at: Seconds,
  speeds: WheelSpeeds,
  { added, commanded, file }: SentNews = { added: AT_REST, commanded: speeds, file: null },
): EstimatorState {
  const { latency } = state;
  return updated(state, {
    sent: [...state.sent, { at, left: speeds.left, right: speeds.right }],
    motors: { ...state.motors, added },
    latency: latency && noteSent(latency, at, commanded, file ?? null),
  });
}

/**
 * The estimate at `at`, and the prediction: the body rolls through the latency on the commands under way, and then, on
 * the same arc, by the distance lag·v that its lag adds until it rests.
 *
 * For a first-order lag, x + lag·v is the sum of all commands given: so the body seems to respond at once, and the
 * controller neither overshoots because of the delay nor needs tuning for it.
 */
export function estimateNow(
  state: EstimatorState,
  at: Seconds,
  body: EstimatorParameters,
): { readonly estimate: Estimate; readonly moving: WheelSpeeds } {
  const { latency, track } = body;
  const { lag } = body.response;
  let predicted = state.pose;
  const on = (left: Meters, right: Meters) => {
    predicted = onArc(predicted, left, right, track);
  };
  const underWay = { speeds: state.wheels, from: state.at, to: at + latency };
  const moving = rollWheels(body, underWay, state.sent, on);
  on(lag * moving.left, lag * moving.right);
  const ages = agesOf(state.heardAt, at);
  const { pose, wheels, source } = state;
  const covariance = bent(state.covariance);
  const found = state.latency?.found;
  const measured = found && { latency: found };
  return { estimate: { pose, predicted, wheels, source, covariance, ages, ...measured }, moving };
}

/** The body's turn by the gyroscope, from any zero [rad]; null without a valid one. */
export function turnedAt({ gyro }: EstimatorState, at: Seconds, patience: Seconds): Radians | null {
  if (!gyro || gyro.bias === null || !gyro.last || at - gyro.last.at > patience) return null;
  return gyro.turned + (gyro.last.turnRate - gyro.bias) * (at - gyro.last.at);
}

/** The body was away: its counters and the zeros of its sensors start again, and it stands. */
export function bodyAway(state: EstimatorState): EstimatorState {
  const still = { left: 0, right: 0 };
  const gyro = state.gyro && interrupted(state.gyro);
  return updated(state, {
    wheels: still,
    counts: null,
    unseen: still,
    motors: { ...restarted(state.motors), added: still },
    sent: [],
    gyro,
    zeros: {},
    ways: null,
    fixes: null,
    latency: state.latency && { ...startMeter, used: state.latency.used },
  });
}

/**
 * Notes a turn rate; the pose follows with the wheels' next reading. While the robot is commanded to stand, the rate is
 * the bias.
 */
export function receiveTurnRate(
  before: EstimatorState,
  reading: TurnRateReading,
  { gyro: trusted, patience, metersPerCount, response, track }: EstimatorParameters,
): EstimatorState {
  const state = noteSensor(before, reading);
  if (!state.gyro || reading.sensor !== trusted) return state;
  const counts = isAtRest(state) ? state.counts : undefined;
  const gyro = integrateGyro(state.gyro, reading, counts, patience);
  const { latency } = state;
  const meters = latency && !metersPerCount && gyro.bias !== null;
  const turned = gyro.turned - state.gyro.turned;
  return updated(state, {
    gyro,
    latency: meters ? meterTurn(latency, reading.at, turned, { response, track }) : latency,
  });
}
