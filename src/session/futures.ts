/** Other futures of a recording: what an operator changes at an instant is computed from there on, beside what was recorded. */
import type { Seconds } from '../math/units.js';
import type { Operation } from '../signals/operation.js';
import type { FutureView, WhyView } from '../signals/view.js';

/** How far a future is computed. */
export type FutureNews = Partial<Omit<FutureView, 'number' | 'at'>>;

/** Computes futures: the recorded run again up to an instant, and on from there. */
export interface Branching {
  /** The operations with which a future may begin. */
  readonly can: readonly Operation['kind'][];
  /** @param tell called as it is computed. @returns a call that ends it */
  begin(at: Seconds, operation: Operation, tell: (news: FutureNews) => void): () => void;
  /** Tries what would have made the recorded run succeed. @returns a call that ends it */
  explain(tell: (news: WhyView) => void): () => void;
}

/** More lines on a map cannot be told apart. */
const MAX_FUTURES = 6;

interface Kept {
  view: FutureView;
  /** What makes it the same future: the same thing changed at the same instant, to another value. */
  readonly key: string;
  readonly end: () => void;
}

export class Futures {
  readonly #branching: Branching;
  readonly #changed: () => void;
  #kept: readonly Kept[] = [];
  #next = 1;
  #why: WhyView | undefined;
  #endWhy: (() => void) | undefined;

  /** @param changed called whenever there is something new */
  constructor(branching: Branching, changed: () => void) {
    this.#branching = branching;
    this.#changed = changed;
  }

  get can(): readonly Operation['kind'][] {
    return this.#branching.can;
  }

  get views(): readonly FutureView[] {
    return this.#kept.map(({ view }) => view);
  }

  get why(): WhyView | undefined {
    return this.#why;
  }

  /** Once for a recording: it stays the same. */
  explain(): void {
    this.#endWhy ??= this.#branching.explain((news) => {
      this.#why = news;
      this.#changed();
    });
  }

  /** Begins one; it takes the place of one that began in the same way. */
  begin(at: Seconds, operation: Operation): void {
    const key = keyOf(at, operation);
    const before = this.#kept.find((one) => one.key === key);
    before?.end();
    const number = before?.view.number ?? this.#next++;
    const blank = {
      number,
      words: '…',
      at,
      until: at,
      state: 'under way',
      step: 1,
      ways: {},
      verdict: [],
    } as const;
    const end = this.#branching.begin(at, operation, (news) => {
      if (!this.#kept.includes(kept)) return;
      kept.view = { ...kept.view, ...news };
      this.#changed();
    });
    // While another value is computed, what the last one gave stays on the map.
    const kept: Kept = { key, end, view: before ? { ...before.view, state: 'under way' } : blank };
    const others = this.#kept.filter((one) => one !== before);
    for (const one of others.slice(0, Math.max(0, others.length + 1 - MAX_FUTURES))) one.end();
    this.#kept = [...others, kept].slice(-MAX_FUTURES).sort((a, b) => a.view.number - b.view.number);
    this.#changed();
  }

  forget(number: number): string | undefined {
    const one = this.#kept.find(({ view }) => view.number === number);
    if (!one) return `there is no future ${number}`;
    one.end();
    this.#kept = this.#kept.filter((other) => other !== one);
    this.#changed();
    return undefined;
  }

  close(): void {
    for (const { end } of this.#kept) end();
    this.#endWhy?.();
  }
}

function keyOf(at: Seconds, operation: Operation): string {
  const what = 'id' in operation ? operation.id : 'robot' in operation ? operation.robot : '';
  return JSON.stringify([at, operation.kind, what ?? '']);
}
