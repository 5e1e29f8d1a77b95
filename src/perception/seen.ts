/** What a robot remembers of its surroundings by its own range sensors. Plain JSON. */
import type { Pose, Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import { type Hits, NO_HITS } from '../signals/hits.js';
import type { RangeReading } from '../signals/signals.js';
import type { Echoes } from './echoes.js';
import type { HitDraft } from './hitMap.js';
import { type LookDraft, type Looks, NO_LOOKS } from './looks.js';
import type { PoseAt } from './mount.js';
import type { Watched } from './movers.js';

export interface Seen {
  readonly hits: Hits;
  readonly looks: Looks;
  /** What each sonar hears again and again. */
  readonly echoes: Readonly<Record<string, Echoes>>;
  /** Echoes of robots heard of, in the last reading of each sensor that had some: they say themselves where they are. */
  readonly robots: Readonly<Record<string, readonly Vec2[]>>;
  /** What each sensor knows of things that move. */
  readonly watched: Readonly<Record<string, Watched>>;
}

export const nothingSeen: Seen = { hits: NO_HITS, looks: NO_LOOKS, echoes: {}, robots: {}, watched: {} };

/** A reading of a range sensor, and the one before it, which may confirm it. */
export interface Glance {
  readonly ranger: Ranger;
  readonly reading: RangeReading;
  readonly last: RangeReading | undefined;
}

/** What is remembered, while the readings of a tick change it. */
export interface Sight {
  readonly hits: HitDraft;
  readonly looks: LookDraft;
  readonly echoes: Record<string, Echoes>;
  readonly poseAt: PoseAt;
  /** Whether an echo from a place belongs to a robot heard of. */
  readonly isRobot: (x: Meters, y: Meters) => boolean;
  /** Whether a ray meets a robot heard of within a distance. */
  readonly meetsRobot: (ray: Pose, within: Meters) => boolean;
  readonly isMapped: boolean;
}
