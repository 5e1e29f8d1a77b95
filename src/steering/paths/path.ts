/** A polyline with arc length: where it is, which way it goes, and how far along a point is. */
import { clamp, distance, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { misuse } from '../../validation/caller.js';

export interface Projection {
  /** Arc length of the nearest point of the path. */
  readonly progress: Meters;
  readonly point: Vec2;
  readonly distance: Meters;
}

/** Longer than any robot drives; only a mistyped coordinate makes a longer path. */
const MAX_PATH_LENGTH: Meters = 1e6;

export class Path {
  readonly points: readonly Vec2[];
  readonly length: Meters;
  /** First point = last point: one lap of a closed course. */
  readonly closed: boolean;
  readonly #loop: boolean;
  /** For each segment: arc length and place of its start, and the unit vector along it. Read in every tick. */
  readonly #starts: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #alongX: Float64Array;
  readonly #alongY: Float64Array;

  /**
   * @param loop joins the last point to the first, so that arc lengths wrap; otherwise the path goes on straight before
   *   its start and beyond its end
   * @throws RangeError with fewer than two different points (repeated ones are dropped), or beyond 1000 km
   */
  constructor(points: readonly Vec2[], loop = false) {
    const [first] = points;
    const joined = loop && first ? [...points, first] : points;
    this.points = joined.filter((p, i) => i === 0 || distance(p, joined[i - 1] as Vec2) > 0);
    if (this.points.length < 2) throw misuse('a path needs at least two different points', RangeError);
    this.#loop = loop;
    const segments = this.points.length - 1;
    this.#starts = new Float64Array(segments + 1);
    this.#x = Float64Array.from(this.points, ({ x }) => x);
    this.#y = Float64Array.from(this.points, ({ y }) => y);
    this.#alongX = new Float64Array(segments);
    this.#alongY = new Float64Array(segments);
    for (let i = 0; i < segments; i++) this.#measure(i);
    this.length = this.#start(segments);
    if (this.length > MAX_PATH_LENGTH) {
      throw misuse(
        `the path is ${Math.round(this.length)} m long; at most ${MAX_PATH_LENGTH} m is driven`,
        RangeError,
      );
    }
    this.closed = distance(this.points[0] as Vec2, this.points[segments] as Vec2) < 1e-9;
  }

  /** An arc length of a loop, wrapped to one lap. */
  wrap(progress: Meters): Meters {
    return this.#loop ? progress - this.length * Math.floor(progress / this.length) : progress;
  }

  /** The point at an arc length. */
  at(progress: Meters): Vec2 {
    const wrapped = this.wrap(progress);
    return this.#on(this.#segment(wrapped), wrapped);
  }

  /** Whether its last point is joined to the first. */
  get loops(): boolean {
    return this.#loop;
  }

  /** Arc length of the i-th point. */
  startOf(i: number): Meters {
    return this.#start(i);
  }

  /**
   * As `at`, but before its start and beyond its end a path goes on as its own reflection in that point, so that it
   * does not bend there.
   */
  continuedAt(progress: Meters): Vec2 {
    if (this.#loop || (progress >= 0 && progress <= this.length)) return this.at(progress);
    const end = this.at(progress < 0 ? 0 : this.length);
    const mirrored = this.at(clamp(progress < 0 ? -progress : 2 * this.length - progress, 0, this.length));
    return { x: 2 * end.x - mirrored.x, y: 2 * end.y - mirrored.y };
  }

  /** Unit vector of the path's direction at an arc length. */
  directionAt(progress: Meters): Vec2 {
    const i = this.#segment(this.wrap(progress));
    return { x: this.#alongX[i] as number, y: this.#alongY[i] as number };
  }

  /**
   * The nearest point of the path between two arc lengths; of equally near points the earlier one.
   *
   * The window keeps progress monotone: where a path crosses itself the other branch lies outside the window. On a loop
   * `to` may lie beyond the seam; then progress may, too.
   */
  project(p: Vec2, from: Meters = 0, to: Meters = this.length): Projection {
    if (this.#loop && from >= this.length) {
      const lap = this.length * Math.floor(from / this.length);
      const found = this.project(p, from - lap, to - lap);
      return { ...found, progress: found.progress + lap };
    }
    const upTo = this.#nearest(p, from, Math.min(to, this.length));
    if (!this.#loop || to <= this.length) return upTo;
    const beyond = this.#nearest(p, 0, to - this.length);
    return upTo.distance <= beyond.distance ? upTo : { ...beyond, progress: beyond.progress + this.length };
  }

  /** On each segment of the window, the foot of the perpendicular, or the nearer end. */
  #nearest(p: Vec2, from: Meters, to: Meters): Projection {
    const first = this.#segment(from);
    let progress = from;
    let segment = first;
    let least = Number.POSITIVE_INFINITY;
    for (let i = first; i < this.#alongX.length && this.#start(i) <= to; i++) {
      const start = this.#start(i);
      const low = Math.max(from, start);
      const x = this.#x[i] as number;
      const y = this.#y[i] as number;
      const alongX = this.#alongX[i] as number;
      const alongY = this.#alongY[i] as number;
      const foot = start + (p.x - x) * alongX + (p.y - y) * alongY;
      const nearest = clamp(foot, low, Math.max(low, Math.min(to, this.#start(i + 1))));
      const dx = p.x - (x + alongX * (nearest - start));
      const dy = p.y - (y + alongY * (nearest - start));
      const squared = dx * dx + dy * dy;
      if (squared < least) {
        progress = nearest;
        segment = i;
        least = squared;
      }
    }
    const point = this.#on(segment, progress);
    return { progress, point, distance: distance(p, point) };
  }

  /** The point of segment i at an arc length. */
  #on(i: number, progress: Meters): Vec2 {
    const along = progress - this.#start(i);
    return {
      x: (this.#x[i] as number) + (this.#alongX[i] as number) * along,
      y: (this.#y[i] as number) + (this.#alongY[i] as number) * along,
    };
  }

  #start(i: number): Meters {
    return this.#starts[i] as Meters;
  }

  #measure(i: number): void {
    const [a, b] = [this.points[i] as Vec2, this.points[i + 1] as Vec2];
    const long = distance(a, b);
    this.#starts[i + 1] = this.#start(i) + long;
    this.#alongX[i] = (b.x - a.x) / long;
    this.#alongY[i] = (b.y - a.y) / long;
  }

  /** Index of the segment that holds an arc length, by bisection. */
  #segment(progress: Meters): number {
    let low = 0;
    let high = this.points.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#start(middle) <= progress) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
