/** A course as path trackers of other projects want it: points in short steps, and the nearest of them. */
import { distance, type Pose, type Vec2 } from '../../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../../src/math/units.js';
import type { Twist } from '../../../src/signals/signals.js';

/** A law: the twist for a pose. */
export type Tracker = (pose: Pose, at: Seconds) => Twist;

const SPACING: Meters = 0.01;

export class Course {
  readonly speed: MetersPerSecond;
  readonly track: Meters;
  readonly dt: Seconds;
  readonly points: readonly Vec2[];
  readonly end: Vec2;
  /** Way from each point to the last. */
  readonly #left: readonly Meters[];
  #nearest = 0;

  constructor(points: readonly Vec2[], { speed, track, dt }: Pick<Course, 'speed' | 'track' | 'dt'>) {
    this.speed = speed;
    this.track = track;
    this.dt = dt;
    this.points = resampled(points);
    this.end = this.points.at(-1) ?? { x: 0, y: 0 };
    const left = [0];
    for (let i = this.points.length - 1; i > 0; i--)
      left.push((left.at(-1) ?? 0) + distance(this.point(i), this.point(i - 1)));
    this.#left = left.reverse();
  }

  point(i: number): Vec2 {
    return this.points[i] ?? this.end;
  }

  /** Index of the point nearest to a pose; it never goes back. */
  follow(pose: Pose): number {
    const last = this.points.length - 1;
    while (
      this.#nearest < last &&
      distance(this.point(this.#nearest + 1), pose) <= distance(this.point(this.#nearest), pose)
    )
      this.#nearest++;
    return this.#nearest;
  }

  /** The first point from an index on that fits; else the last. */
  pointFrom(from: number, fits: (point: Vec2, along: Meters) => boolean): Vec2 {
    for (let i = from; i < this.points.length - 1; i++)
      if (fits(this.point(i), this.leftFrom(from) - this.leftFrom(i))) return this.point(i);
    return this.end;
  }

  /** Way that is left. */
  leftFrom(i: number): Meters {
    return this.#left[i] ?? 0;
  }

  /** Direction of the course at a point. */
  headingAt(i: number): Radians {
    const from = this.point(Math.min(i, this.points.length - 2));
    return towards(from, this.point(Math.min(i + 1, this.points.length - 1)));
  }

  /** Near its end, after nine tenths of it: the laws of this table do not brake, so there the clock stops. */
  isDone(pose: Pose, within: Meters): boolean {
    return this.#nearest > 0.9 * this.points.length && distance(pose, this.end) < within;
  }
}

export const towards = (from: Vec2, to: Vec2): Radians => Math.atan2(to.y - from.y, to.x - from.x);

/** The same polyline in short pieces: these laws seek points, not segments. */
function resampled(points: readonly Vec2[]): Vec2[] {
  const [first] = points;
  const pieces = points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to;
    const count = Math.max(1, Math.round(distance(from, to) / SPACING));
    return Array.from({ length: count }, (_, j) => {
      const share = (j + 1) / count;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    });
  });
  return first ? [first, ...pieces] : [];
}
