/** While a page shows an instant of a recording, its run is computed again up to that instant: a change there then needs no waiting. */
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Operation } from '../../../signals/operation.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { type AskedFuture, FutureRun } from './futureRun.js';

interface Preparing {
  readonly at: Seconds;
  readonly run: Promise<FutureRun>;
  isDropped: boolean;
}

/** Keeps one run ready at one instant. */
export class PreparedFuture {
  readonly #recording: Recording;
  readonly #own: OwnBehaviors;
  #now: Preparing | undefined;
  #isClosed = false;

  constructor(recording: Recording, own: OwnBehaviors) {
    this.#recording = recording;
    this.#own = own;
  }

  prepare(at: Seconds): void {
    if (this.#isClosed || this.#now?.at === at) return;
    this.drop();
    this.#now = this.#begun(at);
    // Where it cannot be run, who asks for it is told.
    this.#now.run.catch(() => {});
  }

  /** Unless another one is prepared by now. */
  prepareAgain(at: Seconds): void {
    if (!this.#now) this.prepare(at);
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  /** The prepared run, or one that is computed now, with what an operator does at its change. */
  async take(asked: AskedFuture, operations: readonly Operation[]): Promise<FutureRun> {
    const prepared = this.#now?.at === asked.at && !asked.scenario ? this.#now : undefined;
    if (prepared) this.#now = undefined;
    // Another one beside it would make it late.
    else this.drop();
    const waiting = await prepared?.run;
    if (waiting?.isPast) waiting.close();
    const run = waiting && !waiting.isPast ? waiting : await FutureRun.of(this.#recording, this.#own, asked);
    run.change(operations);
    return run;
  }

  /** Ends it. */
  drop(): void {
    if (!this.#now) return;
    this.#now.isDropped = true;
    this.#now.run.then(
      (run) => run.close(),
      () => {},
    );
    this.#now = undefined;
  }

  #begun(at: Seconds): Preparing {
    const preparing: Preparing = { at, isDropped: false, run: this.#comeTo(at, () => preparing.isDropped) };
    return preparing;
  }

  async #comeTo(at: Seconds, isDropped: () => boolean): Promise<FutureRun> {
    const run = await FutureRun.of(this.#recording, this.#own, { at });
    try {
      await run.comeToChange(isDropped);
    } catch (error) {
      run.close();
      throw error;
    }
    return run;
  }
}
