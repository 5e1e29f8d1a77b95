/** Places to drive to against the clock: rings that fill when they are reached. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters } from '../math/units.js';
import type { Piece, Shape } from './shapes.js';

/** @param reached which of them are */
export function spotShapes(
  spots: readonly Vec2[],
  reached: readonly boolean[],
  radius: Meters,
  px: Meters,
): readonly Shape[] {
  const ring = (at: Vec2): Piece => ({ kind: 'circle', at, radius });
  const done = spots.filter((_, i) => reached[i]).map(ring);
  const open = spots.filter((_, i) => !reached[i]);
  return [
    { pieces: done, fill: 'velocity', alpha: 0.35 },
    { pieces: done, stroke: 'velocity', width: 2 * px },
    { pieces: open.map(ring), stroke: 'draft', width: 2.5 * px, dashes: [5 * px, 4 * px], round: true },
    { pieces: open.map((at): Piece => ({ kind: 'circle', at, radius: radius / 4 })), fill: 'draft' },
  ];
}
