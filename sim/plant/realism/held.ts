/** A sensor that measures in cycles of its own: its output holds the value of the last whole cycle. */

import type { Cycle } from '../../../src/kit/measurementModel.js';
import type { Pose } from '../../../src/math/geometry.js';
import type { Random } from '../../../src/math/random.js';
import type { Seconds } from '../../../src/math/units.js';
import { Track } from './track.js';

/** The length and the start of the cycles are drawn once in a run. */
export class Held<Value> {
  readonly #length: Seconds;
  readonly #start: Seconds;
  readonly #measures: number;
  readonly #measure: (pose: Pose) => Value;
  readonly #track = new Track();
  #shown: { readonly cycle: number; readonly value: Value } | undefined;
  #measured: { readonly cycle: number; readonly value: Value } | undefined;

  constructor({ length, spread, measures }: Cycle, chance: Random, measure: (pose: Pose) => Value) {
    this.#length = length + spread * (2 * chance.uniform() - 1);
    this.#start = this.#length * chance.uniform();
    this.#measures = measures;
    this.#measure = measure;
  }

  /** Called often: what was due since the last call is measured and shown now. */
  watch(at: Seconds, pose: Pose): void {
    this.#track.add(at, pose);
    const cycles = (at - this.#start) / this.#length;
    const [shown, measured] = [Math.floor(cycles), Math.floor(cycles - this.#measures)];
    if (this.#shown?.cycle !== shown) {
      const last = this.#measured?.cycle === shown - 1 ? this.#measured : this.#measureIn(shown - 1);
      this.#shown = { cycle: shown, value: last.value };
    }
    if (this.#measured?.cycle !== measured) this.#measured = this.#measureIn(measured);
  }

  #measureIn(cycle: number) {
    const at = this.#start + (cycle + this.#measures) * this.#length;
    return { cycle, value: this.#measure(this.#track.poseAt(at)) };
  }

  /** What it shows now; before the first call of `watch` what it measures at this pose. */
  valueAt(pose: Pose): Value {
    return this.#shown ? this.#shown.value : this.#measure(pose);
  }
}
