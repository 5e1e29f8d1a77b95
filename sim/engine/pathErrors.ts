/** How far a body was off its path, over time. */
import { sub, wrapAngle } from '../../src/math/geometry.js';
import type { PlannedPath } from '../../src/scene/goals.js';
import type { BodySample, PathError } from '../../src/scene/plot/trace.js';
import { Path } from '../../src/steering/paths/path.js';
import { alongPath } from '../../src/steering/paths/pathProgress.js';

/** Along a path by the referee's rule; on a loop by the nearest point ahead, lap after lap. */
export function pathErrors({ points, loop }: PlannedPath, samples: readonly BodySample[]): PathError[] {
  const path = new Path(points, loop);
  const along = alongPath(path, loop);
  return samples.map(({ at, pose }) => {
    along.follow(pose.x, pose.y);
    const ahead = path.directionAt(along.progress);
    const off = sub(pose, path.at(along.progress));
    return {
      at,
      cross: ahead.x * off.y - ahead.y * off.x,
      heading: wrapAngle(pose.heading - Math.atan2(ahead.y, ahead.x)),
    };
  });
}
