/** Where a range sensor was, in the world, while it measured. */
import { type Pose, toWorld } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
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
  const turned = Math.atan2(Math.sin(b.heading - a.heading), Math.cos(b.heading - a.heading));
  return {
    x: a.x + share * (b.x - a.x),
    y: a.y + share * (b.y - a.y),
    heading: a.heading + share * turned,
  };
}
