/** The estimator's parameters of the body, and its state from reading to reading. */
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import { isAtRest, type SentCommand, stillWorking, type WheelResponse } from '../math/wheel.js';
import {
  type HeadingNoise,
  isFix,
  type OwnSource,
  type SensorReading,
  type SourceTimes,
} from '../signals/readings.js';
import type { PoseSource, Reading, TrippedReading, WheelSpeeds } from '../signals/signals.js';
import type { Belief } from './belief.js';
import type { GyroState } from './gyro.js';
import type { History } from './history.js';
import { type FileLatency, type LatencyMeter, MOST_LATENCY } from './latencyMeter.js';
import type { MotorEstimate } from './motorModel.js';
import type { WheelDoubts } from './wheelDoubt.js';

/** The properties of a body that estimation needs. */
export interface EstimatorParameters {
  readonly track: Meters;
  readonly latency: Seconds;
  /** What the file says of it, and when the measured latency is used instead; missing: never. */
  readonly fileLatency?: FileLatency;
  readonly response: WheelResponse;
  /** A source of poses that is silent for longer is not used until it sends again. */
  readonly patience: Seconds;
  /** Rim distance per count; missing without encoders. */
  readonly metersPerCount?: { readonly left: Meters; readonly right: Meters };
  /** What its counts and its commands leave unknown. */
  readonly doubts: WheelDoubts;
  /** Wheels whose encoder has one channel: it counts up both ways. Missing where there is none. */
  readonly countsUp?: CountsUp;
  /** The speed that a motor's dead band takes: d/(1 − d)·v₀. */
  readonly deadSpeed?: MetersPerSecond;
  /** The battery is measured, and the duties make up for its voltage. */
  readonly measuresVoltage?: boolean;
  /** The gyroscope that the estimate uses beside the wheels. */
  readonly gyro?: string;
  /** Heading sensors and their noise. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

/** Whether each wheel's encoder counts up both ways. */
export interface CountsUp {
  readonly left: boolean;
  readonly right: boolean;
}

/** How long a sensor's zero was learned. */
export interface HeadingZero {
  /** Time of the sensor's last reading. */
  readonly at: Seconds;
  /** How long the zero was averaged; null once the robot has driven. */
  readonly stood: Seconds | null;
}

/** The sign of each wheel's counts: +1; −1 while a wheel whose encoder counts up both ways rolls backward. */
export interface RollingWay {
  readonly left: 1 | -1;
  readonly right: 1 | -1;
}

export interface EstimatorState {
  /** The instant of `wheels`: up to here the model has rolled. */
  readonly at: Seconds;
  /** Of a body with encoders, as of their last reading. */
  readonly belief: Belief;
  readonly source: PoseSource;
  /** Wheel speeds by the model, corrected where an encoder stands still. */
  readonly wheels: WheelSpeeds;
  readonly counts: { readonly left: number; readonly right: number; readonly rolls?: RollingWay } | null;
  /** How far the model rolled each wheel since its counter last moved [m]. */
  readonly unseen: { readonly left: Meters; readonly right: Meters };
  /** What it has found out about the motors. */
  readonly motors: MotorEstimate;
  /** What the wheels were told, the oldest first: all of the loop that asks for commands reads this one list. */
  readonly sent: readonly SentCommand[];
  readonly heardAt: SourceTimes;
  /** The gyroscope's state; null without one. */
  readonly gyro: GyroState | null;
  /** Of the heading sensors that have sent a reading. */
  readonly zeros: Readonly<Record<string, HeadingZero>>;
  /** The last second, once a fix or a late pose has come. */
  readonly history: History | null;
  /** How late the body answers; null without encoders and gyroscope. */
  readonly latency: LatencyMeter | null;
}

/**
 * The state with changes. Written out, since a spread with overridden keys costs twenty times as much, and this is
 * called for every reading.
 */
export const estimatorUpdated = (
  state: EstimatorState,
  {
    at = state.at,
    belief = state.belief,
    source = state.source,
    wheels = state.wheels,
    counts = state.counts,
    unseen = state.unseen,
    motors = state.motors,
    sent = state.sent,
    heardAt = state.heardAt,
    gyro = state.gyro,
    zeros = state.zeros,
    history = state.history,
    latency = state.latency,
  }: Partial<EstimatorState>,
): EstimatorState => ({
  at,
  belief,
  source,
  wheels,
  counts,
  unseen,
  motors,
  sent,
  heardAt,
  gyro,
  zeros,
  history,
  latency,
});

/** A latency that grows reaches back to commands that had taken effect already. */
export const longestLatency = ({ latency, fileLatency }: EstimatorParameters): Seconds =>
  fileLatency?.compensates ? Math.max(latency, MOST_LATENCY) : latency;

/** Whether the wheels stand, and no command under way will turn them. */
export const staysAtRest = ({ at, wheels, sent }: EstimatorState, body: EstimatorParameters): boolean =>
  isAtRest({ wheels, sent: stillWorking(sent, at - longestLatency(body)) });

/** Notes the time of a reading without a sensor. */
export const noteHeard = (state: EstimatorState, source: OwnSource, at: Seconds): EstimatorState =>
  estimatorUpdated(state, { heardAt: { ...state.heardAt, [source]: at } });

/** Notes the time of a sensor's reading. */
export function noteSensor(state: EstimatorState, { sensor, at }: SensorReading): EstimatorState {
  const { heardAt } = state;
  return estimatorUpdated(state, { heardAt: { ...heardAt, sensors: { ...heardAt.sensors, [sensor]: at } } });
}

/** Notes the time of a reading; a trip is no measurement. */
export const noteReading = (
  state: EstimatorState,
  reading: Exclude<Reading, TrippedReading>,
): EstimatorState =>
  'sensor' in reading
    ? noteSensor(state, reading)
    : noteHeard(state, isFix(reading) ? 'fix' : reading.kind, reading.at);

/** What was heard at a later time counts as heard at this one: so the next reading is not older. */
export function heardUntil(state: EstimatorState, at: Seconds): EstimatorState {
  const { sensors, ...own } = state.heardAt;
  const until = (times: Readonly<Record<string, Seconds>>) =>
    Object.fromEntries(Object.entries(times).map(([source, heardAt]) => [source, Math.min(heardAt, at)]));
  return estimatorUpdated(state, { heardAt: { ...until(own), sensors: until(sensors) } });
}
