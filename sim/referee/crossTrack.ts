/** How a path was driven: how much of it is done, how far off the body was, and which points it missed. */
import { distance, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import { Path } from '../../src/steering/paths/path.js';
import { type PathProgress, progressOn, windowOf } from '../../src/steering/paths/pathProgress.js';
import type { CrossTrack } from './result.js';

export class PathJudge {
  readonly path: Path;
  readonly #window: Meters;
  readonly #done: PathProgress;
  /** Grows while the body drives. */
  #driven: DrivenLine | undefined;
  #start: Vec2 | undefined;
  #moved = false;
  #squares = 0;
  #count = 0;
  #max: Meters = 0;

  constructor(points: readonly Vec2[], keepsLine = true) {
    if (keepsLine) this.#driven = new DrivenLine();
    this.path = new Path(points);
    // Standing at the start of a small lap, which is also its end, must not complete it.
    this.#window = windowOf(this.path);
    this.#done = progressOn(this.path);
  }

  /** Arc length that is done; never goes back. */
  get progress(): Meters {
    return this.#done.progress;
  }

  /** The largest distance from the path so far. */
  get farthest(): Meters {
    return this.#max;
  }

  /** The body's place in one physics step. */
  observe({ x, y }: Vec2): void {
    this.#start ??= { x, y };
    this.#done.follow(x, y);
    this.#driven?.add(x, y, this.#done.progress);
    // A body that has not moved yet is neither on nor off the path.
    this.#moved ||= x !== this.#start.x || y !== this.#start.y;
    if (!this.#moved) return;
    const away = this.#done.distance;
    this.#squares += away * away;
    this.#count += 1;
    this.#max = Math.max(this.#max, away);
  }

  /** Forgets the driven line: the figures are not needed any more. */
  dropLine(): void {
    this.#driven = undefined;
  }

  /** The figures so far; null before the first motion, and without the line. */
  get crossTrack(): CrossTrack | null {
    if (this.#count === 0 || !this.#driven) return null;
    const missed = this.#driven.missed(this.path, this.#window);
    return { rms: Math.sqrt(this.#squares / this.#count), max: this.#max, missed };
  }
}

/** Distance between the points of the driven line, and largest distance between the checked points of the path. */
const POINT_SPACING: Meters = 0.002;
const SAMPLE_SPACING: Meters = 0.01;
const MAX_SAMPLES = 200_000;

/** The line that a body drove, and which points of its path it missed. */
class DrivenLine {
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  /** Progress along the path at each point; never falls. */
  readonly #progress: number[] = [];
  #kept = 0;

  /** Adds the body's next place; points too near to the one before are dropped, except the last. */
  add(x: Meters, y: Meters, progress: Meters): void {
    const i = this.#kept;
    this.#xs[i] = x;
    this.#ys[i] = y;
    this.#progress[i] = progress;
    if (i === 0 || this.#squaredTo(i - 1, x, y) >= POINT_SPACING * POINT_SPACING) this.#kept += 1;
  }

  /**
   * The farthest of the path's vertices and samples from this line.
   *
   * Only the part of the line that was driven with the progress within a window of a point can reach that point, so
   * that another branch of a crossing path or of a lap does not count.
   */
  missed(path: Path, window: Meters): Meters {
    const progress = this.#progress;
    let first = 0;
    let end = 0;
    let farthest = 0;
    for (const at of samples(path)) {
      while (first < progress.length && (progress[first] as number) < at - window) first += 1;
      while (end < progress.length && (progress[end] as number) <= at + window) end += 1;
      // One more point on either side: where progress jumped past a corner, the segment across the gap counts.
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
  // The number of samples is limited for paths of many kilometres.
  const sampling = Math.max(SAMPLE_SPACING, length / MAX_SAMPLES);
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
