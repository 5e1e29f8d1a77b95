/** A frame as it goes over the wire: written once for everybody, whatever news each still has to hear. */
import type { FrameView, News } from '../../view.js';

/** So much of what somebody missed is told later; older news are forgotten. */
export const MOST_NEWS = 50;

export class FrameText {
  readonly #view: FrameView;
  #head: string | undefined;
  #plain: Buffer | undefined;

  constructor(view: FrameView) {
    this.#view = view;
  }

  get news(): readonly News[] {
    return this.#view.news;
  }

  /** @param missed the news of frames before it that were not sent */
  bytes(missed: readonly News[]): Buffer {
    if (missed.length > 0) return this.#with([...missed, ...this.news].slice(-MOST_NEWS));
    this.#plain ??= this.#with(this.news);
    return this.#plain;
  }

  /** The news are put last, so that the rest, which is nearly all of it, is written only once. */
  #with(news: readonly News[]): Buffer {
    this.#head ??= JSON.stringify({ ...this.#view, news: undefined }).slice(0, -1);
    return Buffer.from(`${this.#head},"news":${JSON.stringify(news)}}`);
  }
}
