/** Contain: stay inside a region. */
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
} from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { Mark, Obstacle } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import { type AvoidanceMemory, avoid, startAvoidance } from '../avoidance/avoid.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';

const corner = z.tuple([quantity('m'), quantity('m')], { error: 'a corner is [x, y]' });

const containParameters = z.strictObject({
  inside: z
    .array(corner)
    .min(2, { error: 'fewer than two corners span no region; a rectangle has two, a polygon three or more' })
    .describe('Two opposite corners of a rectangle, or three or more of a polygon in their order.'),
  margin: quantity('m', { above: 0 })
    .default(0.02)
    .describe('The room between the robot and the edge of the region.'),
  lookAhead: quantity('s', { min: 0 })
    .default(0)
    .describe('How much farther ahead in time it looks than stopping needs.'),
});

export type ContainInput = Written<typeof containParameters>;

type Outline = ReturnType<Region['nearestOutline']>;

/** A point this near counts as on the edge [m]. */
const EDGE_TOLERANCE = 1e-6;

/**
 * Keeps the robot inside a region.
 *
 * If the way ahead leaves the region, it turns to the inward side, as far as needed, and brakes so that it never leaves
 * (avoid, with the region's edges as walls).
 *
 * If it drives exactly along the normal it turns left. The whole body stays inside, `margin` away from the edge.
 * Outside, it goes straight to the nearest edge and in, v_d = maxSpeed·û. Silent while the way ahead stays inside.
 * Source: Reynolds, GDC 1999 (containment).
 *
 * @example
 * ```ts
 * import { contain, prioritize, scenario, simulate, wander } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: prioritize(contain({ inside: [[-1, -1], [1, 1]] }), wander({})) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', robots }));
 * console.log(Math.abs(a?.finalPose.x ?? 9) < 1, (a?.distanceTravelled ?? 0) > 1); // true true
 * ```
 */
export function contain(input: ContainInput): Behavior<AvoidanceMemory> {
  const { inside, margin, lookAhead } = checkedInput('contain', containParameters, input);
  const region = new Region(inside.map(([x, y]) => ({ x, y })));
  const shown = region.edges.map(
    ({ from, to }): Mark => ({ kind: 'segment', from, to, label: 'kept inside' }),
  );
  return {
    name: 'contain',
    input,
    start: () => startAvoidance,
    steer(percept, memory) {
      const outline = region.nearestOutline(percept.pose);
      const isInside = region.contains(percept.pose) && outline.away > EDGE_TOLERANCE;
      if (!isInside) return goIn(percept, outline, shown);
      // The edges are known even if the sight of obstacles is old.
      const said = avoid({ ...percept, sightAge: 0 }, region.edges, { margin, lookAhead }, memory);
      return said.force ? { ...said, marks: [...(said.marks ?? []), ...shown] } : said;
    },
  };
}

contain.entry = entryOf({
  parameters: containParameters,
  marks: {
    ...shared('free way', 'kept out of'),
    'kept inside': 'The robot stays within this border.',
  },
});

/** On the edge itself the way in is its normal. */
function goIn(
  percept: Percept,
  { point, away, inward }: Outline,
  marks: readonly Mark[],
): Steering<AvoidanceMemory> {
  const speed = percept.body.maxSpeed;
  const wanted = away > EDGE_TOLERANCE ? toward(percept.pose, point, speed) : scale(inward, speed);
  return desire(percept, wanted, startAvoidance, { marks });
}

/** A region of the plane with straight edges: whether a point is in it, and its edges as walls. */
class Region {
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
