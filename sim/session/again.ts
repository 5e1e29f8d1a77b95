/**
 * A recorded simulation is run again: the same scenario is told the same operations at the same ticks, and must give the same
 * inputs. Where the recording ends it goes on.
 */
import type { Begun, Recordable } from '../../src/recording/simulated.js';
import type { Operation } from '../../src/signals/view.js';
import { type Difference, firstDifference } from '../../src/validation/difference.js';

export class Again {
  readonly #told: Iterator<Recordable>;
  #next: Recordable | undefined;
  #departure: (Difference & { readonly at: number }) | undefined;

  /** @param told what was recorded, in order */
  constructor(told: Iterable<Recordable>) {
    this.#told = told[Symbol.iterator]();
    this.#forward();
  }

  /** From now on the run is new. */
  get isOver(): boolean {
    return this.#next === undefined || this.#departure !== undefined;
  }

  /** The first input that is not the recorded one. */
  get departure(): (Difference & { readonly at: number }) | undefined {
    return this.#departure;
  }

  /** The scene that begins now. */
  get begun(): Begun | undefined {
    return this.#next?.kind === 'begun' ? this.#next : undefined;
  }

  /** The next operation, if it was recorded here. @param renewed just before a control tick */
  operation(renewed = false): Operation | undefined {
    const next = this.isOver ? undefined : this.#next;
    return next?.kind === 'operated' && (next.renewed ?? false) === renewed ? next.operation : undefined;
  }

  /** Everything that the run records anew is compared. */
  readonly hear = (news: Recordable): void => {
    const next = this.#next;
    if (next === undefined || this.#departure) return;
    const difference = firstDifference(withoutKeyframe(next), withoutKeyframe(news));
    if (difference) this.#departure = { ...difference, at: 'at' in news ? news.at : 0 };
    this.#forward();
  };

  #forward(): void {
    const { done, value } = this.#told.next();
    this.#next = done ? undefined : value;
  }
}

function withoutKeyframe(news: Recordable): object {
  if (news.kind !== 'inputs') return news;
  const { keyframe: _, ...rest } = news;
  return rest;
}
