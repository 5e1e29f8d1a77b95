/** The frames of the present run, kept by the page, so that its user can look at an earlier moment. */
import type { Seconds } from '../../../math/units.js';
import type { FrameView, View } from '../../../signals/view.js';

/** Robots in all frames together: one robot for 200 s at 60 frames a second, before any frame is left out. */
const CAPACITY = 12_000;
/** Frames come about so often, or less often. */
const FRAME_SPACING: Seconds = 1 / 60;

export class Past {
  #frames: FrameView[] = [];
  /** Between frames that are long past. */
  #spacing: Seconds = FRAME_SPACING;

  /** A new scene, or a run that begins again, has no past. */
  see(view: View): void {
    if (view.kind === 'scene') return;
    const last = this.#frames.at(-1);
    if (last && view.at < last.at) this.forget();
    if (last?.at === view.at) this.#frames[this.#frames.length - 1] = view;
    else this.#frames.push(view);
    if (this.#frames.length * view.robots.length > CAPACITY) this.#thin();
  }

  forget(): void {
    this.#frames = [];
    this.#spacing = FRAME_SPACING;
  }

  /** The last quarter stays whole; of what is before it, frames at even distances are enough. */
  #thin(): void {
    const most = 0.75 * this.#frames.length;
    const wholeFrom = this.#frames[Math.floor(most)]?.at ?? 0;
    this.#spread(wholeFrom);
    while (this.#frames.length > most) {
      this.#spacing *= 2;
      this.#spread(wholeFrom);
    }
  }

  #spread(wholeFrom: Seconds): void {
    let kept = Number.NEGATIVE_INFINITY;
    this.#frames = this.#frames.filter(({ at }) => {
      const isKept = at >= wholeFrom || at - kept >= this.#spacing;
      if (isKept) kept = at;
      return isKept;
    });
  }

  /** The frame nearest to then; null without any. */
  at(instant: Seconds): FrameView | null {
    const later = this.#frames.findIndex(({ at }) => at >= instant);
    const [before, after] = [this.#frames.at(later < 0 ? -1 : later - 1), this.#frames[later]];
    if (!before || !after || later === 0) return after ?? before ?? null;
    return instant - before.at < after.at - instant ? before : after;
  }

  /** How many frames are kept. */
  get size(): number {
    return this.#frames.length;
  }

  /** From the first to the last kept moment. */
  get span(): readonly [Seconds, Seconds] | null {
    const [first, last] = [this.#frames[0], this.#frames.at(-1)];
    return first && last ? [first.at, last.at] : null;
  }
}
