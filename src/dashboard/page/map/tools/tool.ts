/** The effect of a press on the map; one tool is active at a time. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

export interface Touch {
  /** In metres on the plane. */
  readonly at: Vec2;
  /** How far from a point a press still counts as on it: a finger is wide. */
  readonly reach: Meters;
  /** A finger cannot point without a press. */
  readonly finger: boolean;
  readonly shift: boolean;
  /** The second press within a moment, at the same place. */
  readonly twice: boolean;
}

export interface Tool {
  /** @returns whether the tool uses the press; otherwise the press moves the map */
  press(touch: Touch): boolean;
  drag(touch: Touch): void;
  release(touch: Touch): void;
  /** Undoes the press, as far as possible. */
  cancel(): void;
  /** The mouse moves over the map without a press. */
  hover?(at: Vec2): void;
}
