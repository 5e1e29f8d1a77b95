/** A region of the plane with straight edges: whether a point is in it, and its edges as walls. */
import { distance, nearestOnSegment, type Vec2 } from '../geometry.js';
import type { Obstacle } from '../signals.js';
import type { Meters } from '../units.js';

export class Region {
  /** In order, the last one joined to the first. */
  readonly edges: readonly Obstacle[];

  /** @param corners two opposite ones of a rectangle, or all of a polygon in order, either way round */
  constructor(corners: readonly Vec2[]) {
    const [a, b] = corners as readonly [Vec2, Vec2];
    const all = corners.length === 2 ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }] : corners;
    this.edges = all.map((from, i) => ({ from, to: all[(i + 1) % all.length] ?? from, radius: 0 }));
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

  /** The point of the outline nearest to p, and how far it is. */
  nearestOutline(p: Vec2): { readonly point: Vec2; readonly away: Meters } {
    let point = p;
    let away = Number.POSITIVE_INFINITY;
    for (const { from, to } of this.edges) {
      const share = nearestOnSegment(p, from, to);
      const on = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const far = distance(p, on);
      if (far < away) [point, away] = [on, far];
    }
    return { point, away };
  }
}
