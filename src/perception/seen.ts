/** What a robot remembers of its surroundings by its own range sensors. Plain JSON. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { type Hits, NO_HITS } from '../signals/hits.js';
import type { RangeReading } from '../signals/signals.js';
import { type Looks, NO_LOOKS } from './looks.js';
import type { PoseAt } from './mount.js';

export interface Seen {
  readonly hits: Hits;
  readonly looks: Looks;
  /** Echoes of robots heard of, in the last reading of each sensor that had some: they say themselves where they are. */
  readonly robots: Readonly<Record<string, readonly Vec2[]>>;
}

export const nothingSeen: Seen = { hits: NO_HITS, looks: NO_LOOKS, robots: {} };

/** What a reading is understood by. */
export interface Beside {
  /** The sensor's reading before. */
  readonly last: RangeReading | undefined;
  readonly poseAt: PoseAt;
  /** Whether an echo from a place belongs to a robot heard of. */
  readonly isRobot: (x: Meters, y: Meters) => boolean;
}

/** What one reading shows. */
export interface Shown {
  readonly hits: Hits;
  readonly looks: Looks;
  readonly robots: readonly Vec2[];
}
