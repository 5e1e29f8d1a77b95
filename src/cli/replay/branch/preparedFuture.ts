/**
 * While a page shows an instant of a recording, its run is computed again up to that instant: a change there then needs no waiting.
 * While it stands on, runs are computed up to other instants and parked there, so that the way to any is short.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Operation } from '../../../signals/operation.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { isDrive } from './drivenRun.js';
import { type AskedFuture, FutureRun } from './futureRun.js';

/** Each holds a whole simulation. */
const MAX_PARKED = 10;
/** Between two parked runs, at least: a shorter way is computed in no time. */
const LEAST_SPACING: Seconds = 10;

interface Preparing {
  readonly at: Seconds;
  readonly run: Promise<FutureRun>;
  isDropped: boolean;
}

/** Keeps one run ready at one instant, and others on the way. */
export class PreparedFuture {
  readonly #recording: Recording;
  readonly #own: OwnBehaviors;
  /** Where runs are parked, if they are, the last place first: the way there is the longest. */
  #spots: readonly Seconds[];
  #parked: FutureRun[] = [];
  #now: Preparing | undefined;
  /** Until what was given up is kept on its way. */
  #left: Promise<void> = Promise.resolve();
  /** The instant that the page shows. */
  #shown: Seconds | undefined;
  /** How many futures are computed for it now. */
  #asked = 0;
  #isParking = false;
  #isClosed = false;

  constructor(recording: Recording, own: OwnBehaviors) {
    this.#recording = recording;
    this.#own = own;
    const spacing = Math.max(LEAST_SPACING, recording.duration / (MAX_PARKED + 1));
    // A drive goes on from any instant at once.
    const count = isDrive(recording) ? 0 : Math.min(MAX_PARKED, Math.floor(recording.duration / spacing));
    this.#spots = Array.from({ length: count }, (_, i) => (count - i) * spacing);
  }

  prepare(at: Seconds): void {
    this.#shown = at;
    // What was asked for comes first.
    if (this.#isClosed || this.#asked > 0 || this.#now?.at === at) return;
    this.leave();
    const now = this.#begun(at);
    this.#now = now;
    // Where it cannot be run, who asks for it is told.
    now.run.then(() => (this.#now === now ? this.#park() : undefined)).catch(() => {});
  }

  /** One that was taken is computed: it may be changed there once more, as while a slider is moved. */
  done(): void {
    this.#asked -= 1;
    if (this.#asked === 0 && this.#shown !== undefined) this.prepare(this.#shown);
  }

  close(): void {
    this.#isClosed = true;
    this.leave();
    for (const run of this.#parked.splice(0)) run.close();
  }

  /** The prepared run, or one that is computed now, with what an operator does at its change; until `done` nothing else is prepared. */
  async take(asked: AskedFuture, operations: readonly Operation[]): Promise<FutureRun> {
    this.#asked += 1;
    this.#shown = asked.scenario ? this.#shown : asked.at;
    const prepared = this.#now?.at === asked.at && !asked.scenario ? this.#now : undefined;
    if (prepared) this.#now = undefined;
    // Another one beside it would make it late.
    else this.leave();
    const waiting = await prepared?.run;
    if (waiting?.isPast) waiting.close();
    const run = waiting && !waiting.isPast ? waiting : await this.#nearest(asked);
    run.change(operations);
    return run;
  }

  /** The page shows an instant: nothing is computed for another one any more. */
  leave(shown?: Seconds): void {
    if (!this.#now || this.#now.at === shown) return;
    this.#now.isDropped = true;
    this.#left = this.#now.run.then(
      (run) => this.#keep(run),
      () => {},
    );
    this.#now = undefined;
  }

  #begun(at: Seconds): Preparing {
    const preparing: Preparing = { at, isDropped: false, run: this.#comeTo(at, () => preparing.isDropped) };
    return preparing;
  }

  async #comeTo(at: Seconds, isDropped: () => boolean): Promise<FutureRun> {
    const run = await this.#nearest({ at });
    return closedWhereItFails(run, () => run.comeToChange(isDropped));
  }

  /** The last parked run before an instant, or one from the beginning. */
  async #nearest(asked: AskedFuture): Promise<FutureRun> {
    await this.#left;
    const before = asked.scenario
      ? []
      : this.#parked.filter(({ position }) => position + READ_AHEAD < asked.at);
    const [last] = before.toSorted((a, b) => b.position - a.position);
    if (!last) return FutureRun.of(this.#recording, this.#own, asked);
    this.#parked = this.#parked.filter((one) => one !== last);
    last.aim(asked);
    return last;
  }

  /** While the page stands there, and nothing is computed for it. */
  async #park(): Promise<void> {
    if (this.#isParking) return;
    this.#isParking = true;
    try {
      const standing = this.#now;
      const isLeft = () => this.#isClosed || this.#now !== standing;
      for (const spot of this.#spots) {
        if (isLeft()) break;
        if (!this.#parked.some((run) => isAt(run, spot))) await this.#parkAt(spot, isLeft);
      }
    } catch (error) {
      // It is not the recorded run there, and will not be.
      this.#spots = [];
      throw error;
    } finally {
      this.#isParking = false;
    }
  }

  /** One that was left on its way, or one from the beginning. */
  async #onTheWayTo(spot: Seconds): Promise<FutureRun> {
    const isLeft = (run: FutureRun) => run.position < spot && !this.#spots.some((other) => isAt(run, other));
    const [last] = this.#parked.filter(isLeft).toSorted((a, b) => b.position - a.position);
    this.#parked = this.#parked.filter((one) => one !== last);
    return last ?? FutureRun.of(this.#recording, this.#own, { at: Number.POSITIVE_INFINITY });
  }

  async #parkAt(spot: Seconds, isLeft: () => boolean): Promise<void> {
    const run = await this.#onTheWayTo(spot);
    await closedWhereItFails(run, () => run.comeTo(spot, isLeft));
    await nextTurn();
    this.#keep(run);
  }

  /** What came a part of the way is of use, too. */
  #keep(run: FutureRun): void {
    if (this.#isClosed || run.isBound || run.position < LEAST_SPACING) run.close();
    else this.#parked.push(run);
    while (this.#parked.length > MAX_PARKED) this.#parked.shift()?.close();
  }
}

/** What happened just after a parked run is read already: no change can come before it. Longer than the period of any tick. */
const READ_AHEAD: Seconds = 1;
/** A slice of a run goes a little beyond its spot. */
const SAME_SPOT: Seconds = 5;
const isAt = (run: FutureRun, spot: Seconds): boolean => Math.abs(run.position - spot) < SAME_SPOT;

async function closedWhereItFails(run: FutureRun, go: () => Promise<void>): Promise<FutureRun> {
  try {
    await go();
    return run;
  } catch (error) {
    run.close();
    throw error;
  }
}
