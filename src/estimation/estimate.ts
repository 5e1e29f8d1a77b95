/** Pose estimation: exact-arc odometry, and the pose to which the commands already given will bring the body. */
import { fromPolar, type Pose } from '../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds } from '../math/units.js';
import { rollWheels, stillWorking } from '../math/wheel.js';
import { agesOf } from '../signals/readings.js';
import {
  AT_REST,
  type EncoderReading,
  type Estimate,
  type PoseSource,
  type TurnRateReading,
  type WheelSpeeds,
} from '../signals/signals.js';
import { believe, bent, joined, poseCovariance } from './belief.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  estimatorUpdated,
  longestLatency,
  noteHeard,
  noteSensor,
  type RollingWay,
  staysAtRest,
} from './estimatorState.js';
import { integrateGyro, interrupted, startGyro } from './gyro.js';
import { withoutZeros } from './heading.js';
import { SAME_TIME } from './history.js';
import { meterRestarted, meterTurn, meterWays, noteSent, startMeter } from './latencyMeter.js';
import { onArc, TRACK } from './motion.js';
import { counted, restarted, rolledOn, standing, startMotors } from './motorModel.js';
import { moveBelief, standUntil } from './propagate.js';

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
    belief: joined(believe(at, pose), TRACK, { variance: body.doubts.lasting.track ** 2 }),
    source: body.metersPerCount ? 'encoders' : 'granted',
    wheels,
    counts: null,
    unseen: AT_REST,
    motors: startMotors,
    sent: [{ at: at - longestLatency(body), ...wheels }],
    heardAt: { sensors: {} },
    gyro: body.gyro === undefined ? null : startGyro(at),
    zeros: {},
    history: null,
    latency: body.metersPerCount || body.gyro !== undefined ? startMeter : null,
  };
}

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
    if (state.source === 'granted')
      moved = moveBelief(moved, { from: now - lasting, at: now, left: l, right: r, by: 'commands' }, body);
  });
  const { unseen } = state;
  return estimatorUpdated(moved, {
    at: to,
    wheels,
    unseen: { left: unseen.left + left, right: unseen.right + right },
    motors: rolledOn(state.motors, { left, right }, to - state.at),
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
  if (silence <= body.patience) return estimatorUpdated(state, { source: 'encoders' });
  // After a stall of the line or the host the counts still arrive: the distance must not be added twice.
  if (state.counts && silence <= MAX_COUNT_DELAY) return estimatorUpdated(state, { source: 'granted' });
  return advanceEstimate(estimatorUpdated(state, { source: 'granted', counts: null }), at, body);
}

/** A pose with a stamp from the future counts as present, so that no distance counts twice or backwards. */
function notAhead(state: EstimatorState, at: Seconds): EstimatorState {
  if (state.at <= at + SAME_TIME) return state;
  const { pose = at } = state.heardAt;
  const belief = { ...state.belief, at: Math.min(state.belief.at, at) };
  return estimatorUpdated(state, { at, belief, heardAt: { ...state.heardAt, pose: Math.min(pose, at) } });
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
  const awake = before.counts && before.source !== source ? estimatorUpdated(before, { source }) : before;
  const state = noteHeard(advanceEstimate(awake, reading.at, body), 'encoders', reading.at);
  const counts = { left: reading.left, right: reading.right, ...(ways.rolls && { rolls: ways.rolls }) };
  // If allowed speeds have moved the pose past this instant already, the reading is a new origin and not a distance.
  const passed = source === 'encoders' && reading.at < before.at;
  if (!state.counts || passed)
    return estimatorUpdated(standUntil(state, reading.at, body), {
      counts,
      source,
      motors: restarted(state.motors),
      latency: state.latency && meterRestarted(state.latency, reading.at),
    });
  const { ways: rolled, motors } = counted(state.motors, ways, body);
  const left = standing(ways.left, state.unseen.left, state.wheels.left, body.metersPerCount?.left);
  const right = standing(ways.right, state.unseen.right, state.wheels.right, body.metersPerCount?.right);
  const from = lastHeard(before, 'encoders');
  const motion = { from, at: reading.at, left: rolled.left, right: rolled.right, by: 'counts' } as const;
  return estimatorUpdated(moveBelief(state, motion, body), {
    counts,
    wheels: { left: left.speed, right: right.speed },
    unseen: { left: left.unseen, right: right.unseen },
    motors,
    latency: state.latency && meterWays(state.latency, reading.at, ways, body.response),
  });
}

/** The body's pose at a time near that of the estimate, by its wheel speeds. */
export function poseNear({ belief, wheels }: EstimatorState, at: Seconds, track: Meters): Pose {
  const dt = at - belief.at;
  return onArc(belief.pose, wheels.left * dt, wheels.right * dt, track);
}

/** What belongs to the speeds that were sent. */
export interface SentNews {
  /** What the wheel-speed loop adds. */
  readonly added: WheelSpeeds;
  /** What motors as in the file would do with the duties; null without power. */
  readonly commanded: WheelSpeeds | null;
  /** As in `noteSent`. */
  readonly file: EstimatorParameters['fileLatency'] | null;
  /** How long a command that was in effect is remembered. */
  readonly memory: Seconds;
}

/** Notes a command sent to the wheels, for the prediction. */
export function recordSent(
  state: EstimatorState,
  at: Seconds,
  speeds: WheelSpeeds,
  { added, commanded, file, memory }: SentNews = { added: AT_REST, commanded: speeds, file: null, memory: 1 },
): EstimatorState {
  const { latency } = state;
  return estimatorUpdated(state, {
    sent: stillWorking(
      [...state.sent, { at, left: speeds.left, right: speeds.right }],
      Math.min(state.at, at) - memory,
    ),
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
  let predicted = state.belief.pose;
  const on = (left: Meters, right: Meters) => {
    predicted = onArc(predicted, left, right, track);
  };
  const underWay = { speeds: state.wheels, from: state.at, to: at + latency };
  const moving = rollWheels(body, underWay, state.sent, on);
  on(lag * moving.left, lag * moving.right);
  const ages = agesOf(state.heardAt, at);
  const { belief, wheels, source } = state;
  const { pose } = belief;
  const covariance = bent(poseCovariance(belief));
  const found = state.latency?.found;
  const measured = found && { latency: found };
  const velocity = fromPolar((wheels.left + wheels.right) / 2, pose.heading);
  const turnRate = gyroRate(state, at, body.patience) ?? (wheels.right - wheels.left) / track;
  const motion = { wheels, velocity, turnRate };
  return { estimate: { pose, predicted, ...motion, source, covariance, ages, ...measured }, moving };
}

/** The body's turn rate by the gyroscope; undefined without a valid one. */
function gyroRate(
  { gyro }: Pick<EstimatorState, 'gyro'>,
  at: Seconds,
  patience: Seconds,
): RadiansPerSecond | undefined {
  if (!gyro || gyro.bias === null || !gyro.last || at - gyro.last.at > patience) return undefined;
  return gyro.last.turnRate - gyro.bias;
}

/** The body's turn by the gyroscope, from any zero [rad]; null without a valid one. */
export function turnedAt({ gyro }: EstimatorState, at: Seconds, patience: Seconds): Radians | null {
  const rate = gyroRate({ gyro }, at, patience);
  if (!gyro?.last || rate === undefined) return null;
  return gyro.turned + rate * (at - gyro.last.at);
}

/** The body was away, up to an instant: its counters and the zeros of its sensors start again, and it stands. */
export function bodyAway(state: EstimatorState, at: Seconds): EstimatorState {
  const still = { left: 0, right: 0 };
  const gyro = state.gyro && interrupted(state.gyro);
  return estimatorUpdated(state, {
    at,
    belief: { ...withoutZeros(state.belief), at },
    wheels: still,
    counts: null,
    unseen: still,
    motors: { ...restarted(state.motors), added: still },
    sent: [],
    gyro,
    zeros: {},
    history: null,
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
  body: EstimatorParameters,
): EstimatorState {
  const { gyro: trusted, patience, metersPerCount, response, track } = body;
  const state = noteSensor(before, reading);
  if (!state.gyro || reading.sensor !== trusted) return state;
  const counts = staysAtRest(state, body) ? state.counts : undefined;
  const gyro = integrateGyro(state.gyro, reading, counts, patience);
  const { latency } = state;
  const meters = latency && !metersPerCount && gyro.bias !== null;
  const turned = gyro.turned - state.gyro.turned;
  return estimatorUpdated(state, {
    gyro,
    latency: meters ? meterTurn(latency, reading.at, turned, { response, track }) : latency,
  });
}
