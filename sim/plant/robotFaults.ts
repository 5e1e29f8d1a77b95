/** All that a scenario strikes one robot with, as its run asks for it. */

import type { Seconds } from '../../src/math/units.js';
import type { Span } from '../../src/recording/inputs.js';
import type { Target } from '../../src/signals/signals.js';
import type { Scenario } from '../scenario/scenario.js';
import { robotTime } from './robotClock.js';
import { type Injected, type Strikes, strikesOn } from './strikes.js';
import { TargetFaults } from './targetFaults.js';
import { throwingSpans } from './throwing.js';

export class RobotFaults {
  /** Undefined where nothing strikes it. */
  readonly strikes: Strikes | undefined;
  readonly #targets: TargetFaults | undefined;

  constructor(robot: string, scenario: Scenario) {
    this.strikes = strikesOn(robot, scenario);
    this.#targets = this.strikes && new TargetFaults(this.strikes);
  }

  /** What its clock says at a time of the run. */
  robotTime(at: Seconds): Seconds {
    return robotTime(this.strikes, at);
  }

  /** What comes of news of targets. */
  heard<T extends Target>(at: Seconds, news: readonly T[]): readonly T[] {
    return this.#targets?.pass(at, news) ?? news;
  }

  /** What a simulated body is struck with. */
  get ofBody(): { readonly strikes?: Strikes } {
    return this.strikes ? { strikes: this.strikes } : {};
  }

  /** What its model is prepared with. */
  get ofLoop(): { readonly throwing?: readonly Span[] } {
    const spans = throwingSpans(this.strikes);
    return spans ? { throwing: spans } : {};
  }

  begunBy(at: Seconds): readonly Injected[] {
    return this.strikes?.begunBy(at) ?? [];
  }

  /** The onset of the first; null where nothing strikes it. */
  get first(): Seconds | null {
    return this.strikes?.all[0]?.from ?? null;
  }
}
