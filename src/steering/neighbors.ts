/** The neighbors of group behaviors, and a grid that finds the near ones among thousands. */

import { fromPolar, length, sub, unit, type Vec2, vec, ZERO } from '../math/geometry.js';
import type { Meters, Radians } from '../math/units.js';
import type { Neighbor } from '../signals/signals.js';
import type { Percept } from './behavior.js';
import { timeAhead } from './target.js';

/**
 * A crowd in columns; the first `count` entries of `which` are the indices of the near ones. Sums over thousands of
 * neighbors read memory in order.
 */
export class NearbyColumns {
  readonly who: Neighbor[];
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly radius: Float64Array;
  readonly which: Uint32Array;
  count = 0;

  /** @param size of the crowd */
  constructor(size: number) {
    this.who = new Array<Neighbor>(size);
    this.x = new Float64Array(size);
    this.y = new Float64Array(size);
    this.vx = new Float64Array(size);
    this.vy = new Float64Array(size);
    this.radius = new Float64Array(size);
    this.which = new Uint32Array(size);
  }

  /** All of them are near. */
  static of(neighbors: readonly Neighbor[]): NearbyColumns {
    const near = new NearbyColumns(neighbors.length);
    for (let i = 0; i < neighbors.length; i++) {
      near.set(i, neighbors[i] as Neighbor);
      near.which[i] = i;
    }
    near.count = neighbors.length;
    return near;
  }

  /** Stores one member of the crowd. */
  set(i: number, neighbor: Neighbor): void {
    const { position, velocity, radius } = neighbor;
    this.who[i] = neighbor;
    this.x[i] = position.x;
    this.y[i] = position.y;
    this.vx[i] = velocity.x;
    this.vy[i] = velocity.y;
    this.radius[i] = radius;
  }
}

/**
 * The neighbors whose middle lies within a radius and in the field of view, in the order of their messages.
 *
 * Each is brought to the instant that `percept.pose` is predicted for: p + v·(at + reaction − its own time), so that
 * distances are between places of one instant (old news is extrapolated only for a while: timeAhead). A neighbor in the
 * same place is seen in any field of view.
 *
 * @param fieldOfView full angle, half of it to each side of the heading
 */
export function neighborsWithin(
  { pose, at, body, neighbors }: Percept,
  radius: Meters,
  fieldOfView: Radians = 2 * Math.PI,
): readonly Neighbor[] {
  const found: Neighbor[] = [];
  const facing = fromPolar(1, pose.heading);
  const narrowest = fieldOfView >= 2 * Math.PI ? -1 : Math.cos(fieldOfView / 2);
  for (const neighbor of neighbors) {
    const ahead = timeAhead(neighbor.at, at, body.reaction);
    const x = neighbor.position.x + neighbor.velocity.x * ahead;
    const y = neighbor.position.y + neighbor.velocity.y * ahead;
    const [dx, dy] = [x - pose.x, y - pose.y];
    const squared = dx * dx + dy * dy;
    if (squared > radius * radius) continue;
    if (narrowest > -1 && facing.x * dx + facing.y * dy < narrowest * Math.sqrt(squared)) continue;
    found.push(ahead === 0 ? neighbor : { ...neighbor, position: vec(x, y) });
  }
  return found;
}

/**
 * The direction away from a neighbor, as a unit vector.
 *
 * In the same place there is no direction: the robot whose id sorts first goes to the left of its own heading, the
 * other to the right of that heading, so that the two always part.
 */
export function awayFrom({ id, pose }: Pick<Percept, 'id' | 'pose'>, neighbor: Neighbor): Vec2 {
  const offset = sub(pose, neighbor.position);
  if (length(offset) > 0) return unit(offset);
  const first = id < neighbor.id;
  const heading = first ? pose.heading : neighbor.heading;
  return fromPolar(1, heading + (first ? Math.PI / 2 : -Math.PI / 2));
}

/** Sorts neighbors into the square cells of a grid: the cost of finding the near ones does not grow with the crowd. */
export class NeighborGrid {
  readonly #cellsPerMeter: number;
  readonly #left: Meters;
  readonly #bottom: Meters;
  readonly #columns: number;
  readonly #rows: number;
  /** Where each cell's neighbors begin in `#sorted`; one more entry for the end. */
  readonly #starts: Uint32Array;
  /** All neighbors, cell by cell, and which of them the last query found. */
  readonly #sorted: NearbyColumns;

