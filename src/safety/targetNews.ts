/** News of a target that moves: a jump farther than it can have moved is not followed until a second reading confirms it. */
import { distance, isFiniteVec, length } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../math/units.js';
import type { Neighbor, Obstacle, Target } from '../signals/signals.js';

/** A target may be faster than it says, and speed up between two news of it. */
const FASTEST_CHANGE: MetersPerSecond = 1;
/** What two looks at one place may differ by. */
const SAME_PLACE: Meters = 0.25;
/** A hand on a pointer puts it anywhere. */
const POINTER = 'pointer';
/** Longer ago than this nothing follows from where it was: what is heard now counts. */
const FORGOTTEN: Seconds = 2;

/** Whether something can have come from one place to the other: |p − (p₀ + v₀ Δt)| ≤ 0.25 m + (1 m/s + max(|v|, |v₀|)) Δt. */
export function isPlausible(before: Target, news: Target): boolean {
  const passed = Math.abs(news.at - before.at);
  const { position: p, velocity: v } = before;
  const expected = { x: p.x + v.x * passed, y: p.y + v.y * passed };
  const reach = SAME_PLACE + (FASTEST_CHANGE + Math.max(length(v), length(news.velocity))) * passed;
  return distance(expected, news.position) <= reach;
}

/** What is believed of the targets, and what is not yet. */
export interface TargetNews<T extends Target = Target> {
  readonly believed: T | undefined;
  /** A jump that waits for a second reading. */
  readonly suspect: T | undefined;
}

/** Folds in news of one target. */
export function hearTarget<T extends Target>({ believed, suspect }: TargetNews<T>, news: T): TargetNews<T> {
  const known = believed && news.at - believed.at <= FORGOTTEN ? believed : undefined;
  const confirmed = suspect !== undefined && suspect.at < news.at && isPlausible(suspect, news);
  if (!known || news.id === POINTER || isPlausible(known, news) || confirmed)
    return { believed: news, suspect: undefined };
  return { believed, suspect: news };
}

export const isFiniteTarget = ({ at, position, velocity }: Target): boolean =>
  Number.isFinite(at) && isFiniteVec(position) && isFiniteVec(velocity);

export const isFiniteNeighbor = (neighbor: Neighbor): boolean =>
  isFiniteTarget(neighbor) && Number.isFinite(neighbor.heading) && Number.isFinite(neighbor.radius);

export const isFiniteObstacle = ({ from, to, radius, velocity }: Obstacle): boolean =>
  Number.isFinite(from.x + from.y + to.x + to.y + radius) && (!velocity || isFiniteVec(velocity));
