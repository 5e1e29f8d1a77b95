/** A sensor of brightness or of a beacon as the controller knows it: what it is, and where it sits on the body. */
import type { Vec2 } from '../math/geometry.js';
import type { Radians } from '../math/units.js';

export interface Mount {
  /** `reflectance`: the floor below it. `light`: lamps that it faces. `beacon`: the direction of a beacon. */
  readonly senses: 'reflectance' | 'light' | 'beacon';
  readonly at: Vec2;
  readonly facing: Radians;
  /** Beacon only: the true direction lies at most this far to either side of the one that it tells; missing: noise alone. */
  readonly halfSector?: Radians;
}
