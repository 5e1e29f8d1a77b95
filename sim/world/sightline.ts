/** A ray through a world, and what it meets. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians } from '../../src/math/units.js';

/** A ray of a scan: rays may start at different places, as those of a sweep do while the robot drives. */
export interface Sightline {
  readonly from: Vec2;
  readonly angle: Radians;
}

/** What a ray meets first. */
export interface Hit {
  readonly distance: Meters;
  /** Of a round thing; null: the thing is flat there. */
  readonly radius: Meters | null;
  /** Angle between the ray and the surface's normal: 0 head-on. */
  readonly incidence: Radians;
}
