/** A lidar's scan takes time: each ray is measured at its own time, from where the sensor is then. */
import type { Pose } from '../../../src/math/geometry.js';
import type { Hertz, Meters, Seconds } from '../../../src/math/units.js';
import { Track } from './track.js';

/** Measures some neighboring rays, each from the body's pose at its time. */
type Measure = (first: number, poses: readonly Pose[]) => readonly (Meters | null)[];

/** Rounding of times, in periods. */
const PERIOD_EPSILON = 1e-6;

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
  readonly #track = new Track();

  constructor(rate: Hertz, count: number, measure: Measure) {
    this.#rate = rate;
    this.#count = count;
    this.#measure = measure;
  }

  advance(at: Seconds, pose: Pose): void {
    this.#track.add(at, pose);
    while (this.#advanceScan(at)) {
      this.#scan += 1;
      this.#distances = [];
    }
  }

  /** Measures the rays of the present scan that are due; true if it is complete. */
  #advanceScan(now: Seconds): boolean {
    const first = this.#distances.length;
    const poses: Pose[] = [];
    for (let i = first; i < this.#count; i++) {
      const due = this.#timeOf(i);
      if (due > now + PERIOD_EPSILON / this.#rate) break;
      poses.push(this.#track.poseAt(due));
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
