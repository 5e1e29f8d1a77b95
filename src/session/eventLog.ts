/** What happened, kept until it is shown; the same thing again and again is told once a while. */
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { News } from '../signals/view.js';

/** Real time in which the same words are not told again. */
const REPEAT_PERIOD: Seconds = 1;
/** Real time for which a value has to rest before its change is told. */
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

  /** What came of something that a person has just asked for: told each time. */
  answer(news: News): void {
    this.#news.push(news);
  }

  /** News that is soon replaced by newer of the same thing. */
  addWhenSettled(thing: string, news: News): void {
    this.#changing.set(thing, { news, since: this.#time.now() });
  }

  /** Anything for the next frame? */
  get waiting(): boolean {
    return this.#news.length > 0 || this.#settled().length > 0;
  }

  /** All since the last time. */
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
