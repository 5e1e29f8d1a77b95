/** Where am I: exact-arc odometry, and where the body ends up on the commands already given. */
import { type Pose, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import { isAtRest, rollWheels, stillWorking } from '../math/wheel.js';
import type {
  EncoderReading,
  Estimate,
  PoseReading,
  PoseSource,
  TurnRateReading,
  WheelSpeeds,
} from '../signals/signals.js';
import {
  type EstimatorParameters,
  type EstimatorState,
  noteHeard,
  updated,
  type Way,
} from './estimatorState.js';
import { integrateGyro, interrupted, startGyro } from './gyro.js';
import { propagateZeros } from './heading.js';
import { broughtUp, isLate, isUseless, notAhead, shareSincePose, withWay } from './latePose.js';
import { integrateArc, onArc, standing, turnOfWheels, turnSince, ZERO_COVARIANCE } from './odometry.js';

/** Counts that come later than this are given up: the longest dead-man time [s]. */
const MAX_COUNT_DELAY: Seconds = 0.5;
/** Variance a wheel adds a metre [m]: 3 mm of slip and unevenness after 1 m; ten times that unmeasured. */
const ENCODER_VARIANCE: Meters = 1e-5;
const COMMAND_VARIANCE: Meters = 1e-3;

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
    wheels,
    counts: null,
    unseen: { left: 0, right: 0 },
    sent: [{ at: at - body.latency, ...wheels }],
    heardAt: {},
    gyro: body.gyro === undefined ? null : startGyro(at),
    zeros: {},
    ways: null,
  };
}

/** Rolls the model on to `to`; without encoders or an outside pose it carries the pose along. */
export function advanceEstimate(
  state: EstimatorState,
  to: Seconds,
  body: EstimatorParameters,
): EstimatorState {
  if (to <= state.at) return state;
  let posed = state;
  let { left, right } = state.unseen;
  let now = state.at;
  const { latency, response } = body;
  const wheels = rollWheels(state.wheels, state.at, to, state.sent, latency, response, (l, r, lasting) => {
    left += l;
    right += r;
    now += lasting;
    const way = { from: now - lasting, at: now, left: l, right: r };
    if (state.source === 'granted')
      posed = propagateAlong(posed, way, { share: 1, q: COMMAND_VARIANCE }, body);
  });
  const sent = stillWorking(state.sent, to - latency);
  return updated(posed, { at: to, wheels, unseen: { left, right }, sent });
}

/** To a tick of the clock: a pose that was not measured of late is integrated from the granted speeds, and says so. */
export function propagateUntil(
  before: EstimatorState,
  at: Seconds,
  body: EstimatorParameters,
): EstimatorState {
  const state = notAhead(before, at);
  if (state.source !== 'granted' && at - lastHeard(state, state.source) <= body.patience) return state;
  const silence = body.metersPerCount ? at - lastHeard(state, 'encoders') : Number.POSITIVE_INFINITY;
  if (silence <= body.patience) return updated(state, { source: 'encoders' });
  // A line or a host that stalled still brings what was counted meanwhile: the way must not be gone twice.
  if (state.counts && silence <= MAX_COUNT_DELAY) return updated(state, { source: 'granted' });
  return advanceEstimate(updated(state, { source: 'granted', counts: null }), at, body);
}

/** A sensor that never spoke was never heard. */
const lastHeard = (state: EstimatorState, source: PoseSource): Seconds =>
  state.heardAt[source] ?? Number.NEGATIVE_INFINITY;

/** Exact-arc odometry: Δs = (l + r)/2, Δθ = (r − l)/b. The first reading is no motion. */
export function receiveEncoders(
  before: EstimatorState,
  reading: EncoderReading,
  body: EstimatorParameters,
  ways: { readonly left: Meters; readonly right: Meters },
): EstimatorState {
  const source: PoseSource = before.source === 'pose' ? 'pose' : 'encoders';
  const awake = before.counts && before.source !== source ? updated(before, { source }) : before;
  const state = noteHeard(advanceEstimate(awake, reading.at, body), 'encoders', reading.at);
  const counts = { left: reading.left, right: reading.right };
  // Where granted speeds have carried the pose past this instant already, it is a new origin and no way.
  const passed = source === 'encoders' && reading.at < before.at;
  if (!state.counts || passed) return updated(followGyro(state, body), { counts, source });
  const left = standing(ways.left, state.unseen.left, state.wheels.left, body.metersPerCount?.left);
  const right = standing(ways.right, state.unseen.right, state.wheels.right, body.metersPerCount?.right);
  const from = lastHeard(before, 'encoders');
  const way = { from, at: reading.at, left: ways.left, right: ways.right };
  const share = shareSincePose(before, reading.at);
  return updated(propagateAlong(state, way, { share, q: ENCODER_VARIANCE }, body), {
    counts,
    wheels: { left: left.speed, right: right.speed },
    unseen: { left: left.unseen, right: right.unseen },
  });
}

