/** The solid things of a world as they are arranged now, and their distances from a point. */
import { add, distance, type Pose, rotate, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians, Seconds } from '../../src/math/units.js';
import type { Obstacle } from '../../src/signals/signals.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';
import { aloneWith, type ThingPlace } from './things.js';

/** Where moving things are, by their indices in their lists. */
export interface Movement {
  readonly boxAt: (index: number) => Pose;
  readonly moverAt: (index: number) => Vec2;
}

const NO_POSE = { x: 0, y: 0, heading: 0 };

/** The places in the world's spec at a time: no box has been pushed. */
const asWritten = ({ boxes, movers }: WorldSpec, now: Seconds): Movement => ({
  boxAt: (index) => {
    const box = boxes[index];
    return box ? { ...box.at, heading: box.heading } : NO_POSE;
  },
  moverAt: (index) => {
    const mover = movers[index];
    return mover ? moverAt(mover, now).position : NO_POSE;
  },
});

export class SolidThings {
  readonly #spec: WorldSpec;
  readonly #fixed: FixedClearance;
  readonly #map: ObstacleMap;

  constructor(spec: WorldSpec) {
    this.#spec = spec;
    this.#fixed = new FixedClearance(spec);
    this.#map = new ObstacleMap(spec);
  }

  /** From a point to the nearest solid thing; negative inside a round thing, Infinity without solid things. */
  gapAt(p: Vec2, movement: Movement): Meters {
    let gap = this.#fixed.gapAt(p.x, p.y);
    this.#spec.boxes.forEach(({ size }, i) => {
      const box = movement.boxAt(i);
      gap = Math.min(gap, gapToBox(p, box, box.heading, size));
    });
    this.#spec.movers.forEach(({ solid, radius }, i) => {
      if (solid) gap = Math.min(gap, distance(p, movement.moverAt(i)) - radius);
    });
    return gap;
  }

  /** All solid things; the same list object each time if nothing can move. */
  obstacles(at: Seconds, boxAt: Movement['boxAt']): readonly Obstacle[] {
    return this.#map.at(at, boxAt);
  }
}

/** Whether a round thing has room in a world's spec, before anything moves. */
export function roomIn(spec: WorldSpec): (p: Vec2, radius: Meters) => boolean {
  const things = new SolidThings(spec);
  const places = asWritten(spec, 0);
  return (p, radius) => things.gapAt(p, places) > radius;
}

/** From a point to one thing at its place in a world's spec; Infinity if it is not solid. */
export function gapToThing(spec: WorldSpec, place: ThingPlace, p: Vec2, now: Seconds): Meters {
  const alone = aloneWith(spec, place);
  return new SolidThings(alone).gapAt(p, asWritten(alone, now));
}

/** Distance from a point to a rectangle; 0 inside. */
export function gapToBox(
  p: Vec2,
  at: Vec2,
  heading: Radians,
  [width, height]: readonly [Meters, Meters],
): Meters {
  const c = Math.cos(heading);
  const s = Math.sin(heading);
  const dx = Math.abs(c * (p.x - at.x) + s * (p.y - at.y)) - width / 2;
  const dy = Math.abs(c * (p.y - at.y) - s * (p.x - at.x)) - height / 2;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
}

/** Distances to circles and walls, in typed arrays, since each physics step asks for them. */
export class FixedClearance {
  /** x, y, radius of each circle and post. */
  readonly #circles: Float64Array;
  /** x, y of the start, then the vector to the end, of each wall segment. */
  readonly #segments: Float64Array;

  constructor(spec: WorldSpec) {
    const circles = spec.circles.flatMap(({ at, radius }) => [at.x, at.y, radius]);
    const posts = spec.posts.at.flatMap((at) => [at.x, at.y, spec.posts.radius]);
    this.#circles = Float64Array.from([...circles, ...posts]);
    const segments = spec.walls.flatMap((wall) =>
      wall.slice(1).flatMap((b, i) => {
        const a = wall[i] ?? b;
        return [a.x, a.y, b.x - a.x, b.y - a.y];
      }),
    );
    this.#segments = Float64Array.from(segments);
  }

