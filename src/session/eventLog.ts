/** News that wait to be shown; repeated news are shown once in a while. */
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { News } from '../signals/view.js';

/** Real time before the same words are shown again. */
const REPEAT_PERIOD: Seconds = 1;
/** Real time that a value must rest before its change is shown. */
const SETTLING_TIME: Seconds = 0.4;

export class EventLog {
  readonly #time: TimeSource;
  #news: News[] = [];
  readonly #addedAt = new Map<string, Seconds>();
  readonly #changing = new Map<string, { readonly news: News; readonly since: Seconds }>();

  constructor(time: TimeSource) {
    this.#time = time;
  }

  add(news: News): void {
    const now = this.#time.now();
    const before = this.#addedAt.get(news.words);
    for (const [words, at] of this.#addedAt) if (now - at >= REPEAT_PERIOD) this.#addedAt.delete(words);
    if (before !== undefined && now - before < REPEAT_PERIOD) return;
    this.#addedAt.set(news.words, now);
    this.#news.push(news);
  }

  /** The result of an operator's request: shown each time. */
  answer(news: News): void {
    this.#news.push(news);
  }

  /** News about a value that still changes: later news of the same thing replace it. */
  addWhenSettled(thing: string, news: News): void {
    this.#changing.set(thing, { news, since: this.#time.now() });
  }

  /** Anything for the next frame? */
  get waiting(): boolean {
    return this.#news.length > 0 || this.#settled().length > 0;
  }

  /** Takes all news since the last call. */
  take(): News[] {
    for (const [thing, { news }] of this.#settled()) {
      this.#changing.delete(thing);
      this.#news.push(news);
    }
    const taken = this.#news;
    this.#news = [];
    return taken;
  }

  #settled() {
    const now = this.#time.now();
    return [...this.#changing].filter(([, { since }]) => now - since >= SETTLING_TIME);
  }
}
