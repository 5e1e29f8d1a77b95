/**
 * A recorded simulation is run again: the same scenario is told the same operations at the same ticks, and must give the same
 * inputs. Where the recording ends it goes on; from a change on it is another future, which need not be the same.
 */
import type { Begun, Changed, Recordable } from '../../src/recording/simulated.js';
import type { Operation } from '../../src/signals/view.js';
import { type Difference, firstDifference } from '../../src/validation/difference.js';

export interface AgainOptions {
  /**
   * Of another future: what happens from a change on, or from the begin, is not compared, and operators do what they did at the
   * same times.
   */
  readonly differs?: 'from its change' | 'from its begin' | undefined;
}

export class Again {
  readonly #told: Iterator<Recordable>;
  readonly #differs: AgainOptions['differs'];
  #next: Recordable | undefined;
  #departure: (Difference & { readonly at: number }) | undefined;
  #isOther: boolean;
  /** Why a change could not be made. */
  refusal: unknown;

  /** @param told what was recorded, in order; for another future with its change */
  constructor(told: Iterable<Recordable>, { differs }: AgainOptions = {}) {
    this.#told = told[Symbol.iterator]();
    this.#differs = differs;
    this.#isOther = differs === 'from its begin';
    this.#forward();
  }

  /** From now on the run is new. */
  get isOver(): boolean {
    return this.#next === undefined || this.#departure !== undefined || this.refusal !== undefined;
  }

  /** The first input that is not the recorded one. */
  get departure(): (Difference & { readonly at: number }) | undefined {
    return this.#departure;
  }

  /** The scene that begins now. */
  get begun(): Begun | undefined {
    return this.#next?.kind === 'begun' ? this.#next : undefined;
  }

  /** What is different from now on. */
  get changed(): Changed | undefined {
    return !this.isOver && this.#next?.kind === 'changed' ? this.#next : undefined;
  }

  /** The next operation, if it was recorded here. @param renewed just before a control tick */
  operation(renewed = false): Operation | undefined {
    const next = this.isOver ? undefined : this.#next;
    return next?.kind === 'operated' && (next.renewed ?? false) === renewed ? next.operation : undefined;
  }

  /** Everything that the run records anew is compared. */
  readonly hear = (news: Recordable): void => {
    if (this.#isOther) this.#follow(news);
    else this.#compare(news);
  };

  #compare(news: Recordable): void {
    const next = this.#next;
    if (next === undefined || this.#departure) return;
    const difference = firstDifference(withoutKeyframe(next), withoutKeyframe(news));
    if (difference) this.#departure = { ...difference, at: 'at' in news ? news.at : 0 };
    this.#isOther = this.#differs !== undefined && news.kind === 'changed';
    this.#forward();
  }

  /** Keeps to the time of the recorded inputs; robots that were put elsewhere have others. */
  #follow(news: Recordable): void {
    if (news.kind === 'inputs') {
      while (this.#next?.kind === 'inputs' && this.#next.at <= news.at + SAME_TIME) this.#forward();
    } else if (this.#next?.kind === news.kind) this.#forward();
  }

  #forward(): void {
    const { done, value } = this.#told.next();
    this.#next = done ? undefined : value;
  }
}

/** Ticks of one instant have the same time up to rounding [s]. */
const SAME_TIME = 1e-9;

function withoutKeyframe(news: Recordable): object {
  if (news.kind !== 'inputs') return news;
  const { keyframe: _, ...rest } = news;
  return rest;
}
