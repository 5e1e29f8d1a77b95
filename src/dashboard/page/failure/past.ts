/** The frames of the present run, kept by the page, so that its user can look at an earlier moment. */
import type { Seconds } from '../../../math/units.js';
import type { FrameView, View } from '../../../signals/view.js';

/** A number of robots in all frames together that a phone keeps easily, some 40 MB. */
const CAPACITY = 24_000;

export class Past {
  #frames: FrameView[] = [];

  /** A new scene, or a run that begins again, has no past. */
  see(view: View): void {
    if (view.kind === 'scene') return;
    const last = this.#frames.at(-1);
    if (last && view.at < last.at) this.#frames = [];
    if (last?.at === view.at) this.#frames[this.#frames.length - 1] = view;
    else this.#frames.push(view);
    if (this.#frames.length * view.robots.length > CAPACITY) this.#thin();
  }

  forget(): void {
    this.#frames = [];
  }

  /** Of what is long past every second frame is enough. */
  #thin(): void {
    const recent = Math.floor(this.#frames.length / 2);
    this.#frames = this.#frames.filter((_, i) => i >= recent || i % 2 === 0);
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
