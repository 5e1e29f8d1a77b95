/**
 * The views for one client: the newest state, never a queue of old ones.
 *
 * A frame is sent while at most one other is not acknowledged; the newest waiting frame replaces older ones and takes
 * over their news. Scenes are never skipped, but a newer one replaces one that waits.
 */

import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { isMeasured } from '../../signals/readings.js';
import type { RangeReading } from '../../signals/signals.js';
import type { FrameView, News, RobotFrame } from '../../signals/view.js';

/** Frames that may be under way. */
const MAX_UNSEEN_FRAMES = 2;
/** With more bytes than this waiting in the socket nothing is added. */
export const CONGESTION_BYTES = 1_000_000;
/** After this time without an answer, single frames probe whether the client is still there. */
const SEEN_TIMEOUT: Seconds = 10;
const PROBE_PERIOD: Seconds = 1;

/** The parts of a socket that we use. */
export interface FrameOutput {
  /** Bytes that were sent and have not left yet. */
  buffered(): number;
  send(text: Buffer): void;
}

export class LatestFrameQueue {
  readonly #output: FrameOutput;
  readonly #time: Pick<TimeSource, 'now'>;
  #scene: Buffer | undefined;
  #frame: SerializedFrame | undefined;
  /** The waiting frame belongs to the scene before the waiting scene. */
  #frameFirst = false;
  #missedNews: News[] = [];
  #unseen = 0;
  #lastSent: Seconds = 0;
  /** Since when the allowed number of frames is under way. */
  #fullSince: Seconds | undefined;

  constructor(output: FrameOutput, time: Pick<TimeSource, 'now'>) {
    this.#output = output;
    this.#time = time;
  }

  scene(text: Buffer): void {
    this.#frameFirst = this.#frame !== undefined;
    this.#scene = text;
    this.flush();
  }

  /** @param earlier news of earlier frames that this client never got */
  frame(frame: SerializedFrame, earlier: readonly News[] = []): void {
    this.#missedNews.push(...earlier);
    if (this.#frame) this.#missedNews = [...this.#missedNews, ...this.#frame.news].slice(-MAX_MISSED_NEWS);
    this.#frameFirst = false;
    this.#frame = frame;
    this.flush();
  }

  /** The client has drawn a frame. @returns whether one was under way */
  seen(): boolean {
    if (this.#unseen === 0) return false;
    // Beyond the usual number they were probes, most of which were never drawn.
    this.#unseen = this.#unseen > MAX_UNSEEN_FRAMES ? 0 : this.#unseen - 1;
    this.#fullSince = undefined;
    this.flush();
    return true;
  }

  /** Sends what waits, if allowed; called again every second. */
  flush(): void {
    if (!this.#scene && !this.#frame) return;
    if (this.#output.buffered() > CONGESTION_BYTES || !(this.#unseen < MAX_UNSEEN_FRAMES || this.#mayProbe()))
      return;
    if (this.#frameFirst) this.#sendFrame();
    if (this.#scene) this.#output.send(this.#scene);
    this.#scene = undefined;
    this.#sendFrame();
    this.#lastSent = this.#time.now();
  }

  #mayProbe(): boolean {
    const now = this.#time.now();
    const silent = this.#fullSince !== undefined && now - this.#fullSince >= SEEN_TIMEOUT;
    return silent && now - this.#lastSent >= PROBE_PERIOD;
  }

  #sendFrame(): void {
    const text = this.#frame?.bytes(this.#missedNews);
    this.#frame = undefined;
    this.#frameFirst = false;
    this.#missedNews = [];
    if (!text) return;
    this.#output.send(text);
    this.#unseen += 1;
    if (this.#unseen >= MAX_UNSEEN_FRAMES) this.#fullSince ??= this.#time.now();
  }
}

/** At most this much missed news is told later; older news is dropped. */
export const MAX_MISSED_NEWS = 50;

/** A frame as JSON: written once for all clients, whatever news each of them still needs. */
export class SerializedFrame {
  readonly #view: FrameView;
  #head: string | undefined;
  #withOwnNews: Buffer | undefined;
  readonly #unwritable: (error: unknown) => void;

  /** @param unwritable hears why JSON cannot represent it: a user's own behavior may show any value */
  constructor(view: FrameView, unwritable: (error: unknown) => void = () => {}) {
    this.#view = view;
    this.#unwritable = unwritable;
  }

  get news(): readonly News[] {
    return this.#view.news;
  }

  /** @param missed the news of earlier frames that were not sent @returns undefined where it cannot be written */
  bytes(missed: readonly News[]): Buffer | undefined {
    try {
      if (missed.length > 0) return this.#with([...missed, ...this.news].slice(-MAX_MISSED_NEWS));
      this.#withOwnNews ??= this.#with(this.news);
      return this.#withOwnNews;
    } catch (error) {
      this.#unwritable(error);
      return undefined;
    }
  }

  /** The news come last, so that the rest, which is nearly all of it, is written only once. */
  #with(news: readonly News[]): Buffer {
    this.#head ??= JSON.stringify(inJson(this.#view)).slice(0, -1);
    return Buffer.from(`${this.#head},"news":${JSON.stringify(news)}}`);
  }
}

/** A frame without its news, for JSON. */
const inJson = ({ news: _, ...view }: FrameView) => ({ ...view, robots: view.robots.map(robotInJson) });

const robotInJson = (robot: RobotFrame): RobotFrame => ({
  ...robot,
  ranges: Object.fromEntries(
    Object.entries(robot.ranges).map(([id, reading]) => [id, readingInJson(reading)]),
  ),
});

/** A lost measurement becomes −1: JSON would make it null, which is no echo. */
const readingInJson = (reading: RangeReading): RangeReading =>
  reading.distances.every(isMeasured)
    ? reading
    : { ...reading, distances: reading.distances.map((distance) => (isMeasured(distance) ? distance : -1)) };
