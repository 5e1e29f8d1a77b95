/** Where a body was between the last two ticks, for sensors that measure at times of their own. */
import { distance, type Pose, wrapAngle } from '../../../src/math/geometry.js';
import type { MetersPerSecond, Seconds } from '../../../src/math/units.js';

/** A body that seems faster was put elsewhere. */
const MAX_SPEED: MetersPerSecond = 20;

interface Placed {
  readonly at: Seconds;
  readonly pose: Pose;
}

export class Track {
  #before: Placed | undefined;
  #now: Placed | undefined;

  add(at: Seconds, pose: Pose): void {
    const now = { at, pose };
    this.#before = this.#now === undefined || isPut(this.#now, now) ? now : this.#now;
    this.#now = now;
  }

  /**
   * On the straight way from the last pose but one to the last, and not beyond the two. The heading is not wrapped, so
   * that neighboring rays stay neighbors.
   *
   * @throws RangeError without any pose
   */
  poseAt(at: Seconds): Pose {
    const [before, now] = [this.#before, this.#now];
    if (!before || !now) throw new RangeError('no pose was added');
    if (before === now) return now.pose;
    const share = Math.min(1, Math.max(0, (at - before.at) / (now.at - before.at)));
    const [a, b] = [before.pose, now.pose];
    return {
      x: a.x + share * (b.x - a.x),
      y: a.y + share * (b.y - a.y),
      heading: a.heading + share * wrapAngle(b.heading - a.heading),
    };
  }
}

const isPut = (from: Placed, to: Placed): boolean =>
  !(to.at > from.at) || distance(from.pose, to.pose) > MAX_SPEED * (to.at - from.at);
