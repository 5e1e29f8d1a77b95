/** What a press on the map does; one tool is active at a time. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

export interface Touch {
  /** On the plane. */
  readonly at: Vec2;
  /** How far off one may press and still mean it: a finger is wide. */
  readonly reach: Meters;
  readonly shift: boolean;
  /** Pressed for the second time within a moment, at the same place. */
  readonly twice: boolean;
}

export interface Tool {
  /** Whether it has a use for the press; one that has none moves the map. */
  press(touch: Touch): boolean;
  drag(touch: Touch): void;
  release(touch: Touch): void;
  /** The press ends as if it had never been, as far as that can be. */
  cancel(): void;
  /** Over the map, nothing pressed. */
  hover?(at: Vec2): void;
}
