/** A velocity field from its values at the nodes of a grid. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';

export interface FlowGrid {
  /** The node with the smallest x and y. */
  readonly from: Vec2;
  /** Between neighboring nodes. */
  readonly cell: Meters;
  /** Rows from small to large y; in each the velocities [m/s] from small to large x. */
  readonly velocities: readonly (readonly Vec2[])[];
}

/** Where it flows to; undefined where the field says nothing. */
export type FlowField = (p: Vec2) => Vec2 | undefined;

/**
 * Bilinear between the four nodes round p: continuous, exact for a field that is linear in x and y.
 *
 * The outermost nodes are part of the grid; outside of it there is no flow.
 */
export const flowOf =
  ({ from, cell, velocities }: FlowGrid): FlowField =>
  (p) => {
    const column = (p.x - from.x) / cell;
    const row = (p.y - from.y) / cell;
    const columns = (velocities[0] ?? []).length;
    if (!(column >= 0 && row >= 0 && column <= columns - 1 && row <= velocities.length - 1)) return undefined;
    // On the last node the cell before it.
    const i = Math.min(Math.floor(column), Math.max(0, columns - 2));
    const j = Math.min(Math.floor(row), Math.max(0, velocities.length - 2));
    const at = (dj: number, di: number): Vec2 => velocities[j + dj]?.[i + di] ?? { x: 0, y: 0 };
    return between(between(at(0, 0), at(0, 1), column - i), between(at(1, 0), at(1, 1), column - i), row - j);
  };

const between = (a: Vec2, b: Vec2, share: number): Vec2 => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
