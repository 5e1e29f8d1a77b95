/** What the estimate goes by: the body's parameters, and the state that is carried from reading to reading. */
import type { Pose } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { SentCommand, WheelResponse } from '../math/wheel.js';
import type { HeadingNoise } from '../signals/readings.js';
import type { Covariance, PoseSource, WheelSpeeds } from '../signals/signals.js';
import type { GyroState } from './gyro.js';

/** What estimation must know of a body. */
export interface EstimatorParameters {
  readonly track: Meters;
  readonly latency: Seconds;
  readonly response: WheelResponse;
  /** A source of poses that was silent for longer is given up until it speaks again. */
  readonly patience: Seconds;
  /** Rim way per count; missing without encoders. */
  readonly metersPerCount?: { readonly left: Meters; readonly right: Meters };
  /** The sensor of turn rates that it turns by, too. */
  readonly gyro?: string;
  /** Sensors of headings, and how far each is to be believed. */
  readonly headingNoise?: Readonly<Record<string, HeadingNoise>>;
}

/** What a sensor calls 0, in the world, and how sure that is. */
export interface HeadingZero {
  /** When the sensor spoke last. */
  readonly at: Seconds;
  readonly zero: Radians;
  /** B [rad²]. */
  readonly variance: number;
  /** C, of the pose's error with the zero's: [m·rad], [m·rad], [rad²]. */
  readonly shared: { readonly x: number; readonly y: number; readonly h: number };
  /** How long it was averaged for; null once the robot has driven. */
  readonly stood: Seconds | null;
}

/** What the pose was carried along from one instant to another: each wheel's way, and the turn. */
export interface Way {
  readonly from: Seconds;
  readonly at: Seconds;
  readonly left: Meters;
  readonly right: Meters;
  readonly turned: Radians;
}

export interface EstimatorState {
  /** The instant that `pose` and `wheels` are of. */
  readonly at: Seconds;
  readonly pose: Pose;
  readonly covariance: Covariance;
  readonly source: PoseSource;
  /** Wheel speeds by the model, corrected where an encoder stands still. */
  readonly wheels: WheelSpeeds;
  readonly counts: { readonly left: number; readonly right: number } | null;
  /** How far the model rolled each wheel since its counter last moved [m]. */
  readonly unseen: { readonly left: Meters; readonly right: Meters };
  readonly sent: readonly SentCommand[];
  readonly heardAt: Readonly<Record<string, Seconds>>;
  /** Of a robot that has one. */
  readonly gyro: GyroState | null;
  /** What sensors of headings call 0, once they have spoken. */
  readonly zeros: Readonly<Record<string, HeadingZero>>;
  /** Of the last second, once a pose from outside has come late. */
  readonly ways: readonly Way[] | null;
}

/**
 * The state with what has changed. Written out, as a spread with overridden keys costs twenty times as much, and this is
 * called for every reading.
 */
export const updated = (
  state: EstimatorState,
  {
    at = state.at,
    pose = state.pose,
    covariance = state.covariance,
    source = state.source,
    wheels = state.wheels,
    counts = state.counts,
    unseen = state.unseen,
    sent = state.sent,
    heardAt = state.heardAt,
    gyro = state.gyro,
    zeros = state.zeros,
    ways = state.ways,
  }: Partial<EstimatorState>,
): EstimatorState => ({
  at,
  pose,
  covariance,
  source,
  wheels,
  counts,
  unseen,
  sent,
  heardAt,
  gyro,
  zeros,
  ways,
});

/** A sensor has spoken. */
export const noteHeard = (state: EstimatorState, name: string, at: Seconds): EstimatorState =>
  updated(state, { heardAt: { ...state.heardAt, [name]: at } });
