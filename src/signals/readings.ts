/**
 * What a robot's sensors say, in SI, whatever they are made of: the first values that flow round the loop.
 *
 * Plain JSON, each with its time; `sensor` is the id that the robot's file gives.
 */
import type { Pose } from '../math/geometry.js';
import type { Meters, Radians, RadiansPerSecond, Seconds, Volts } from '../math/units.js';

/** Raw encoder counters, edges of both channels; int32, so they wrap. */
export interface EncoderReading {
  readonly kind: 'encoders';
  readonly at: Seconds;
  readonly left: number;
  readonly right: number;
}

/**
 * Distances of one range sensor, one a ray; `null` is no echo, which is not the same as free. A bumper is a range sensor
 * that reaches nowhere: 0 is pressed.
 */
export interface RangeReading {
  readonly kind: 'range';
  readonly at: Seconds;
  readonly sensor: string;
  readonly distances: readonly (Meters | null)[];
  /** Counts of the converter, of a sensor that answers with a voltage: a healthy one's change by a count or two all the time. */
  readonly raw?: number;
}

/** A heading from a zero of the sensor's own, counter-clockwise: of a compass, or an orientation sensor. */
export interface HeadingReading {
  readonly kind: 'heading';
  readonly at: Seconds;
  readonly sensor: string;
  readonly heading: Radians;
}

/** How far a sensor's headings are to be believed: errors of this size, each of which lasts for so long. */
export interface HeadingNoise {
  /** σ² [rad²] of one reading. */
  readonly variance: number;
  /** Readings that are less apart are wrong together. */
  readonly lasting: Seconds;
}

/** A turn rate about the vertical axis, left positive: of a gyroscope, with its bias. */
export interface TurnRateReading {
  readonly kind: 'turnRate';
  readonly at: Seconds;
  readonly sensor: string;
  readonly turnRate: RadiansPerSecond;
}

/** How bright it is where a sensor looks, from 0, dark, to 1, the brightest that it can tell: reflectance, light. */
export interface LevelReading {
  readonly kind: 'level';
  readonly at: Seconds;
  readonly sensor: string;
  readonly level: number;
}

/** The battery's own voltage. */
export interface BatteryReading {
  readonly kind: 'battery';
  readonly at: Seconds;
  readonly volts: Volts;
}

/** The pose as somebody outside the robot sees it: the simulator's truth, or motion capture. */
export interface PoseReading {
  readonly kind: 'pose';
  readonly at: Seconds;
  readonly pose: Pose;
}

/** How many damaged frames the two ends of the link have counted since it was opened. */
export interface LinkReading {
  readonly kind: 'link';
  readonly at: Seconds;
  readonly badFrames: number;
}

export type Reading =
  | EncoderReading
  | RangeReading
  | HeadingReading
  | TurnRateReading
  | LevelReading
  | BatteryReading
  | PoseReading
  | LinkReading;