/** A pose from outside replaces the robot's own: where it was at its stamp, and the way it has gone since (latePose). */
export function receivePose(
  before: EstimatorState,
  reading: PoseReading,
  body: EstimatorParameters,
): EstimatorState {
  if (isUseless(reading, before)) return before;
  const state = advanceEstimate(before, reading.at, body);
  if (!isLate(reading, state)) {
    const posed = updated(state, { pose: reading.pose, source: 'pose', covariance: ZERO_COVARIANCE });
    return followGyro(noteHeard(posed, 'pose', reading.at), body);
  }
  const q = state.source === 'granted' ? COMMAND_VARIANCE : ENCODER_VARIANCE;
  const now = broughtUp(reading, state, { track: body.track, q });
  if (!now) return updated(state, { ways: state.ways ?? [] });
  return noteHeard(updated(state, { ...now, source: 'pose' }), 'pose', reading.at);
}

/** Notes what was sent to the wheels, for the predictor. */
export function recordSent(state: EstimatorState, at: Seconds, speeds: WheelSpeeds): EstimatorState {
  return updated(state, { sent: [...state.sent, { at, left: speeds.left, right: speeds.right }] });
}

/**
 * The estimate at `at`, and the prediction: the body rolls on through the latency on the commands under way,
 * and then to where its lag lets it come to rest, a way of lag·v on the arc it is on.
 *
 * For a lag of first order, x + lag·v is the sum of all commands given: to the model the body then answers
 * at once, and it neither overshoots for the delay nor has to be tuned for it.
 */
export function estimateNow(
  state: EstimatorState,
  at: Seconds,
  body: EstimatorParameters,
): { readonly estimate: Estimate; readonly moving: WheelSpeeds } {
  const { latency, response, track } = body;
  const { lag } = response;
  let predicted = state.pose;
  const on = (left: Meters, right: Meters) => {
    predicted = onArc(predicted, left, right, track);
  };
  const moving = rollWheels(state.wheels, state.at, at + latency, state.sent, latency, response, on);
  on(lag * moving.left, lag * moving.right);
  const ages: Record<string, Seconds> = {};
  for (const name in state.heardAt) ages[name] = at - (state.heardAt[name] ?? at);
  const { pose, wheels, source, covariance } = state;
  return { estimate: { pose, predicted, wheels, source, covariance, ages }, moving };
}

/** How far the gyroscope says that the body turned, from anywhere [rad]; null where there is none to believe. */
export function turnedAt({ gyro }: EstimatorState, at: Seconds, patience: Seconds): Radians | null {
  if (!gyro || gyro.bias === null || !gyro.last || at - gyro.last.at > patience) return null;
  return gyro.turned + (gyro.last.turnRate - gyro.bias) * (at - gyro.last.at);
}

/** The body was away: its counters, and what its sensors call 0, begin anew, and it stands. */
export function bodyAway(state: EstimatorState): EstimatorState {
  const still = { left: 0, right: 0 };
  const gyro = state.gyro && interrupted(state.gyro);
  return updated(state, {
    wheels: still,
    counts: null,
    unseen: still,
    sent: [],
    gyro,
    zeros: {},
    ways: null,
  });
}

type Turning = Pick<EstimatorParameters, 'track' | 'patience'>;

/**
 * Carries the pose, its covariance and all that goes with them along a way, and notes the way where late poses need it.
 *
 * @param share how much of the way came after the instant of the pose
 * @param q variance a wheel adds for each metre it rolls [m]
 */
export function propagateAlong(
  state: EstimatorState,
  way: Omit<Way, 'turned'>,
  { share, q }: { readonly share: number; readonly q: Meters },
  { track, patience }: Turning,
): EstimatorState {
  const ways = { left: way.left * share, right: way.right * share };
  const wheels = turnOfWheels(ways, { track, q });
  const since = state.gyro && turnSince(state.gyro, way.at, wheels, patience);
  const { pose, covariance } = integrateArc(state, ways, since?.turn ?? wheels, { track, q });
  const rest = ((way.right - way.left) / track) * (1 - share);
  const turned = wrapAngle(pose.heading - state.pose.heading) + rest;
  return updated(state, {
    pose,
    covariance,
    gyro: since ? since.gyro : null,
    zeros: propagateZeros(state.zeros, state.pose, pose),
    ways:
      state.ways && withWay(state, { from: way.from, at: way.at, left: way.left, right: way.right, turned }),
  });
}

/** A pose that came otherwise: from here on the gyroscope's turn counts. */
export function followGyro(state: EstimatorState, { patience }: Turning): EstimatorState {
  if (!state.gyro) return state;
  return updated(state, { gyro: turnSince(state.gyro, state.at, null, patience).gyro });
}

/** Notes it; the pose follows when the wheels do. What it tells of a robot that was told to stand is its bias. */
export function receiveTurnRate(
  before: EstimatorState,
  reading: TurnRateReading,
  { gyro: trusted, patience }: EstimatorParameters,
): EstimatorState {
  const state = noteHeard(before, reading.sensor, reading.at);
  if (!state.gyro || reading.sensor !== trusted) return state;
  const counts = isAtRest(state) ? state.counts : undefined;
  return updated(state, { gyro: integrateGyro(state.gyro, reading, counts, patience) });
}
