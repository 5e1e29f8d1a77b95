/** A region of the plane with straight edges: whether a point is in it, and its edges as walls. */
import { cross, distance, nearestOnSegment, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Obstacle } from '../../signals/signals.js';

export class Region {
  /** In order, the last one joined to the first. */
  readonly edges: readonly Obstacle[];

  /** 1 where its corners go round to the left, −1 to the right. */
  readonly #turn: 1 | -1;

  /** @param corners two opposite ones of a rectangle, or all of a polygon in order, either way round */
  constructor(corners: readonly Vec2[]) {
    const [a, b] = corners as readonly [Vec2, Vec2];
    const all = corners.length === 2 ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }] : corners;
    this.edges = all.map((from, i) => ({ from, to: all[(i + 1) % all.length] ?? from, radius: 0 }));
    this.#turn = this.edges.reduce((area, { from, to }) => area + cross(from, to), 0) >= 0 ? 1 : -1;
  }

  /** By the even-odd rule: a line to the right crosses the outline an odd number of times. */
  contains({ x, y }: Vec2): boolean {
    let inside = false;
    for (const { from, to } of this.edges) {
      if (from.y > y === to.y > y) continue;
      if (x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
    }
    return inside;
  }

  /** The point of the outline nearest to p, how far it is, and the unit vector that leads in there. */
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
