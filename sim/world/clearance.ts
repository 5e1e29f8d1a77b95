/** How far a round body is from everything solid that has a fixed place. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Radians } from '../../src/math/units.js';
import type { WorldSpec } from '../scenario/scenario.js';

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

/** Distances to circles and walls, packed in typed arrays: asked each physics step. */
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

  /** Smallest distance from a point to anything here [m]; negative inside a circle, Infinity without any. */
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
      // The root is taken only of what is nearer than all before.
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
