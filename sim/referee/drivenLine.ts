/** The line a body drove, and which points of its path it missed. */
import { distance, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { Path } from '../../src/steering/paths/path.js';

/** The line's points are this far apart, and so are at most those of the path that must not be missed. */
const DECIMATION: Meters = 0.002;
const SAMPLING: Meters = 0.01;
const MOST_SAMPLES = 200_000;

export class DrivenLine {
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  /** How much of the path was done at each point; never falls. */
  readonly #progress: number[] = [];
  #kept = 0;

  /** The body's next place; the last one always counts, the others where they are far enough apart. */
  add(x: Meters, y: Meters, progress: Meters): void {
    const i = this.#kept;
    this.#xs[i] = x;
    this.#ys[i] = y;
    this.#progress[i] = progress;
    if (i === 0 || this.#squaredTo(i - 1, x, y) >= DECIMATION * DECIMATION) this.#kept += 1;
  }

  /**
   * The farthest of the path's vertices and samples from this line.
   *
   * A point counts as reached only by what was driven while the progress was within a window of it, so that a
   * path which crosses itself, or a lap, is not passed off as driven by another branch.
   */
  missed(path: Path, window: Meters): Meters {
    const progress = this.#progress;
    let first = 0;
    let end = 0;
    let farthest = 0;
    for (const at of samples(path)) {
      while (first < progress.length && (progress[first] as number) < at - window) first += 1;
      while (end < progress.length && (progress[end] as number) <= at + window) end += 1;
      // One more on either side: where progress leapt past a corner, the segment across the gap counts.
      const { x, y } = path.at(at);
      farthest = Math.max(farthest, this.#squaredGap(x, y, Math.max(0, first - 1), end));
    }
    return Math.sqrt(farthest);
  }

  /** Squared distance from a point to the line from its i-th point to its j-th. */
  #squaredGap(x: Meters, y: Meters, i: number, j: number): number {
    let nearest = this.#squaredTo(i, x, y);
    const last = Math.min(j, this.#xs.length - 1);
    for (let k = i; k < last; k++) {
      const ax = this.#xs[k] as number;
      const ay = this.#ys[k] as number;
      const dx = (this.#xs[k + 1] as number) - ax;
      const dy = (this.#ys[k + 1] as number) - ay;
      const squared = dx * dx + dy * dy;
      const share = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared)) : 0;
      const ex = ax + share * dx - x;
      const ey = ay + share * dy - y;
      nearest = Math.min(nearest, ex * ex + ey * ey);
    }
    return nearest;
  }

  #squaredTo(i: number, x: Meters, y: Meters): number {
    const dx = (this.#xs[i] as number) - x;
    const dy = (this.#ys[i] as number) - y;
    return dx * dx + dy * dy;
  }
}

/** Arc lengths of every vertex and of the points between, in order. */
function* samples({ points, length }: Path): Generator<Meters> {
  // A path of many kilometres has no more samples than one of two.
  const sampling = Math.max(SAMPLING, length / MOST_SAMPLES);
  let start = 0;
  let before: Vec2 | undefined;
  for (const point of points) {
    const leg = before ? distance(before, point) : 0;
    const parts = Math.max(1, Math.ceil(leg / sampling));
    for (let part = 1; part <= parts; part++) yield start + (leg * part) / parts;
    start += leg;
    before = point;
  }
}
