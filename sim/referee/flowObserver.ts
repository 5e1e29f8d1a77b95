/** How many robots get through: the flow of those that arrive and are put back. */
import type { Seconds } from '../../src/math/units.js';
import type { ObservedRun, Observer } from './observers.js';
import { atLeastRow, type CriterionResult } from './result.js';

/**
 * J·D/v: crossings after the first per second between the first and the last, times the mean time D/v in which a robot
 * passes a line. 1 is a file of robots at full speed that touch each other. Unknown before the second crossing.
 */
export class FlowObserver implements Observer {
  readonly #atLeast: number;
  readonly #run: ObservedRun;

  constructor(atLeast: number, run: ObservedRun) {
    this.#atLeast = atLeast;
    this.#run = run;
  }

  observe(): void {}

  rows(): CriterionResult[] {
    return [atLeastRow('flow', this.#atLeast, this.#flow())];
  }

  #flow(): number | null {
    const { robots } = this.#run;
    const times = robots.flatMap((id) => this.#run.crossingsOf(id));
    const lasted = Math.max(...times) - Math.min(...times);
    if (!(lasted > 0)) return null;
    const passing = robots.reduce<Seconds>((sum, id) => sum + this.#run.passingTimeOf(id), 0) / robots.length;
    return ((times.length - 1) / lasted) * passing;
  }
}
