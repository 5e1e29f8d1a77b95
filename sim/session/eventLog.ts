/** What happened, kept until somebody is shown it; the same thing again and again is told once a while. */
import type { TimeSource } from '../../src/math/time.js';
import type { Seconds } from '../../src/math/units.js';
import type { News } from '../../src/signals/view.js';

/** Of real time: until then the same words are no news. */
const AGAIN_AFTER: Seconds = 1;
/** Of real time: what changes more often than this is told when it rests. */
const RESTS: Seconds = 0.4;

export class EventLog {
  readonly #time: TimeSource;
  #news: News[] = [];
  readonly #told = new Map<string, Seconds>();
  readonly #moving = new Map<string, { readonly news: News; readonly since: Seconds }>();

  constructor(time: TimeSource) {
    this.#time = time;
  }

  tell(news: News): void {
    const now = this.#time.now();
    const before = this.#told.get(news.words);
    for (const [words, at] of this.#told) if (now - at >= AGAIN_AFTER) this.#told.delete(words);
    if (before !== undefined && now - before < AGAIN_AFTER) return;
    this.#told.set(news.words, now);
    this.#news.push(news);
  }

  /** News that is soon replaced by newer of the same thing. */
  tellWhenAtRest(thing: string, news: News): void {
    this.#moving.set(thing, { news, since: this.#time.now() });
  }

  /** Anything for the next frame? */
  get waiting(): boolean {
    return this.#news.length > 0 || this.#rested().length > 0;
  }

  /** All since the last time. */
  take(): News[] {
    for (const [thing, { news }] of this.#rested()) {
      this.#moving.delete(thing);
      this.#news.push(news);
    }
    const taken = this.#news;
    this.#news = [];
    return taken;
  }

  #rested() {
    const now = this.#time.now();
    return [...this.#moving].filter(([, { since }]) => now - since >= RESTS);
  }
}
