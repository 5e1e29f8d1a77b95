/** How far it is from every cell of a window to the nearest thing: exact for the stored points, as far as it matters. */
import type { Vec2 } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import type { Hits, Sure } from '../../signals/hits.js';
import type { Obstacle } from '../../signals/signals.js';
import { movedObstacle, sweptObstacle } from './obstacles.js';
import { CELLS, type SearchWindow, SIDE } from './searchWindow.js';

/** Things that block the way. */
export interface Blocking {
  readonly hits: Hits;
  /** Things of a map; some move. */
  readonly obstacles: readonly Obstacle[];
  /** How fast the robot comes to a place, to tell where a moving thing will be by then. */
  readonly speed: MetersPerSecond;
}

/** Squared distances from the middle of each cell, at most farthest². */
export interface Clearances {
  /** To the nearest thing that is sure. */
  readonly sure: Float64Array;
  /** To the nearest weak hit. */
  readonly weak: Float64Array;
}

/** @param farthest distances are exact up to this */
export function clearancesIn(
  window: SearchWindow,
  { hits, obstacles, speed }: Blocking,
  farthest: { readonly sure: Meters; readonly weak: Meters },
): Clearances {
  const sure = new Float64Array(CELLS).fill(farthest.sure ** 2);
  const weak = new Float64Array(CELLS).fill(farthest.weak ** 2);
  for (let i = 0; i < hits.x.length; i++) {
    const place = window.inside({ x: hits.x[i] as Meters, y: hits.y[i] as Meters });
    if ((hits.sure[i] as Sure) > 0) stamp(sure, window, place, farthest.sure);
    else stamp(weak, window, place, farthest.weak);
  }
  for (const obstacle of obstacles) {
    if (obstacle.velocity) lowerOnItsWay(sure, window, obstacle, { within: farthest.sure, speed });
    else lower(sure, window, obstacle, { within: farthest.sure, nearest: 0, farthest: Infinity });
  }
  return { sure, weak };
}

/** A moving thing is followed this long, in steps. */
const FOLLOWED_TIME: Seconds = 6;
const FOLLOWED_STEP: Seconds = 0.5;
/** The time at which the robot comes to a place is known to this, and to a share of itself. */
const ARRIVAL_SPREAD: Seconds = 0.5;
const ARRIVAL_SPREAD_SHARE = 0.3;

/**
 * A thing that moves stands, at each time t, in the way of those places only to which the robot can come at about t: at
 * the distances speed·(t ± (0.5 s + 0.3 t)). So the way leads behind it, or in front of it where there is time.
 */
function lowerOnItsWay(
  squared: Float64Array,
  window: SearchWindow,
  obstacle: Obstacle,
  { within, speed }: { readonly within: Meters; readonly speed: MetersPerSecond },
): void {
  for (let t = 0; t < FOLLOWED_TIME; t += FOLLOWED_STEP) {
    const spread = ARRIVAL_SPREAD + ARRIVAL_SPREAD_SHARE * t;
    const nearest = speed * Math.max(0, t - spread);
    const farthest = speed * (t + FOLLOWED_STEP + spread);
    for (const part of sweptObstacle(movedObstacle(obstacle, t), FOLLOWED_STEP))
      lower(squared, window, part, { within, nearest, farthest });
  }
}

/** Lowers the squared distances of all cells near a point. (The innermost loop of all: no calls, no roots.) */
function stamp(squared: Float64Array, window: SearchWindow, { x, y }: Vec2, within: Meters): void {
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

/** Where distances are lowered: within a reach of the thing, and between two distances from the robot. */
interface Where {
  readonly within: Meters;
  readonly nearest: Meters;
  readonly farthest: Meters;
}

/** Lowers them near a mapped thing: to the nearest point of its middle line, less its radius. */
function lower(
  squared: Float64Array,
  window: SearchWindow,
  obstacle: Obstacle,
  { within, nearest, farthest }: Where,
): void {
  const { radius } = obstacle;
  const from = window.inside(obstacle.from);
  const to = window.inside(obstacle.to);
  const [left, right] = window.span(Math.min(from.x, to.x), Math.max(from.x, to.x), within + radius);
  const [bottom, top] = window.span(Math.min(from.y, to.y), Math.max(from.y, to.y), within + radius);
  const wayX = to.x - from.x;
  const wayY = to.y - from.y;
  const long = wayX * wayX + wayY * wayY;
  const perWay = long > 0 ? 1 / long : 0;
  for (let j = bottom; j <= top; j++) {
    const y = window.middle(j) - from.y;
    for (let i = left; i <= right; i++) {
      const x = window.middle(i) - from.x;
      const away = (x + from.x) ** 2 + (y + from.y) ** 2;
      if (away < nearest * nearest || away > farthest * farthest) continue;
      const share = Math.min(1, Math.max(0, (x * wayX + y * wayY) * perWay));
      const offX = x - share * wayX;
      const offY = y - share * wayY;
      const d = Math.max(0, Math.sqrt(offX * offX + offY * offY) - radius);
      const k = j * SIDE + i;
      if (d * d < (squared[k] as number)) squared[k] = d * d;
    }
  }
}
