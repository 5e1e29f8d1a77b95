/** The judges of a run: its observers, what is lost so far, and the row of each limit. */
import type { Seconds } from '../../src/math/units.js';
import type { CriterionSpec } from '../scenario/scenario.js';
import { judgeRun, type Observers, observersOf } from './judge.js';
import { LossWatch, type WatchedRun } from './losses.js';
import type { CriterionResult, RobotResult } from './result.js';

export class RunJudge {
  readonly #criteria: readonly CriterionSpec[];
  readonly #observers: Observers;
  readonly #losses: LossWatch;
  #lost: readonly CriterionResult[] = [];

  constructor(criteria: readonly CriterionSpec[], run: WatchedRun) {
    this.#criteria = criteria;
    this.#observers = observersOf(criteria, run);
    this.#losses = new LossWatch(criteria, this.#observers, run);
  }

  /** Whether an observer has not seen enough to judge: a run goes on for it. */
  isOpen(at: Seconds): boolean {
    return [...this.#observers.values()].some((one) => one.isOpen?.(at));
  }

  /** Called at the start, and at the end of each physics step. */
  observe(at: Seconds): void {
    for (const observer of this.#observers.values()) observer.observe(at);
  }

  /** Called at each instant of control. */
  look(at: Seconds): void {
    this.#losses.look(at);
  }

  /** A row for each limit, as they are now; each that is not met with its loss. */
  rows(results: readonly RobotResult[], at: Seconds): CriterionResult[] {
    return this.#criteria.flatMap((criterion) =>
      this.#losses.on(criterion, judgeRun([criterion], results, this.#observers), at),
    );
  }

  /** The rows that cannot be met any more, as they were when the last of them was lost. */
  lost(results: () => readonly RobotResult[], at: Seconds): readonly CriterionResult[] {
    if (this.#losses.count > this.#lost.length)
      this.#lost = this.rows(results(), at).filter(({ lost }) => lost && this.#losses.isEarly(lost));
    return this.#lost;
  }
}
