/** Other futures of a recording: what an operator changes at an instant is computed from there on, beside what was recorded. */
import type { Seconds } from '../math/units.js';
import type { Operation } from '../signals/operation.js';
import type { FutureView, WhyView } from '../signals/view.js';

/** How far a future is computed. */
export type FutureNews = Partial<Omit<FutureView, 'number'>>;

/** Computes futures: the recorded run again up to an instant, and on from there. */
export interface Branching {
  /** The operations with which a future may begin. */
  readonly can: readonly Operation['kind'][];
  /** One may begin at that instant soon: the run is computed up to there. */
  prepare?(at: Seconds): void;
  /** @param tell called as it is computed. @returns a call that ends it */
  begin(at: Seconds, operation: Operation, tell: (news: FutureNews) => void): () => void;
  /** An instant is shown: what is prepared for another one is given up. */
  leave?(shown: Seconds): void;
  /** Ends what was prepared. */
  close?(): void;
  /** Tries what would have made the recorded run succeed. @returns a call that ends it */
  explain(tell: (news: WhyView) => void): () => void;
  /** Computes the run with one of the alternatives that helped, by its place in the list. @returns a call that ends it; undefined for a place beyond the list */
  show(place: number, tell: (news: FutureNews) => void): (() => void) | undefined;
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
    this.#keep(at, keyOf(at, operation), (tell) => this.#branching.begin(at, operation, tell));
  }

  /** Shows what came of one of the alternatives that would have helped. @returns why it cannot */
  show(place: number): string | undefined {
    let isThere = true;
    // While others are tried, its place may become another.
    const words = this.#why?.helped?.[place]?.words;
    this.#keep(0, `why ${words ?? place}`, (tell) => {
      const end = this.#branching.show(place, tell);
      isThere = end !== undefined;
      return end;
    });
    return isThere ? undefined : `there is no alternative ${place + 1}`;
  }

  #keep(
    at: Seconds,
    key: string,
    begin: (tell: (news: FutureNews) => void) => (() => void) | undefined,
  ): void {
    const before = this.#kept.find((one) => one.key === key);
    const number = before?.view.number ?? this.#next;
    const blank = {
      number,
      words: '…',
      at,
      until: at,
      state: 'under way',
      step: 1,
      ways: {},
      samples: [],
      verdict: [],
    } as const;
    let kept: Kept | undefined;
    const end = begin((news) => {
      if (!kept || !this.#kept.includes(kept)) return;
      kept.view = { ...kept.view, ...news };
      this.#changed();
    });
    if (!end) return;
    before?.end();
    this.#next = Math.max(this.#next, number + 1);
    // While another value is computed, what the last one gave stays on the map.
    const now: Kept = { key, end, view: before ? { ...before.view, state: 'under way' } : blank };
    kept = now;
    const others = this.#kept.filter((one) => one !== before);
    for (const one of others.slice(0, Math.max(0, others.length + 1 - MAX_FUTURES))) one.end();
    this.#kept = [...others, now].slice(-MAX_FUTURES).sort((a, b) => a.view.number - b.view.number);
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

  prepare(at: Seconds): void {
    this.#branching.prepare?.(at);
  }

  leave(shown: Seconds): void {
    this.#branching.leave?.(shown);
  }

  close(): void {
    this.#branching.close?.();
    for (const { end } of this.#kept) end();
    this.#endWhy?.();
  }
}

function keyOf(at: Seconds, operation: Operation): string {
  const what = 'id' in operation ? operation.id : 'robot' in operation ? operation.robot : '';
  return JSON.stringify([at, operation.kind, what ?? '']);
}
