/** Where a robot has been: the last few thousand points, none nearer than a step to the one before. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';

export class Trail {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #step: Meters;
  #end = 0;

  constructor(capacity: number, step: Meters) {
    this.#xs = new Float64Array(capacity);
    this.#ys = new Float64Array(capacity);
    this.#step = step;
  }

  /** Points are numbered from the first on, for ever; these are still here: start ≤ i < end. */
  get start(): number {
    return Math.max(0, this.#end - this.#xs.length);
  }

  get end(): number {
    return this.#end;
  }

  /** NaN where the line breaks. */
  x(i: number): Meters {
    return this.#xs[i % this.#xs.length] ?? Number.NaN;
  }

  y(i: number): Meters {
    return this.#ys[i % this.#ys.length] ?? Number.NaN;
  }

  /** @param reach farther than this it cannot have driven since: it was put there, and the line breaks */
  add({ x, y }: Vec2, reach: Meters): void {
    const last = this.#end - 1;
    const gone = last < 0 ? Number.POSITIVE_INFINITY : Math.hypot(x - this.x(last), y - this.y(last));
    if (gone < this.#step) return;
    if (last >= 0 && gone > Math.max(reach, 2 * this.#step)) this.#push(Number.NaN, Number.NaN);
    this.#push(x, y);
  }

  #push(x: Meters, y: Meters): void {
    const i = this.#end % this.#xs.length;
    this.#xs[i] = x;
    this.#ys[i] = y;
    this.#end += 1;
  }
}
