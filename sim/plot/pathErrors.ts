/** How far a body was off its path, over time. */
import { distance, sub, wrapAngle } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import { Path } from '../../src/steering/paths/path.js';
import type { Sample } from '../engine/samples.js';
import type { PlannedPath } from './goals.js';

export interface PathError {
  readonly at: Seconds;
  /** From the nearest point of the path to the body, left of the path positive. */
  readonly cross: Meters;
  /** Of the body less that of the path. */
  readonly heading: Radians;
}

/** The nearest point is searched this far ahead of the last one, so that another branch of the path does not count. */
const SEARCH_WINDOW: Meters = 0.2;

export function pathErrors({ points, loop }: PlannedPath, samples: readonly Sample[]): PathError[] {
  const path = new Path(points, loop);
  let progress: Meters = 0;
  return samples.map(({ at, pose }, i) => {
    const gone = distance(samples[i - 1]?.pose ?? pose, pose);
    const found = path.project(pose, progress, progress + Math.max(SEARCH_WINDOW, 2 * gone));
    progress = found.progress;
    const along = path.directionAt(progress);
    const off = sub(pose, path.at(progress));
    return {
      at,
      cross: along.x * off.y - along.y * off.x,
      heading: wrapAngle(pose.heading - Math.atan2(along.y, along.x)),
    };
  });
}