  /**
   * @param cell side of a cell: about the radius of later queries, above 0; few neighbors far apart get larger cells
   */
  constructor(neighbors: readonly Neighbor[], cell: Meters) {
    const { left, right, bottom, top } = boundsOf(neighbors);
    const [width, height] = [right - left, top - bottom];
    // About four cells per neighbor at most: a single neighbor far away must not take a gigabyte.
    const most = 4 * neighbors.length + 1;
    const side = Math.max(cell, width / most, height / most, Math.sqrt(width / most) * Math.sqrt(height));
    this.#cellsPerMeter = 1 / side;
    this.#left = left;
    this.#bottom = bottom;
    this.#columns = this.#column(right) + 1;
    this.#rows = this.#row(top) + 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#sorted = new NearbyColumns(neighbors.length);
    this.#sort(neighbors);
  }

  /** All neighbors within a radius of a place. */
  within(place: Vec2, radius: Meters): Neighbor[] {
    const { count, which, who } = this.near(place, radius);
    const found: Neighbor[] = [];
    for (let i = 0; i < count; i++) found.push(who[which[i] as number] as Neighbor);
    return found;
  }

  /**
   * The same as columns for arithmetic; valid until the next query.
   *
   * @param except a neighbor that is left out, such as the robot that asks
   */
  near({ x, y }: Vec2, radius: Meters, except?: Neighbor): NearbyColumns {
    const near = this.#sorted;
    const { which, who } = near;
    const candidates = this.#hits(x, y, radius);
    let count = 0;
    for (let i = 0; i < candidates; i++) {
      const one = which[i] as number;
      which[count] = one;
      count += Number(who[one] !== except);
    }
    near.count = count;
    return near;
  }

  /** Writes the indices within the radius to `which`, and returns their number. */
  #hits(x: Meters, y: Meters, radius: Meters): number {
    const { x: xs, y: ys, which } = this.#sorted;
    const starts = this.#starts;
    const columns = this.#columns;
    const firstColumn = Math.max(0, this.#column(x - radius));
    const lastColumn = Math.min(columns - 1, this.#column(x + radius));
    const lastRow = Math.min(this.#rows - 1, this.#row(y + radius));
    if (lastColumn < firstColumn) return 0;
    let near = 0;
    for (let row = Math.max(0, this.#row(y - radius)); row <= lastRow; row++) {
      // The cells of one row lie side by side.
      const end = starts[row * columns + lastColumn + 1] as number;
      for (let i = starts[row * columns + firstColumn] as number; i < end; i++) {
        const dx = (xs[i] as number) - x;
        const dy = (ys[i] as number) - y;
        // No branch: about a third of the candidates is near, which branch prediction handles badly.
        which[near] = i;
        near += Number(dx * dx + dy * dy <= radius * radius);
      }
    }
    return near;
  }

  #column(x: Meters): number {
    return Math.floor((x - this.#left) * this.#cellsPerMeter);
  }

  #row(y: Meters): number {
    return Math.floor((y - this.#bottom) * this.#cellsPerMeter);
  }

  /** Counting sort: count each cell, find where each cell begins, then move each neighbor to its place. */
  #sort(neighbors: readonly Neighbor[]): void {
    const starts = this.#starts;
    const cells = new Uint32Array(neighbors.length);
    for (let i = 0; i < neighbors.length; i++) {
      const { x, y } = (neighbors[i] as Neighbor).position;
      const cell = this.#row(y) * this.#columns + this.#column(x);
      cells[i] = cell;
      starts[cell + 1] = (starts[cell + 1] as number) + 1;
    }
    for (let c = 1; c < starts.length; c++) starts[c] = (starts[c] as number) + (starts[c - 1] as number);
    const next = starts.slice();
    for (let i = 0; i < neighbors.length; i++) {
      const cell = cells[i] as number;
      const place = next[cell] as number;
      this.#sorted.set(place, neighbors[i] as Neighbor);
      next[cell] = place + 1;
    }
  }
}

/** The smallest rectangle round all neighbors; without neighbors a point at the origin. */
function boundsOf(neighbors: readonly Neighbor[]) {
  const { x, y } = neighbors[0]?.position ?? ZERO;
  let [left, right, bottom, top] = [x, x, y, y];
  for (let i = 1; i < neighbors.length; i++) {
    const { x, y } = (neighbors[i] as Neighbor).position;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return { left, right, bottom, top };
}
