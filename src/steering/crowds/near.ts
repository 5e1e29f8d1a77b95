/** Those who are near one robot, number by number: sums over thousands of them read memory in its order. */
import type { Neighbor } from '../../signals/signals.js';

/** A crowd in columns, and `which` of it are near: the first `count`. */
export class Near {
  readonly who: Neighbor[];
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly radius: Float64Array;
  readonly which: Uint32Array;
  count = 0;

  /** @param size how many there will be in the crowd */
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
  static of(neighbors: readonly Neighbor[]): Near {
    const near = new Near(neighbors.length);
    for (let i = 0; i < neighbors.length; i++) {
      near.set(i, neighbors[i] as Neighbor);
      near.which[i] = i;
    }
    near.count = neighbors.length;
    return near;
  }

  /** Writes down one of the crowd. */
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
