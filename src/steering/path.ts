/** A polyline with arc length: where it is, which way it goes, and how far along a point is. */
import { cross, distance, dot, nearestOnSegment, sub, unit, type Vec2 } from '../geometry.js';
import type { Meters, Radians } from '../units.js';

export interface Projection {
  /** Arc length of the nearest point of the path. */
  readonly progress: Meters;
  readonly point: Vec2;
  readonly distance: Meters;
}

export class Path {
  readonly points: readonly Vec2[];
  readonly length: Meters;
  /** First point = last point: one lap of a closed course. */
  readonly closed: boolean;
  readonly #starts: Float64Array;

  /** @throws RangeError with fewer than two different points. Repeated points are dropped. */
  constructor(points: readonly Vec2[]) {
    this.points = points.filter((p, i) => i === 0 || distance(p, points[i - 1] as Vec2) > 0);
    if (this.points.length < 2) throw new RangeError('a path needs at least two different points');
    this.#starts = new Float64Array(this.points.length);
    for (let i = 1; i < this.points.length; i++) {
      this.#starts[i] = this.#start(i - 1) + distance(this.#point(i - 1), this.#point(i));
    }
    this.length = this.#start(this.points.length - 1);
    this.closed = distance(this.#point(0), this.#point(this.points.length - 1)) < 1e-9;
  }

  /** The point at an arc length; before the start and beyond the end the path goes on straight. */
  at(progress: Meters): Vec2 {
    const i = this.#segment(progress);
    const direction = this.#direction(i);
    const along = progress - this.#start(i);
    const from = this.#point(i);
    return { x: from.x + direction.x * along, y: from.y + direction.y * along };
  }

  /** Unit vector of the path's direction at an arc length. */
  directionAt(progress: Meters): Vec2 {
    return this.#direction(this.#segment(progress));
  }

  /**
   * The nearest point of the path between two arc lengths.
   *
   * The window keeps progress monotone: where a path crosses itself the other branch lies outside of it.
   */
  project(p: Vec2, from: Meters = 0, to: Meters = this.length): Projection {
    let best: Projection | undefined;
    for (let i = this.#segment(from); i < this.points.length - 1 && this.#start(i) <= to; i++) {
      const a = this.at(Math.max(from, this.#start(i)));
      const b = this.at(Math.min(to, this.#start(i + 1)));
      const share = nearestOnSegment(p, a, b);
      const point = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
      const away = distance(p, point);
      if (!best || away < best.distance) {
        best = { progress: Math.max(from, this.#start(i)) + share * distance(a, b), point, distance: away };
      }
    }
    return best ?? { progress: from, point: this.at(from), distance: distance(p, this.at(from)) };
  }

  /** Signed change of direction between two arc lengths, added up vertex by vertex; left is positive. */
  turning(from: Meters, to: Meters): Radians {
    let sum = 0;
    for (let i = this.#segment(from); i < this.#segment(to); i++) {
      const a = this.#direction(i);
      const b = this.#direction(i + 1);
      sum += Math.atan2(cross(a, b), dot(a, b));
    }
    return sum;
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
