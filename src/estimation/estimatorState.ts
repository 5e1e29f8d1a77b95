/** The estimator's parameters of the body, and its state from reading to reading. */
import type { Pose } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../math/units.js';
import type { SentCommand, WheelResponse } from '../math/wheel.js';
import type { HeadingNoise, OwnSource, SensorReading, SourceTimes } from '../signals/readings.js';
import type { Covariance, PoseSource, WheelSpeeds } from '../signals/signals.js';
import type { FixHistory } from './fixes/fixHistory.js';
import type { GyroState } from './gyro.js';
import type { LastingShared, Shared } from './lastingErrors.js';
import type { FileLatency, LatencyMeter } from './latencyMeter.js';
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

/** The world heading of a sensor's zero, and its uncertainty. */
export interface HeadingZero {
  /** Time of the sensor's last reading. */
  readonly at: Seconds;
  readonly zero: Radians;
  /** B [rad²]. */
  readonly variance: number;
  /** C, of the pose's error with the zero's: [m·rad], [m·rad], [rad²]. */
  readonly shared: Shared;
  /** How long the zero was averaged; null once the robot has driven. */
  readonly stood: Seconds | null;
}

/** A motion from one instant to another: each wheel's distance, and the turn. */
export interface Way {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly left: Meters;
  readonly right: Meters;
  readonly turned: Radians;
}

/** The sign of each wheel's counts: +1; −1 while a wheel whose encoder counts up both ways rolls backward. */
export interface RollingWay {
  readonly left: 1 | -1;
  readonly right: 1 | -1;
}

export interface EstimatorState {
  /** The instant of `pose` and `wheels`. */
  readonly at: Seconds;
  readonly pose: Pose;
  readonly covariance: Covariance;
  readonly source: PoseSource;
  /** What the pose's error has in common with those that the body has for good. */
  readonly lasting: LastingShared;
  /** Wheel speeds by the model, corrected where an encoder stands still. */
  readonly wheels: WheelSpeeds;
  readonly counts: { readonly left: number; readonly right: number; readonly rolls?: RollingWay } | null;
  /** How far the model rolled each wheel since its counter last moved [m]. */
  readonly unseen: { readonly left: Meters; readonly right: Meters };
  /** What it has found out about the motors. */
  readonly motors: MotorEstimate;
  readonly sent: readonly SentCommand[];
  readonly heardAt: SourceTimes;
  /** The gyroscope's state; null without one. */
  readonly gyro: GyroState | null;
  /** Zeros of the heading sensors that have sent a reading. */
  readonly zeros: Readonly<Record<string, HeadingZero>>;
  /** The ways of the last second, once a pose from outside has come late. */
  readonly ways: readonly Way[] | null;
  /** What fixes have made of the pose; null before the first, and after an exact pose. */
  readonly fixes: FixHistory | null;
  /** How late the body answers; null without encoders and gyroscope. */
  readonly latency: LatencyMeter | null;
}

/**
 * The state with changes. Written out, since a spread with overridden keys costs twenty times as much, and this is
 * called for every reading.
 */
export const updated = (
  state: EstimatorState,
  {
    at = state.at,
    pose = state.pose,
    covariance = state.covariance,
    source = state.source,
    lasting = state.lasting,
    wheels = state.wheels,
    counts = state.counts,
    unseen = state.unseen,
    motors = state.motors,
    sent = state.sent,
    heardAt = state.heardAt,
    gyro = state.gyro,
    zeros = state.zeros,
    ways = state.ways,
    fixes = state.fixes,
    latency = state.latency,
  }: Partial<EstimatorState>,
): EstimatorState => ({
  at,
  pose,
  covariance,
  source,
  lasting,
  wheels,
  counts,
  unseen,
  motors,
  sent,
  heardAt,
  gyro,
  zeros,
  ways,
  fixes,
  latency,
});

/** Notes the time of a reading without a sensor. */
export const noteHeard = (state: EstimatorState, source: OwnSource, at: Seconds): EstimatorState =>
  updated(state, { heardAt: { ...state.heardAt, [source]: at } });

/** Notes the time of a sensor's reading. */
export function noteSensor(state: EstimatorState, { sensor, at }: SensorReading): EstimatorState {
  const { heardAt } = state;
  return updated(state, { heardAt: { ...heardAt, sensors: { ...heardAt.sensors, [sensor]: at } } });
}
