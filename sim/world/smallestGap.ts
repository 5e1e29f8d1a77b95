/** The smallest gap that a robot had to anything solid. */

import type { Meters } from '../../src/math/units.js';
import type { SimulatedWorld } from './simulatedWorld.js';

/** Rounding of added-up ways. */
const ROUNDING: Meters = 1e-9;

/**
 * To measure a gap costs a look at everything around, in each physics step. But where it is by g wider than the
 * smallest so far, nothing can have come that near before two things have moved by g/2 each: until then it is left.
 */
export class SmallestGap {
  /** null while nothing solid was there. */
  value: Meters | null = null;
  readonly #world: SimulatedWorld;
  readonly #id: string;
  /** Of the world's `roamed`: before that the gap cannot be smaller. */
  #safeUntil: Meters = 0;

  constructor(world: SimulatedWorld, id: string) {
    this.#world = world;
    this.#id = id;
  }

  observe(): void {
    const { roamed } = this.#world;
    if (roamed < this.#safeUntil) return;
    const gap = this.#world.clearanceOf(this.#id);
    // What is not there now can still come: every robot is in the world before the first step.
    if (gap === null) this.#safeUntil = Number.POSITIVE_INFINITY;
    else {
      this.value = Math.min(gap, this.value ?? gap);
      // No gap is smaller than none.
      const slack = this.value > 0 ? (gap - this.value) / 2 - ROUNDING : Number.POSITIVE_INFINITY;
      this.#safeUntil = roamed + slack;
    }
  }
}
