/** What a robot remembers of things: hits that it saw. */
import type { Vec2 } from '../../../src/math/geometry.js';
import type { Hits } from '../../../src/signals/hits.js';

export const hitsAt = (places: readonly Vec2[], sure: 0 | 1 = 1): Hits => ({
  x: places.map(({ x }) => x),
  y: places.map(({ y }) => y),
  at: places.map(() => 0),
  sure: places.map(() => sure),
  heard: places.map(() => null),
});

/** A wall of hits 4 cm apart along x = at. */
export const wall = (at: number, low: number, high: number): Vec2[] =>
  Array.from({ length: Math.round((high - low) / 0.04) + 1 }, (_, i) => ({ x: at, y: low + 0.04 * i }));
