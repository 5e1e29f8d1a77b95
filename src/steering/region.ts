/** A region of the plane with straight edges: whether a point is in it, and its edges as walls. */
import { z } from 'zod';
import {
  cross,
  distance,
  nearestOnSegment,
  scale,
  sub,
  toward,
  unit,
  type Vec2,
  ZERO,
} from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import { NO_HITS } from '../signals/hits.js';
import type { Mark, Obstacle } from '../signals/signals.js';
import { quantity } from '../validation/quantity.js';
import type { Percept, Steering } from './behavior.js';
import { desire } from './desire.js';

/** Two opposite corners of a rectangle, or three or more of a polygon in their order. */
export const zone = z
  .array(z.tuple([quantity('m'), quantity('m')], { error: 'a corner is [x, y]' }))
  .min(2, { error: 'fewer than two corners span no region; a rectangle has two, a polygon three or more' });

/** A point this near counts as on the edge [m]. */
const EDGE_TOLERANCE = 1e-6;

export class Region {
  /** In order, the last one joined to the first. */
  readonly edges: readonly Obstacle[];

  /** 1 if its corners go round counter-clockwise, −1 if clockwise. */
  readonly #turn: 1 | -1;

  /** @param corners two opposite ones of a rectangle, or all of a polygon in order, either way round */
  constructor(corners: readonly Vec2[]) {
    const [a, b] = corners as readonly [Vec2, Vec2];
    const all = corners.length === 2 ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }] : corners;
    this.edges = all.map((from, i) => ({ from, to: all[(i + 1) % all.length] ?? from, radius: 0 }));
    this.#turn = this.edges.reduce((area, { from, to }) => area + cross(from, to), 0) >= 0 ? 1 : -1;
  }

  /** Whether a point is inside, and not on the edge. */
  holds(p: Vec2): boolean {
    return this.contains(p) && this.nearestOutline(p).away > EDGE_TOLERANCE;
  }

  /** Even-odd rule: a line to the right crosses the outline an odd number of times. */
  contains({ x, y }: Vec2): boolean {
    let inside = false;
    for (const { from, to } of this.edges) {
      if (from.y > y === to.y > y) continue;
      if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
    }
    return inside;
  }

  /** The point of the outline nearest to p, its distance, and the inward unit vector there. */
  nearestOutline(p: Vec2): { readonly point: Vec2; readonly away: Meters; readonly inward: Vec2 } {
    let [point, away, inward] = [p, Number.POSITIVE_INFINITY, ZERO];
    for (const { from, to } of this.edges) {
      const share = nearestOnSegment(p, from, to);
      const on = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const far = distance(p, on);
      if (far >= away) continue;
      const along = unit(sub(to, from));
      [point, away, inward] = [on, far, scale({ x: -along.y, y: along.x }, this.#turn)];
    }
    return { point, away, inward };
  }
}

/**
 * Straight to the nearest edge of a region: v_d = maxSpeed·û; on the edge itself along its normal.
 *
 * @param to inward; `out`: across the edge to the outside
 */
export function goToEdge<M>(
  percept: Percept,
  region: Region,
  memory: M,
  marks: readonly Mark[],
  to: 'in' | 'out' = 'in',
): Steering<M> {
  const { point, away, inward } = region.nearestOutline(percept.pose);
  const speed = percept.body.maxSpeed;
  const across = scale(inward, to === 'in' ? speed : -speed);
  const wanted = away > EDGE_TOLERANCE ? toward(percept.pose, point, speed) : across;
  return desire(percept, wanted, memory, { marks });
}

/**
 * For a behavior that finds its way: these walls and nothing else stand around it, and they are known as surely as a map.
 * What stands there in truth is for `avoidObstacles`.
 */
export const amongWalls = (percept: Percept, walls: readonly Obstacle[]): Percept => ({
  ...percept,
  mapped: walls,
  obstacles: walls,
  hits: NO_HITS,
  rangers: {},
  ranges: {},
  sightAge: 0,
});
