/** A lidar's scan takes time: each ray is measured at its own time, from where the sensor is then. */
import { distance, type Pose, wrapAngle } from '../../../src/math/geometry.js';
import type { Hertz, Meters, MetersPerSecond, Seconds } from '../../../src/math/units.js';

/** Measures some neighboring rays, each from the body's pose at its time. */
type Measure = (first: number, poses: readonly Pose[]) => readonly (Meters | null)[];

/** Rounding of times, in periods. */
const PERIOD_EPSILON = 1e-6;
/** A body that seems faster was put elsewhere. */
const MAX_SPEED: MetersPerSecond = 20;

interface Placed {
  readonly at: Seconds;
  readonly pose: Pose;
}

/**
 * Scans without a pause. Scan k begins at (k − 1)/rate with the first ray and ends at k/rate with the last.
 *
 * The rays due since the last call are measured together: the body moves evenly between two calls, and other things are
 * where they are at the later call.
 */
export class Sweep {
  /** The last whole scan: the time of its last ray, and its true distances. */
  done: { readonly at: Seconds; readonly distances: readonly (Meters | null)[] } | undefined;
  readonly #rate: Hertz;
  readonly #count: number;
  readonly #measure: Measure;
  #scan = 0;
  #distances: (Meters | null)[] = [];
  #last: Placed | undefined;

  constructor(rate: Hertz, count: number, measure: Measure) {
    this.#rate = rate;
    this.#count = count;
    this.#measure = measure;
  }

  advance(at: Seconds, pose: Pose): void {
    const now = { at, pose };
    const before = this.#last === undefined || isPut(this.#last, now) ? now : this.#last;
    this.#last = now;
    const begun = Math.floor(at * this.#rate + PERIOD_EPSILON);
    if (this.#scan < begun - 1) this.#begin(begun - 1);
    while (this.#advanceScan(before, now)) this.#begin(this.#scan + 1);
  }

  #begin(scan: number): void {
    this.#scan = scan;
    this.#distances = [];
  }

  /** Measures the rays of the present scan that are due; true if it is complete. */
  #advanceScan(before: Placed, now: Placed): boolean {
    const first = this.#distances.length;
    const poses: Pose[] = [];
    for (let i = first; i < this.#count; i++) {
      const due = this.#timeOf(i);
      if (due > now.at + PERIOD_EPSILON / this.#rate) break;
      poses.push(poseBetween(before, now, due));
    }
    if (poses.length > 0) this.#distances.push(...this.#measure(first, poses));
    if (this.#distances.length < this.#count) return false;
    this.done = { at: this.#scan / this.#rate, distances: this.#distances };
    return true;
  }

  #timeOf(ray: number): Seconds {
    const share = this.#count > 1 ? ray / (this.#count - 1) : 1;
    return (this.#scan - 1 + share) / this.#rate;
  }
}

const isPut = (from: Placed, to: Placed): boolean =>
  !(to.at > from.at) || distance(from.pose, to.pose) > MAX_SPEED * (to.at - from.at);

/** On the straight way between two poses; the heading is not wrapped, so that neighboring rays stay neighbors. */
function poseBetween(before: Placed, now: Placed, at: Seconds): Pose {
  if (before === now) return now.pose;
  const share = Math.min(1, Math.max(0, (at - before.at) / (now.at - before.at)));
  const [a, b] = [before.pose, now.pose];
  return {
    x: a.x + share * (b.x - a.x),
    y: a.y + share * (b.y - a.y),
    heading: a.heading + share * wrapAngle(b.heading - a.heading),
  };
}
