/** Whether robots face one way: P = |Σ (cos θ, sin θ)| / n, 1 where all do and about 1/√n where each goes its own. */
import type { Seconds } from '../../../src/math/units.js';
import { atLeastRow, type CriterionResult } from '../criterionResult.js';
import type { Observer, Scene } from './observer.js';
import { TimeMean } from './timeMean.js';

export class PolarizationObserver implements Observer {
  readonly #atLeast: number;
  readonly #after: Seconds;
  readonly #scene: Scene;
  readonly #mean: TimeMean;

  constructor(atLeast: number, after: Seconds, scene: Scene) {
    this.#atLeast = atLeast;
    this.#after = after;
    this.#scene = scene;
    this.#mean = new TimeMean(after);
  }

  observe(at: Seconds): void {
    this.#mean.add(at, at > this.#after ? this.#now() : 0);
  }

  rows(): CriterionResult[] {
    return [atLeastRow('polarization', this.#atLeast, this.#mean.mean)];
  }

  #now(): number {
    const { robots } = this.#scene;
    let [x, y] = [0, 0];
    for (const robot of robots) {
      const { heading } = this.#scene.poseOf(robot);
      x += Math.cos(heading);
      y += Math.sin(heading);
    }
    return Math.hypot(x, y) / robots.length;
  }
}
