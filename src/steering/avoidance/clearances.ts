/** How far it is from every cell of a window to the nearest thing: exact for the stored points, as far as it matters. */
import type { Meters } from '../../math/units.js';
import type { Hits } from '../../signals/hits.js';
import type { Obstacle } from '../../signals/signals.js';
import { CELLS, type SearchWindow, SIDE } from './searchWindow.js';

/** Things that block the way. */
export interface Around {
  readonly hits: Hits;
  /** Things of a map, where they are and where they will be soon. */
  readonly obstacles: readonly Obstacle[];
}

/** From the middle of each cell, at most `farthest`. */
export interface Clearances {
  /** To the nearest thing that is sure. */
  readonly sure: Float64Array;
  /** To the nearest weak hit. */
  readonly weak: Float64Array;
}

export function clearancesIn(
  window: SearchWindow,
  { hits, obstacles }: Around,
  farthest: Meters,
): Clearances {
  const sure = new Float64Array(CELLS).fill(farthest * farthest);
  const weak = new Float64Array(CELLS).fill(farthest * farthest);
  for (let i = 0; i < hits.x.length; i++) {
    const { x, y } = window.inside({ x: hits.x[i] as Meters, y: hits.y[i] as Meters });
    stamp(hits.sure[i] ? sure : weak, window, x, y, farthest);
  }
  for (let k = 0; k < CELLS; k++) {
    sure[k] = Math.sqrt(sure[k] as number);
    weak[k] = Math.sqrt(weak[k] as number);
  }
  for (const obstacle of obstacles) lower(sure, window, obstacle, farthest);
  return { sure, weak };
}

/** Lowers the squared distances of all cells near a point. (The innermost loop of all: no calls, no roots.) */
function stamp(squared: Float64Array, window: SearchWindow, x: Meters, y: Meters, within: Meters): void {
  const { cell } = window;
  const [left, right] = window.span(x, x, within);
  const [bottom, top] = window.span(y, y, within);
  const first = window.middle(left) - x;
  for (let j = bottom; j <= top; j++) {
    const dy = window.middle(j) - y;
    let dx = first;
    for (let k = j * SIDE + left; k <= j * SIDE + right; k++) {
      const d = dx * dx + dy * dy;
      if (d < (squared[k] as number)) squared[k] = d;
      dx += cell;
    }
  }
}

/** Lowers the distances of all cells near a mapped thing: from each to the nearest point of its middle line. */
function lower(distances: Float64Array, window: SearchWindow, obstacle: Obstacle, within: Meters): void {
  const { radius } = obstacle;
  const [from, to] = [window.inside(obstacle.from), window.inside(obstacle.to)];
  const [left, right] = window.span(Math.min(from.x, to.x), Math.max(from.x, to.x), within + radius);
  const [bottom, top] = window.span(Math.min(from.y, to.y), Math.max(from.y, to.y), within + radius);
  const [wayX, wayY] = [to.x - from.x, to.y - from.y];
  const squared = wayX * wayX + wayY * wayY;
  const perWay = squared > 0 ? 1 / squared : 0;
  for (let j = bottom; j <= top; j++) {
    const y = window.middle(j) - from.y;
    for (let i = left; i <= right; i++) {
      const x = window.middle(i) - from.x;
      const share = Math.min(1, Math.max(0, (x * wayX + y * wayY) * perWay));
      const [offX, offY] = [x - share * wayX, y - share * wayY];
      const d = Math.sqrt(offX * offX + offY * offY) - radius;
      const k = j * SIDE + i;
      if (d < (distances[k] as Meters)) distances[k] = d;
    }
  }
}
