/** A range sensor as the controller knows it: where it sits on the body, and what its beam covers. */
import type { Vec2 } from '../math/geometry.js';
import type { Hertz, Meters, Radians, Seconds } from '../math/units.js';

/** The beam of a sensor: rays about its direction, and the distances that it can measure. */
export interface Beam {
  /** Directions from `facing`, from right to left. */
  readonly rays: readonly Radians[];
  /** True: one distance per ray; false: only the nearest of all rays. */
  readonly each: boolean;
  readonly nearest: Meters;
  readonly farthest: Meters;
  readonly rate: Hertz;
  /** From the first ray to the last, whose time is that of the reading; missing: all at once. */
  readonly sweep?: Seconds;
  /** Mean age of what a reading shows when it is made: the sensor measures in cycles of its own. */
  readonly lag?: Seconds;
  /**
   * One direction of several of a sonar that a servo turns: how far it is to the next, how wide they all are, and without a
   * reading for how long it is silent (others: for three readings).
   */
  readonly swept?: { readonly step: Radians; readonly whole: Radians; readonly silence: Seconds };
}

/** A range sensor on its body. */
export interface Ranger {
  readonly at: Vec2;
  readonly facing: Radians;
  readonly beam: Beam;
  /** Extra stopping distance before robots that this sensor sees, so that they stay in its range. */
  readonly short?: Meters;
  /** Of a sensor to the front or back: there its beam leaves the body, and may meet a thing that is too near for it. */
  readonly hides?: Vec2;
}
