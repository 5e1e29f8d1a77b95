/** The front of a fast march: cells in the order of their times, in buckets of equal width. */
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import { CELLS, SIDE } from './searchWindow.js';

/**
 * Solves |∇T| = 1/v from seeds outwards. Within a bucket the order does not matter: it is half as wide as the quickest
 * step, so nothing needs to be sorted.
 *
 * Each cell takes the earlier of T = min(a, b) + h/v and, with both neighbors, T = (a + b + √(2(h/v)² − (a − b)²))/2,
 * where a and b are the times of its earlier neighbors along x and y (first-order upwind scheme).
 */
export class Front {
  readonly #time: Float64Array;
  readonly #speed: Float64Array;
  readonly #cell: Meters;
  readonly #width: Seconds;
  readonly #buckets: number[][] = [];
  readonly #done = new Uint8Array(CELLS);
  #seeds: number[] = [];

  /** @param time is filled @param width of a bucket */
  constructor(time: Float64Array, speed: Float64Array, cell: Meters, width: Seconds) {
    this.#time = time.fill(Number.POSITIVE_INFINITY);
    this.#speed = speed;
    this.#cell = cell;
    this.#width = width;
  }

  seed(k: number, time: Seconds): void {
    this.#time[k] = time + this.#stepIn(k);
    this.#seeds.push(k);
  }

  #stepIn = (k: number): Seconds => this.#cell / (this.#speed[k] as MetersPerSecond);

  /** Marches until a cell is reached, and so much longer. */
  run(target: number, beyond: Seconds): void {
    const start = this.#seeds.reduce(
      (least, k) => Math.min(least, this.#time[k] as Seconds),
      Number.POSITIVE_INFINITY,
    );
    for (const k of this.#seeds) this.#put(k, start);
    let last = Number.POSITIVE_INFINITY;
    for (let b = 0; b < this.#buckets.length && b <= last; b++) {
      // A bucket may grow while it is gone through.
      const bucket = this.#buckets[b] as number[];
      for (let q = 0; q < bucket.length; q++) {
        const k = bucket[q] as number;
        if (this.#done[k]) continue;
        this.#done[k] = 1;
        if (k === target) last = b + Math.ceil(beyond / this.#width);
        const i = k % SIDE;
        if (i > 0) this.#reach(k - 1, start);
        if (i < SIDE - 1) this.#reach(k + 1, start);
        if (k >= SIDE) this.#reach(k - SIDE, start);
        if (k < CELLS - SIDE) this.#reach(k + SIDE, start);
      }
    }
  }

  #put(k: number, start: Seconds): void {
    const b = Math.max(0, Math.floor(((this.#time[k] as Seconds) - start) / this.#width));
    while (this.#buckets.length <= b) this.#buckets.push([]);
    this.#buckets[b]?.push(k);
  }

  #reach(k: number, start: Seconds): void {
    if (this.#done[k]) return;
    const time = this.#time;
    const i = k % SIDE;
    const never = Number.POSITIVE_INFINITY;
    const a = Math.min(
      i > 0 ? (time[k - 1] as Seconds) : never,
      i < SIDE - 1 ? (time[k + 1] as Seconds) : never,
    );
    const b = Math.min(
      k >= SIDE ? (time[k - SIDE] as Seconds) : never,
      k < CELLS - SIDE ? (time[k + SIDE] as Seconds) : never,
    );
    const step = this.#stepIn(k);
    const apart = Math.abs(a - b);
    const then =
      apart >= step ? Math.min(a, b) + step : (a + b + Math.sqrt(2 * step * step - apart * apart)) / 2;
    if (then >= (time[k] as Seconds) - 1e-9) return;
    time[k] = then;
    this.#put(k, start);
  }
}
