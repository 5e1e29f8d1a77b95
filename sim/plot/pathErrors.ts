/** How far a body was off its path, over time. */
import { distance, sub, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import { Path } from '../../src/steering/paths/path.js';
import type { Sample } from '../engine/samples.js';
import { progressOn, SEARCH_WINDOW } from '../referee/crossTrack.js';
import type { PlannedPath } from './goals.js';

export interface PathError {
  readonly at: Seconds;
  /** From the nearest point of the path to the body, left of the path positive. */
  readonly cross: Meters;
  /** Of the body less that of the path. */
  readonly heading: Radians;
}

/** Along a path by the referee's rule; on a loop by the nearest point ahead, lap after lap. */
export function pathErrors({ points, loop }: PlannedPath, samples: readonly Sample[]): PathError[] {
  const path = new Path(points, loop);
  const along = loop ? new Laps(path) : progressOn(path);
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

/** Progress round a loop. */
class Laps {
  progress: Meters = 0;
  #last: Vec2 | undefined;
  readonly #path: Path;

  constructor(path: Path) {
    this.#path = path;
  }

  follow(x: Meters, y: Meters): void {
    const place = { x, y };
    const gone = distance(this.#last ?? place, place);
    this.#last = place;
    const until = this.progress + Math.max(SEARCH_WINDOW, 2 * gone);
    this.progress = this.#path.project(place, this.progress, until).progress;
  }
}
