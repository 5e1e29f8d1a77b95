/** Contain: stay inside a region. */
import { z } from 'zod';
import { scale, toward } from '../../math/geometry.js';
import type { Mark } from '../../signals/signals.js';
import { quantity } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { type ClearMemory, keepClear, startClear } from '../clearing/keepClear.js';
import { Region } from '../clearing/region.js';
import { desire } from '../desire.js';

const corner = z.tuple([quantity('m'), quantity('m')], { error: 'a corner is [x, y]' });

export const containParameters = z.strictObject({
  /** Two opposite corners of a rectangle, or three or more of a polygon in their order. */
  inside: z
    .array(corner)
    .min(2, { error: 'fewer than two corners span no region; a rectangle has two, a polygon three or more' }),
  /** Room between the body's rim and the region's edge [m]. */
  margin: quantity('m', { above: 0 }).default(0.02),
  /** How much further it looks ahead than it must, at the speed it has [s]. */
  lookAhead: quantity('s', { min: 0 }).default(0),
});

export interface ContainInput {
  readonly inside: readonly (readonly [number | string, number | string])[];
  readonly margin?: number | string;
  readonly lookAhead?: number | string;
}

type Outline = ReturnType<Region['nearestOutline']>;

/** As near as this it is on the edge [m]. */
const ON_EDGE = 1e-6;

/**
 * Looks ahead; where that way leaves the region it turns along the inward normal's part across its own direction, as
 * far as it must, and brakes so that it never leaves (keepClear, the region's edges being walls).
 *
 * Exactly along the normal it turns left. The whole body stays inside, `margin` away from the edge. Outside, it goes
 * straight to the nearest edge and in, v_d = maxSpeed·û. Silent while the way ahead stays inside.
 * Source: Reynolds, GDC 1999 (containment).
 */
export function contain(input: ContainInput): Behavior<ClearMemory> {
  const { inside, margin, lookAhead } = containParameters.parse(input);
  const region = new Region(inside.map(([x, y]) => ({ x, y })));
  const shown = region.edges.map(
    ({ from, to }): Mark => ({ kind: 'segment', from, to, label: 'kept inside' }),
  );
  return {
    name: 'contain',
    start: () => startClear,
    steer(percept, memory) {
      const outline = region.nearestOutline(percept.pose);
      const isInside = region.contains(percept.pose) && outline.away > ON_EDGE;
      if (!isInside) return goIn(percept, outline, shown);
      // Edges are known, however old the sight of obstacles is.
      const said = keepClear({ ...percept, sightAge: 0 }, region.edges, margin, lookAhead, memory);
      return said.force ? { ...said, marks: [...(said.marks ?? []), ...shown] } : said;
    },
  };
}

/** On the edge itself the way in is its normal. */
function goIn(
  percept: Percept,
  { point, away, inward }: Outline,
  marks: readonly Mark[],
): Steering<ClearMemory> {
  const speed = percept.body.maxSpeed;
  const wanted = away > ON_EDGE ? toward(percept.pose, point, speed) : scale(inward, speed);
  return desire(percept, wanted, startClear, { marks });
}
