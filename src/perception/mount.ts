/** Where a range sensor was, in the world, while it measured; and how news of the robot's pose moves what it saw. */
import { clamp, type Pose, rotate, toWorld, type Vec2, wrapAngle } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';

/** Where the body was at a time. */
export type PoseAt = (at: Seconds) => Pose;

/** The sensor's own place and direction for a pose of its body. */
export function mountOf({ at, facing }: Ranger, body: Pose): Pose {
  const { x, y } = toWorld(body, at);
  return { x, y, heading: body.heading + facing };
}

/** Between two poses, on the straight line: 0 is the first, 1 the second. */
export function between(a: Pose, b: Pose, share: number): Pose {
  if (a === b) return a;
  const turned = wrapAngle(b.heading - a.heading);
  return {
    x: a.x + share * (b.x - a.x),
    y: a.y + share * (b.y - a.y),
    heading: a.heading + share * turned,
  };
}

/** News of where the robot really is. */
export interface PoseNews {
  /** Time of the news of the same kind before, when the pose was right; −∞ without any. */
  readonly since: Seconds;
  readonly at: Seconds;
  /** The pose that it believed at that instant. */
  readonly believed: Pose;
  /** By how much that pose was wrong. */
  readonly turn: Radians;
  readonly moveX: Meters;
  readonly moveY: Meters;
}

export const poseNews = (
  believed: Pose,
  told: Pose,
  { since, at }: { readonly since: Seconds; readonly at: Seconds },
): PoseNews => ({
  since,
  at,
  believed,
  turn: wrapAngle(told.heading - believed.heading),
  moveX: told.x - believed.x,
  moveY: told.y - believed.y,
});

/** The error grew evenly since the last news, so what was seen at a time has this share of it. */
export const shareOf = ({ since, at }: PoseNews, then: Seconds): number =>
  Number.isFinite(since) && at > since ? clamp((then - since) / (at - since), 0, 1) : 1;

/** p' = p + s (Δp + (R(Δθ) − 1)(p − a)): a place seen at a time keeps its place from the robot of that time. */
export function movedBy(news: PoseNews, x: Meters, y: Meters, then: Seconds): Vec2 {
  const share = shareOf(news, then);
  if (share === 0) return { x, y };
  const off = { x: x - news.believed.x, y: y - news.believed.y };
  const turned = rotate(off, share * news.turn);
  return { x: x + share * news.moveX + turned.x - off.x, y: y + share * news.moveY + turned.y - off.y };
}
