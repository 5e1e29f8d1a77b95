/** How far along a path a body has come, so that another branch of the path does not count. */
import { distance, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Path } from './path.js';

/** The body's place on the path is searched this far ahead, so that another branch of the path does not count. */
export const SEARCH_WINDOW: Meters = 0.2;

export const windowOf = ({ length }: Path): Meters => Math.min(SEARCH_WINDOW, length / 4);

/** How far along a path a body comes; it stands before its beginning. */
export function progressOn(path: Path): PathProgress {
  const back = path.closed ? path.length / 4 : BACK_AHEAD;
  return new PathProgress(path, windowOf(path), Math.min(BACK_AHEAD, back));
}

/** A body farther off a path than this does not follow it. */
const MAX_OFF_PATH: Meters = 0.5;
/** One that was farther off than half of its window, as round an obstacle, and is so near the path again ahead, is there. */
const BACK_WITHIN: Meters = 0.05;
const BACK_AHEAD: Meters = 3;

/**
 * How far along a path a body has come: the nearest point between the arc length that is done and one window further.
 *
 * It computes the same as `Path.project`, with typed arrays and from the last segment on, since each physics step calls
 * it.
 */
export class PathProgress {
  /** Arc length that is done; never goes back. */
  progress: Meters = 0;
  /** Distance from the body to the path within the window. */
  distance: Meters = 0;
  readonly #window: Meters;
  readonly #back: Meters;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  /** Arc length at each point. */
  readonly #starts: Float64Array;
  /** The segment that holds `progress`. */
  #segment = 0;

  constructor(path: Path, window: Meters, back: Meters) {
    this.#window = window;
    this.#back = back;
    this.#xs = Float64Array.from(path.points, ({ x }) => x);
    this.#ys = Float64Array.from(path.points, ({ y }) => y);
    this.#starts = new Float64Array(path.points.length);
    for (let i = 1; i < this.#starts.length; i++) {
      const leg = Math.hypot(this.#x(i) - this.#x(i - 1), this.#y(i) - this.#y(i - 1));
      this.#starts[i] = this.#start(i - 1) + leg;
    }
  }

  /** Follows the body to (x, y); a body too far off the path makes no progress. */
  follow(x: Meters, y: Meters): void {
    const [from, segment] = [this.progress, this.#segment];
    this.#search(x, y, from + this.#window);
    if (this.distance <= this.#window / 2) return;
    const [progress, nearest, away] = [this.progress, this.#segment, this.distance];
    [this.progress, this.#segment] = [from, segment];
    this.#search(x, y, from + this.#back);
    if (this.distance <= BACK_WITHIN) return;
    this.distance = away;
    [this.progress, this.#segment] = away > MAX_OFF_PATH ? [from, segment] : [progress, nearest];
  }

  /** The nearest point from the present progress to an arc length. */
  #search(x: Meters, y: Meters, to: Meters): void {
    const from = this.progress;
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

/** Progress round a loop, lap after lap. */
class LoopProgress {
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

/** Follows a body along a path: on a loop to the nearest point ahead, else by the rule of `PathProgress`. */
export const alongPath = (path: Path, loop: boolean): PathProgress | LoopProgress =>
  loop ? new LoopProgress(path) : progressOn(path);
