/** The run of a recording computed up to the instant that is shown, before somebody changes it there. */
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { type AskedFuture, FutureRun } from './futureRun.js';

interface Preparing {
  readonly at: Seconds;
  readonly run: Promise<FutureRun>;
  isDropped: boolean;
}

/** One run that is computed up to the instant at which it may be changed: a change there then shows at once. */
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
    this.#now = this.#begun({ at });
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

  /** The prepared run, or one that is computed now. */
  async take(asked: AskedFuture, isEnded: () => boolean): Promise<FutureRun> {
    const isPrepared = this.#now?.at === asked.at && !asked.scenario;
    const taken = isPrepared && this.#now ? this.#now : this.#begun(asked, isEnded);
    if (isPrepared) this.#now = undefined;
    // Another one beside it would make it late.
    else this.drop();
    return taken.run;
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

  #begun(asked: AskedFuture, isEnded: () => boolean = () => false): Preparing {
    const preparing: Preparing = {
      at: asked.at,
      isDropped: false,
      run: this.#comeTo(asked, () => preparing.isDropped || isEnded()),
    };
    return preparing;
  }

  async #comeTo(asked: AskedFuture, isEnded: () => boolean): Promise<FutureRun> {
    const run = await FutureRun.of(this.#recording, this.#own, asked);
    try {
      if (!asked.scenario) await run.comeToChange(isEnded);
    } catch (error) {
      run.close();
      throw error;
    }
    return run;
  }
}
