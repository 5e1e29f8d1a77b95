/** How far along a path a body has come, found only a little ahead of what is done. */

import type { Meters } from '../../src/math/units.js';
import type { Path } from '../../src/steering/paths/path.js';

/** A body this far off a path does not drive it. */
const FARTHEST: Meters = 0.5;

/**
 * The nearest point of a path between the arc length that is done and one window further.
 *
 * It does what `Path.project` does, over typed arrays and from the last segment on, for it is asked in each
 * physics step.
 */
export class PathWindow {
  /** Arc length that is done; never goes back. */
  progress: Meters = 0;
  /** From the body to the path's segments within the window. */
  distance: Meters = 0;
  readonly #window: Meters;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** Arc length at each point. */
  readonly #starts: Float64Array;
  /** The segment that holds `progress`. */
  #segment = 0;

  constructor(path: Path, window: Meters) {
    this.#window = window;
    this.#xs = Float64Array.from(path.points, ({ x }) => x);
    this.#ys = Float64Array.from(path.points, ({ y }) => y);
    this.#starts = new Float64Array(path.points.length);
    for (let i = 1; i < this.#starts.length; i++) {
      const leg = Math.hypot(this.#x(i) - this.#x(i - 1), this.#y(i) - this.#y(i - 1));
      this.#starts[i] = this.#start(i - 1) + leg;
    }
  }

  /** Follows the body to (x, y); while it is too far off to be driving the path, nothing more of it gets done. */
  follow(x: Meters, y: Meters): void {
    const from = this.progress;
    const segment = this.#segment;
    const to = from + this.#window;
    let squared = Number.POSITIVE_INFINITY;
    for (let i = this.#segment; i < this.#starts.length - 1 && this.#start(i) <= to; i++) {
      const start = this.#start(i);
      const leg = this.#start(i + 1) - start;
      const ux = (this.#x(i + 1) - this.#x(i)) / leg;
      const uy = (this.#y(i + 1) - this.#y(i)) / leg;
      const px = x - this.#x(i);
      const py = y - this.#y(i);
      const low = Math.max(0, from - start);
      const along = Math.max(low, Math.min(px * ux + py * uy, to - start, leg));
      const away = (px - along * ux) ** 2 + (py - along * uy) ** 2;
      if (away >= squared) continue;
      squared = away;
      this.progress = start + along;
      this.#segment = i;
    }
    this.distance = Math.sqrt(squared);
    if (this.distance > FARTHEST) [this.progress, this.#segment] = [from, segment];
  }

  #x(i: number): Meters {
    return this.#xs[i] as number;
  }

  #y(i: number): Meters {
    return this.#ys[i] as number;
  }

  #start(i: number): Meters {
    return this.#starts[i] as number;
  }
}
