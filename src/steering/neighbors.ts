/** Who is near: the neighborhood that group behaviors look at, and a grid that finds it among thousands. */
import { add, fromPolar, length, scale, sub, type Vec2 } from '../geometry.js';
import type { Neighbor } from '../signals.js';
import type { Meters, Radians } from '../units.js';
import type { Percept } from './behavior.js';

/** A neighbor at the instant that the percept's pose is meant for. */
const brought = (neighbor: Neighbor, ahead: number): Neighbor =>
  ahead === 0 ? neighbor : { ...neighbor, position: add(neighbor.position, scale(neighbor.velocity, ahead)) };

/**
 * The neighbors whose middle lies within a radius and in the field of view, in the order in which they were heard of.
 *
 * Each is brought to the instant that `percept.pose` is predicted for: p + v·(at + reaction − its own time), so that
 * distances are between places of one instant. A neighbor in the very same place is seen in any field of view.
 *
 * @param fieldOfView full angle, half of it to each side of the heading
 */
export function neighborsWithin(
  { pose, at, body, neighbors }: Percept,
  radius: Meters,
  fieldOfView: Radians = 2 * Math.PI,
): readonly Neighbor[] {
  const found: Neighbor[] = [];
  const ahead = at + body.reaction;
  const facing = fromPolar(1, pose.heading);
  const narrowest = fieldOfView >= 2 * Math.PI ? -1 : Math.cos(fieldOfView / 2);
  for (const heard of neighbors) {
    const neighbor = brought(heard, ahead - heard.at);
    const x = neighbor.position.x - pose.x;
    const y = neighbor.position.y - pose.y;
    const squared = x * x + y * y;
    if (squared > radius * radius) continue;
    if (narrowest > -1 && facing.x * x + facing.y * y < narrowest * Math.sqrt(squared)) continue;
    found.push(neighbor);
  }
  return found;
}

/**
 * The direction away from a neighbor, as a unit vector.
 *
 * In the very same place there is none: then the one whose id comes first goes left of its own heading, and the other
 * to the other side of that same heading, so that the two always part.
 */
export function awayFrom({ id, pose }: Percept, neighbor: Neighbor): Vec2 {
  const offset = sub(pose, neighbor.position);
  const away = length(offset);
  if (away > 0) return scale(offset, 1 / away);
  const first = id < neighbor.id;
  const heading = first ? pose.heading : neighbor.heading;
  return fromPolar(1, heading + (first ? Math.PI / 2 : -Math.PI / 2));
}

/** Everybody, sorted into the square cells of a grid: who is near costs no more among thousands. */
export class NeighborGrid {
  readonly #cell: Meters;
  readonly #left: Meters;
  readonly #bottom: Meters;
  readonly #columns: number;
  readonly #rows: number;
  /** Where each cell's neighbors begin in `#sorted`; one more entry for the end. */
  readonly #starts: Uint32Array;
  readonly #sorted: readonly Neighbor[];

  /** @param cell about the radius that will be asked for; few neighbors far apart get larger ones */
  constructor(neighbors: readonly Neighbor[], cell: Meters) {
    let [left, bottom, right, top] = [0, 0, 0, 0];
    neighbors.forEach(({ position: { x, y } }, i) => {
      left = i === 0 || x < left ? x : left;
      right = i === 0 || x > right ? x : right;
      bottom = i === 0 || y < bottom ? y : bottom;
      top = i === 0 || y > top ? y : top;
    });
    // No more cells than four a neighbor: a single one far away must not cost a gigabyte.
    const area = Math.max(right - left, cell) * Math.max(top - bottom, cell);
    this.#cell = Math.max(cell, Math.sqrt(area / (4 * neighbors.length + 1)));
    this.#left = left;
    this.#bottom = bottom;
    this.#columns = Math.floor((right - left) / this.#cell) + 1;
    this.#rows = Math.floor((top - bottom) / this.#cell) + 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#sorted = this.#sort(neighbors);
  }

  /** Everybody within a radius of a place, whoever it is. */
  within({ x, y }: Vec2, radius: Meters): Neighbor[] {
    const found: Neighbor[] = [];
    const firstColumn = Math.max(0, this.#column(x - radius));
    const lastColumn = Math.min(this.#columns - 1, this.#column(x + radius));
    const lastRow = Math.min(this.#rows - 1, this.#row(y + radius));
    for (let row = Math.max(0, this.#row(y - radius)); row <= lastRow; row++) {
      // The cells of one row lie side by side.
      const from = this.#starts[row * this.#columns + firstColumn] as number;
      const to =
        lastColumn < firstColumn ? from : (this.#starts[row * this.#columns + lastColumn + 1] as number);
      for (let i = from; i < to; i++) {
        const neighbor = this.#sorted[i] as Neighbor;
        const dx = neighbor.position.x - x;
        const dy = neighbor.position.y - y;
        if (dx * dx + dy * dy <= radius * radius) found.push(neighbor);
      }
    }
    return found;
  }

  #column(x: Meters): number {
    return Math.floor((x - this.#left) / this.#cell);
  }

  #row(y: Meters): number {
    return Math.floor((y - this.#bottom) / this.#cell);
  }

  /** By counting: how many are in each cell, where each cell begins, then everybody to their place. */
  #sort(neighbors: readonly Neighbor[]): Neighbor[] {
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
    const sorted = new Array<Neighbor>(neighbors.length);
    for (let i = 0; i < neighbors.length; i++) {
      const cell = cells[i] as number;
      const place = next[cell] as number;
      sorted[place] = neighbors[i] as Neighbor;
      next[cell] = place + 1;
    }
    return sorted;
  }
}