  /** Smallest distance from a point to these things [m]; negative inside a circle, Infinity without things. */
  gapAt(x: Meters, y: Meters): Meters {
    return this.#gapToSegments(x, y, this.#gapToCircles(x, y));
  }

  #gapToCircles(x: Meters, y: Meters): Meters {
    const circles = this.#circles;
    let gap = Number.POSITIVE_INFINITY;
    for (let i = 0; i < circles.length; i += 3) {
      const dx = x - (circles[i] as number);
      const dy = y - (circles[i + 1] as number);
      const radius = circles[i + 2] as number;
      const squared = dx * dx + dy * dy;
      const reach = gap + radius;
      // The root is taken only if the thing is nearer than all before.
      if (reach > 0 && squared < reach * reach) gap = Math.sqrt(squared) - radius;
    }
    return gap;
  }

  #gapToSegments(x: Meters, y: Meters, atMost: Meters): Meters {
    const segments = this.#segments;
    let squared = atMost > 0 ? atMost * atMost : 0;
    let nearer = false;
    for (let i = 0; i < segments.length; i += 4) {
      const dx = segments[i + 2] as number;
      const dy = segments[i + 3] as number;
      const px = x - (segments[i] as number);
      const py = y - (segments[i + 1] as number);
      const along = dx * dx + dy * dy;
      const share = along > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / along)) : 0;
      const ex = px - share * dx;
      const ey = py - share * dy;
      const away = ex * ex + ey * ey;
      if (away < squared) {
        squared = away;
        nearer = true;
      }
    }
    return nearer ? Math.sqrt(squared) : atMost;
  }
}

export class ObstacleMap {
  readonly #spec: WorldSpec;
  readonly #fixed: readonly Obstacle[];
  readonly #movable: readonly number[];

  constructor(spec: WorldSpec) {
    this.#spec = spec;
    const walls = spec.walls.flatMap((wall) =>
      wall.slice(1).map((to, i): Obstacle => ({ from: wall[i] ?? to, to, radius: 0 })),
    );
    const circles = spec.circles.map(({ at, radius }) => round(at, radius));
    const posts = spec.posts.at.map((at) => round(at, spec.posts.radius));
    const boxes = spec.boxes
      .filter(({ movable }) => !movable)
      .flatMap((box) => sides({ ...box.at, heading: box.heading }, box.size));
    this.#fixed = [...walls, ...circles, ...posts, ...boxes];
    this.#movable = spec.boxes.flatMap(({ movable }, i) => (movable ? [i] : []));
  }

  /**
   * All solid things at a time; the same list object each time if nothing can move.
   *
   * @param boxAt where the box of that index is now
   */
  at(at: Seconds, boxAt: (index: number) => Pose): readonly Obstacle[] {
    const movers = this.#spec.movers.filter(({ solid }) => solid);
    if (movers.length === 0 && this.#movable.length === 0) return this.#fixed;
    const boxes = this.#movable.flatMap((i) => sides(boxAt(i), this.#spec.boxes[i]?.size ?? [0, 0]));
    const moving = movers.map((mover): Obstacle => {
      const { position, velocity } = moverAt(mover, at);
      return { ...round(position, mover.radius), velocity };
    });
    return [...this.#fixed, ...boxes, ...moving];
  }
}

const round = (at: Vec2, radius: Meters): Obstacle => ({ from: at, to: at, radius });

function sides(pose: Pose, [width, height]: readonly [Meters, Meters]): Obstacle[] {
  const corner = (x: number, y: number) =>
    add(pose, rotate({ x: (x * width) / 2, y: (y * height) / 2 }, pose.heading));
  const corners = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
  return corners.map((from, i) => ({ from, to: corners[(i + 1) % 4] ?? from, radius: 0 }));
}
