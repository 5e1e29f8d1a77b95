/** A recording, played to a page: it starts, pauses, steps, goes slower, faster, and wherever somebody drags it. */

import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { DamagedRecording } from '../../recording/reading/damaged.js';
import type { Recording } from '../../recording/reading/recording.js';
import type { FrameView, News, Operation, SceneView, View } from '../../signals/view.js';
import { onRecordingsTime } from './onRecordingsTime.js';

/** No page draws more often. */
const SPACING: Seconds = 1 / 60;
/** As of a simulation. */
const SLOWEST = 0.01;
const FASTEST = 1000;

const CAN: readonly Operation['kind'][] = ['pause', 'speed', 'scrub', 'step'];

export class ReplaySession {
  /** Comes when it has reached a place that cannot be read; nothing is shown any more then. */
  readonly damage: Promise<DamagedRecording>;
  #isDamaged = false;
  #reached: (damage: DamagedRecording) => void = () => {};
  readonly #recording: Recording;
  readonly #time: TimeSource;
  readonly #show: (view: View) => void;
  /** The frame that is shown, and the scene; −1 before the first. */
  #frame = -1;
  #scene = -1;
  #paused = false;
  #speed = 1;
  /** It was there, on the recording's time, when the machine's time was `#since`. */
  #from: Seconds = 0;
  #since: Seconds = 0;
  #cancel = () => {};

  constructor(recording: Recording, time: TimeSource, show: (view: View) => void) {
    this.#recording = recording;
    this.#time = time;
    this.#show = show;
    this.damage = new Promise((resolve) => {
      this.#reached = resolve;
    });
  }

  /** Shows the begin, and goes on from there. */
  start(): void {
    this.#since = this.#time.now();
    this.#untilDamage(() => {
      this.#showScene(0);
      this.#goTo(0);
      this.#wait();
    });
  }

  close(): void {
    this.#cancel();
    this.#paused = true;
  }

  /** What a recording cannot do is passed over: it drives nobody. */
  operate(operation: Operation): void {
    this.#untilDamage(() => this.#obey(operation));
  }

  #untilDamage(act: () => void): void {
    if (this.#isDamaged) return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof DamagedRecording)) throw error;
      this.#isDamaged = true;
      this.close();
      this.#reached(error);
    }
  }

  #obey(operation: Operation): void {
    switch (operation.kind) {
      case 'pause':
        this.#setPaused(operation.paused);
        break;
      case 'speed':
        this.#setSpeed(operation.times);
        break;
      case 'scrub':
        if (Number.isFinite(operation.at)) this.#goTo(this.#recording.frameAt(operation.at));
        break;
      case 'step':
        this.#paused = true;
        this.#goTo(Math.min(this.#frame + 1, this.#last));
        break;
      default:
        return;
    }
    this.#wait();
  }

  get #last(): number {
    return this.#recording.frameCount - 1;
  }

  #setPaused(paused: boolean): void {
    // At its end it begins anew.
    const again = !paused && this.#frame >= this.#last;
    this.#paused = paused;
    this.#goTo(again ? 0 : this.#frame);
  }

  #setSpeed(times: number): void {
    if (!(times > 0)) return;
    const now = this.#playedTo();
    this.#speed = Math.min(FASTEST, Math.max(SLOWEST, times));
    this.#from = now;
    this.#since = this.#time.now();
    this.#showFrame(this.#frame, []);
  }

  /** Where on the recording's time it is now. */
  #playedTo(): Seconds {
    return this.#paused ? this.#from : this.#from + (this.#time.now() - this.#since) * this.#speed;
  }

  #goTo(frame: number): void {
    this.#from = this.#recording.timeOf(frame);
    this.#since = this.#time.now();
    if (frame >= this.#last) this.#paused = true;
    this.#showFrame(frame, []);
  }

  /** Wakes when the next frame is due. */
  #wait(): void {
    this.#cancel();
    if (this.#paused) return;
    const due = (this.#recording.timeOf(this.#frame + 1) - this.#playedTo()) / this.#speed;
    this.#cancel = this.#time.after(Math.max(SPACING, due), () =>
      this.#untilDamage(() => {
        this.#play();
        this.#wait();
      }),
    );
  }

  /** The newest frame that is due; what happened in those before it is told with it. */
  #play(): void {
    const frame = this.#recording.frameAt(this.#playedTo());
    if (frame <= this.#frame) return;
    const missed = this.#recording.newsBetween(this.#frame, frame);
    if (frame < this.#last) this.#showFrame(frame, missed);
    else {
      this.#paused = true;
      this.#from = this.#recording.timeOf(frame);
      this.#showFrame(frame, missed);
    }
  }

  #showFrame(index: number, missed: readonly News[]): void {
    if (this.#last < 0) return;
    this.#showScene(this.#recording.sceneAt(index));
    this.#frame = index;
    this.#show(this.#dressed(onRecordingsTime(this.#recording, index), missed));
  }

  #dressed(frame: FrameView, missed: readonly News[]): FrameView {
    // How far a simulation fell behind is no matter of how it is played.
    const { reached: _, ...pace } = frame.pace;
    const { link } = frame;
    const volts = link.volts === undefined ? {} : { volts: link.volts };
    return {
      ...frame,
      pace: { ...pace, paused: this.#paused, speed: this.#speed },
      link: { state: 'recording', words: this.#recording.file, ...volts },
      news: [...missed, ...frame.news],
    };
  }

  #showScene(index: number): void {
    if (index === this.#scene) return;
    this.#scene = index;
    const scene = this.#recording.scene(index);
    const { duration } = this.#recording;
    const shown: SceneView = { ...scene, source: 'recording', can: CAN, gallery: [], duration };
    this.#show(shown);
  }
}
