/**
 * What one client gets: the newest state, never a queue of old ones.
 *
 * A frame goes out while at most one other is not acknowledged; the newest that waits takes the place of older ones
 * and tells their news. Scenes are never left out, but a newer one takes the place of one that waits.
 */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { News } from '../../signals/view.js';
import { type FrameText, MOST_NEWS } from './frameText.js';

/** So many frames may be under way. */
const MOST_UNSEEN = 2;
/** Bytes that wait in the socket: from here on nothing is added. */
export const CLOGGED = 1_000_000;
/** After so long without an answer a frame goes out now and then, to see whether somebody is there. */
const SILENCE: Seconds = 10;
const BETWEEN_PROBES: Seconds = 1;

/** A socket, as far as it is needed. */
export interface Pipe {
  /** Bytes that were sent and have not left yet. */
  buffered(): number;
  send(text: Buffer): void;
}

export class LatestFrameQueue {
  readonly #pipe: Pipe;
  readonly #time: Pick<TimeSource, 'now'>;
  #scene: Buffer | undefined;
  #frame: FrameText | undefined;
  /** The frame that waits is of the scene before the one that waits. */
  #frameFirst = false;
  #missed: News[] = [];
  #unseen = 0;
  #lastSent: Seconds = 0;
  /** Since when there are as many frames under way as may be. */
  #fullSince: Seconds | undefined;

  constructor(pipe: Pipe, time: Pick<TimeSource, 'now'>) {
    this.#pipe = pipe;
    this.#time = time;
  }

  scene(text: Buffer): void {
    this.#frameFirst = this.#frame !== undefined;
    this.#scene = text;
    this.flush();
  }

  /** @param earlier the news of frames before it that were never for this client */
  frame(frame: FrameText, earlier: readonly News[] = []): void {
    this.#missed.push(...earlier);
    if (this.#frame) this.#missed = [...this.#missed, ...this.#frame.news].slice(-MOST_NEWS);
    this.#frameFirst = false;
    this.#frame = frame;
    this.flush();
  }

  /** A frame was drawn. @returns whether there was one to draw */
  seen(): boolean {
    if (this.#unseen === 0) return false;
    // Beyond the usual number they were probes, most of which nobody drew.
    this.#unseen = this.#unseen > MOST_UNSEEN ? 0 : this.#unseen - 1;
    this.#fullSince = undefined;
    this.flush();
    return true;
  }

  /** Sends what waits, if it may go; called again every second. */
  flush(): void {
    if (!this.#scene && !this.#frame) return;
    if (this.#pipe.buffered() > CLOGGED || !(this.#unseen < MOST_UNSEEN || this.#mayProbe())) return;
    if (this.#frameFirst) this.#sendFrame();
    if (this.#scene) this.#pipe.send(this.#scene);
    this.#scene = undefined;
    this.#sendFrame();
    this.#lastSent = this.#time.now();
  }

  #mayProbe(): boolean {
    const now = this.#time.now();
    const silent = this.#fullSince !== undefined && now - this.#fullSince >= SILENCE;
    return silent && now - this.#lastSent >= BETWEEN_PROBES;
  }

  #sendFrame(): void {
    const text = this.#frame?.bytes(this.#missed);
    this.#frame = undefined;
    this.#frameFirst = false;
    this.#missed = [];
    if (!text) return;
    this.#pipe.send(text);
    this.#unseen += 1;
    if (this.#unseen >= MOST_UNSEEN) this.#fullSince ??= this.#time.now();
  }
}
