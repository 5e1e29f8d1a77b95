/** A frame as it goes over the wire: written once for everybody, whatever news each still has to hear. */
import type { FrameView, News } from '../../signals/view.js';

/** So much of what somebody missed is told later; older news are forgotten. */
export const MOST_NEWS = 50;

export class FrameText {
  readonly #view: FrameView;
  #head: string | undefined;
  #plain: Buffer | undefined;
  readonly #unwritable: (error: unknown) => void;

  /** @param unwritable hears why it is none that JSON can write: a behavior of somebody's own may show anything */
  constructor(view: FrameView, unwritable: (error: unknown) => void = () => {}) {
    this.#view = view;
    this.#unwritable = unwritable;
  }

  get news(): readonly News[] {
    return this.#view.news;
  }

  /** @param missed the news of frames before it that were not sent @returns undefined where it cannot be written */
  bytes(missed: readonly News[]): Buffer | undefined {
    try {
      if (missed.length > 0) return this.#with([...missed, ...this.news].slice(-MOST_NEWS));
      this.#plain ??= this.#with(this.news);
      return this.#plain;
    } catch (error) {
      this.#unwritable(error);
      return undefined;
    }
  }

  /** The news are put last, so that the rest, which is nearly all of it, is written only once. */
  #with(news: readonly News[]): Buffer {
    this.#head ??= JSON.stringify({ ...this.#view, news: undefined }).slice(0, -1);
    return Buffer.from(`${this.#head},"news":${JSON.stringify(news)}}`);
  }
}
