/** A polyline with arc length: where it is, which way it goes, and how far along a point is. */
import { distance, nearestOnSegment, sub, unit, type Vec2 } from '../geometry.js';
import type { Meters } from '../units.js';

export interface Projection {
  /** Arc length of the nearest point of the path. */
  readonly progress: Meters;
  readonly point: Vec2;
  readonly distance: Meters;
}

/** Longer than any robot of ours drives; a slip in a coordinate is longer. */
const LONGEST: Meters = 1e6;

export class Path {
  readonly points: readonly Vec2[];
  readonly length: Meters;
  /** First point = last point: one lap of a closed course. */
  readonly closed: boolean;
  readonly #starts: Float64Array;
  readonly #loop: boolean;

  /**
   * @param loop goes on at the start where it ends (a last point is joined to the first), so that arc
   *   lengths wrap; otherwise the path goes on straight before its start and beyond its end
   * @throws RangeError with fewer than two different points (repeated ones are dropped), or beyond 1000 km
   */
  constructor(points: readonly Vec2[], loop = false) {
    const [first] = points;
    const joined = loop && first ? [...points, first] : points;
    this.points = joined.filter((p, i) => i === 0 || distance(p, joined[i - 1] as Vec2) > 0);
    if (this.points.length < 2) throw new RangeError('a path needs at least two different points');
    this.#loop = loop;
    this.#starts = new Float64Array(this.points.length);
    for (let i = 1; i < this.points.length; i++) {
      this.#starts[i] = this.#start(i - 1) + distance(this.#point(i - 1), this.#point(i));
    }
    this.length = this.#start(this.points.length - 1);
    if (this.length > LONGEST) {
      throw new RangeError(`the path is ${Math.round(this.length)} m long; at most ${LONGEST} m is driven`);
    }
    this.closed = distance(this.#point(0), this.#point(this.points.length - 1)) < 1e-9;
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

  /** Unit vector of the path's direction at an arc length. */
  directionAt(progress: Meters): Vec2 {
    return this.#direction(this.#segment(this.wrap(progress)));
  }

  /**
   * The nearest point of the path between two arc lengths, the earlier one of equals.
   *
   * The window keeps progress monotone: where a path crosses itself the other branch lies outside of it.
   * On a loop `to` may lie beyond the seam; progress then does, too.
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

  #nearest(p: Vec2, from: Meters, to: Meters): Projection {
    let best: Projection | undefined;
    for (let i = this.#segment(from); i < this.points.length - 1 && this.#start(i) <= to; i++) {
      const low = Math.max(from, this.#start(i));
      const a = this.#on(i, low);
      const b = this.#on(i, Math.max(low, Math.min(to, this.#start(i + 1))));
      const share = nearestOnSegment(p, a, b);
      const point = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      const away = distance(p, point);
      if (!best || away < best.distance)
        best = { progress: low + share * distance(a, b), point, distance: away };
    }
    return best ?? { progress: from, point: this.at(from), distance: distance(p, this.at(from)) };
  }

  /** The point of segment i at an arc length. */
  #on(i: number, progress: Meters): Vec2 {
    const from = this.#point(i);
    const direction = this.#direction(i);
    const along = progress - this.#start(i);
    return { x: from.x + direction.x * along, y: from.y + direction.y * along };
  }

  #point(i: number): Vec2 {
    return this.points[i] as Vec2;
  }

  #start(i: number): Meters {
    return this.#starts[i] as Meters;
  }

  #direction(i: number): Vec2 {
    return unit(sub(this.#point(i + 1), this.#point(i)));
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
