/** What a robot remembers of its surroundings by its own range sensors: the map of hits, and where it looked. */
import { distance, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import { NO_HITS } from '../signals/hits.js';
import type { Neighbor, RangeReading } from '../signals/signals.js';
import { type Seen, seeCone } from './cone.js';
import { HitDraft } from './hitMap.js';
import { mountOf, type PoseAt } from './mount.js';
import { seeRays } from './rays.js';

export const nothingSeen: Seen = { hits: NO_HITS, looks: [] };

/** Echoes this near to the rim of a robot heard of belong to that robot. */
const ROBOT_RIM: Meters = 0.05;

/** What a reading adds. Robots heard of are not marked: they say themselves where they are. */
export function remember(
  seen: Seen,
  ranger: Ranger,
  reading: RangeReading,
  before: RangeReading | undefined,
  poseAt: PoseAt,
  neighbors: readonly Neighbor[],
): Seen {
  const isRobot = (x: Meters, y: Meters) => belongsTo(neighbors, { x, y }, reading.at);
  if (ranger.beam.farthest === 0) return touch(seen, ranger, reading, poseAt);
  if (!ranger.beam.each) return seeCone(seen, ranger, reading, before, poseAt, isRobot);
  return { hits: seeRays(seen.hits, ranger, reading, poseAt, isRobot), looks: seen.looks };
}

/** A bumper that is pressed: something is there. Released it says nothing: the body may only have moved away. */
function touch(seen: Seen, ranger: Ranger, { at, distances }: RangeReading, poseAt: PoseAt): Seen {
  if (distances[0] !== 0) return seen;
  const place = mountOf(ranger, poseAt(at));
  const draft = new HitDraft(seen.hits, place, at, () => false);
  draft.mark([place], at, 1);
  return { hits: draft.hits, looks: seen.looks };
}

const belongsTo = (neighbors: readonly Neighbor[], place: Vec2, at: Seconds): boolean =>
  neighbors.some(({ position: { x, y }, velocity, radius, at: then }) => {
    const there = { x: x + velocity.x * (at - then), y: y + velocity.y * (at - then) };
    return distance(place, there) < radius + ROBOT_RIM;
  });
