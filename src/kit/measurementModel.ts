/** How a sensor measures in simulation, and errs. */
import type { Hertz, Meters, Radians, RadiansPerSecond, Seconds } from '../math/units.js';

/** A sensor that measures in cycles of its own: its output holds the value of the last whole cycle. */
export interface Cycle {
  readonly length: Seconds;
  /** How far the length of one sensor may lie from that. */
  readonly spread: Seconds;
  /** When it measures, as a share of the cycle; the value is shown from the cycle's end on. */
  readonly measures: number;
}

/** Errors of a distance. */
export interface RangeErrors {
  /** Standard deviation of the noise: this share of the distance and this. */
  readonly noiseShare: number;
  readonly noise: Meters;
  /** Share of echoes that are not heard, and of readings that show the echo of another sonar. */
  readonly dropout: number;
  readonly crosstalk: number;
  /** Of the reported distance. */
  readonly resolution: Meters;
  /** Nearer things are reported here. */
  readonly nearest: Meters;
}

/** A distance in one direction or cone; without errors it is the true one. */
export interface RangeModel {
  readonly kind: 'range';
  /** Sound is thrown off by slanted walls, and hears near thin things beside its cone. */
  readonly by: 'light' | 'sound';
  /** It does not sit exactly where the robot's file says. */
  readonly misplaced?: boolean;
  readonly errors?: RangeErrors;
  readonly cycle?: Cycle;
  /** A reading arrives when its sound has come back. */
  readonly late?: boolean;
}

export type MeasurementModel =
  | RangeModel
  /** A lidar: each ray at its own time. */
  | { readonly kind: 'scan'; readonly noisy: boolean }
  | { readonly kind: 'touch' }
  /** The floor below it, or the lamps before it. */
  | { readonly kind: 'level'; readonly of: 'floor' | 'lamps'; readonly noisy: boolean }
  /**
   * The direction of a beacon within its reach; one that only tells that it lies within a sector says that it is straight ahead.
   * Sensors with the same `source` have the same errors.
   */
  | {
      readonly kind: 'bearing';
      readonly range: Meters;
      readonly sector?: Radians;
      readonly source: string;
      readonly noisy: boolean;
    }
  /** @param noise standard deviation of a rate */
  | { readonly kind: 'turnRate'; readonly noise: RadiansPerSecond }
  /** From +x, bent by the robot's iron if it is noisy; or from where it began. */
  | {
      readonly kind: 'heading';
      readonly rate: Hertz;
      readonly from: 'north' | 'start';
      readonly noisy: boolean;
    };

/** Typical of a sonar; the nearest distance is the HC-SR04's, the resolution the XL-MaxSonar's. */
export const SONAR_ERRORS: RangeErrors = {
  noiseShare: 0.01,
  noise: 0.005,
  dropout: 0.02,
  crosstalk: 0.01,
  resolution: 0.01,
  nearest: 0.02,
};
