/** Hosts the page and the recorder in a thread of their own, so that neither a page nor a disk delays control. */
import type { Worker } from 'node:worker_threads';
import { BehaviorSubject, Subject } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import type { DumpResult } from '../../recording/recorder.js';
import type { Recordable } from '../../recording/simulated.js';
import type { FrameView, News, Operation, SceneView, View } from '../../signals/view.js';
import { messageOf } from '../../validation/errors.js';
import {
  type Addresses,
  type FoxgloveAddresses,
  type FromWorker,
  type PageHostOptions,
  type RecordingState,
  recordingState,
  type ToWorker,
  type Trouble,
  type WorkerSettings,
} from './messages.js';
import { atSameAddress } from './pageAddress.js';
import { beginThread, ready, settingsOf } from './pageThread.js';

/** So many views may be under way; the newest frame waits for one to be taken: the page is current, STOP is quick. */
const MAX_UNDER_WAY = 2;
/** So many inputs may wait, about 10 s of ten robots; beyond, they are dropped. */
const MAX_INPUTS = 5000;
/** A thread that takes nothing for this long hangs: it hears no operator on the page. */
const HANG_TIME: Seconds = 0.5;
/** This thread may itself have been suspended: then answers are waiting, and arrive within this time. */
const SECOND_LOOK: Seconds = 0.1;
/** A thread that hangs for this long is ended and replaced. */
const RESTART_TIME: Seconds = 3;
/** A thread that fails this often fails for a reason that a restart does not remove. */
const MAX_RESTARTS = 3;
/** The port of an ended thread may be in use for a moment. */
const MAX_BIND_TRIES = 10;
const BIND_SPACING: Seconds = 0.2;
/** A thread that has not closed by then is terminated. */
const CLOSING_TIME: Seconds = 3;

export class PageHost {
  /** The operators' requests from the page, already checked. */
  readonly operations$ = new Subject<Operation>();
  readonly kept$ = new Subject<DumpResult>();
  /** Operators on the page cannot be heard now, and cannot stop the robot from there; told once each time. */
  readonly trouble$ = new Subject<Trouble>();
  addresses: Addresses | undefined;
  foxglove: FoxgloveAddresses | undefined;
  readonly clients$ = new BehaviorSubject(0);
  /** Clients of Foxglove's: they cannot stop the robot, so that they do not count as operators. */
  readonly foxgloveClients$ = new BehaviorSubject(0);
  /** The state of the recording to a file. */
  recording: RecordingState | undefined;
  /** That state, each time that the file begins or ceases to be written. */
  readonly recording$ = new Subject<RecordingState>();
  /** Frames that came too fast for the thread, and are not in the recording. */
  skipped = 0;
  readonly #begin: typeof beginThread;
  #settings: WorkerSettings;
  #worker: Worker;
  #ended: Promise<void>;
  #waiting: Recordable[] = [];
  /** The newest of the frames that were too many, with all their news; a new thread shows it, too. */
  #late: FrameView | undefined;
  /** News of a late frame that a new scene has replaced: told with the next frame. */
  #untold: readonly News[] = [];
  /** Shown again by a thread that replaces this one. */
  #scene: SceneView | undefined;
  #underWay = 0;
  #takenAt: Seconds = 0;
  #suspected = false;
  /** That this thread hangs was told. */
  #hangs = false;
  #restarts = 0;
  /** The thread has begun to serve and to record. */
  #isUp = false;
  /** The thread that is being ended: its messages no longer count. */
  #failed: Worker | undefined;
  /** No thread is started any more. */
  #isGone = false;
  #closing = false;
  /** A message could not be sent because of its content; that is said once. */
  #untellable = false;

  private constructor(settings: WorkerSettings, begin: typeof beginThread) {
    if (settings.record !== undefined) this.recording = { file: settings.record };
    this.#begin = begin;
    this.#settings = settings;
    [this.#worker, this.#ended] = this.#startThread();
  }

  /** @param begin starts the thread; tests pass their own @throws UsageError where it cannot listen */
  static async start(options: PageHostOptions, begin = beginThread): Promise<PageHost> {
    const host = new PageHost(settingsOf(options), begin);
    await ready(host.#worker);
    return host;
  }

  /** Shows a view, after the inputs before it. Skips frames that a slow thread has no time for, but no news. */
  readonly show = (view: View): void => {
    if (this.#isGone) return;
    this.#watch();
    if (view.kind === 'scene') this.#showScene(view);
    else this.#showFrame(view);
  };

  /** How many pages are open. */
  get clients(): number {
    return this.clients$.value;
  }

  readonly record = (news: Recordable): void => {
    if (this.#isGone) return;
    if (this.#waiting.length >= MAX_INPUTS) this.#waiting = [];
    this.#waiting.push(news);
  };

  /** Writes the last minutes to a file; `kept$` says how that went. */
  readonly keep = (file: string): void => {
    this.#tell({ kind: 'keep', file });
  };

  /** Afterwards everything shown is recorded. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#late) this.#send(this.#late);
    else if (this.#waiting.length > 0) this.#tell({ kind: 'seen', batch: this.#waiting });
    this.#tell({ kind: 'close' });
    const tooLong = wallTime.after(CLOSING_TIME, () => void this.#worker.terminate());
    await this.#ended;
    tooLong();
  }

  #showScene(scene: SceneView): void {
    this.#scene = scene;
    if (!this.#isUp) return;
    this.#untold = this.#late?.news ?? this.#untold;
    this.#late = undefined;
    this.#send(scene);
  }

  #showFrame(frame: FrameView): void {
    const earlier = this.#late?.news ?? this.#untold;
    const view = earlier.length > 0 ? { ...frame, news: [...earlier, ...frame.news] } : frame;
    if (this.#late) this.skipped += 1;
    const isLate = !this.#isUp || this.#underWay >= MAX_UNDER_WAY;
    this.#untold = [];
    this.#late = isLate ? view : undefined;
    if (!isLate) this.#send(view);
  }

  #send(view: View): void {
    const batch = [...this.#waiting, view];
    this.#waiting = [];
    if (this.#tell({ kind: 'seen', batch }) || this.#tell({ kind: 'seen', batch: [view] }))
      this.#underWay += 1;
  }

  #taken(): void {
    this.#underWay -= 1;
    this.#takenAt = wallTime.now();
    this.#hangs = false;
    const late = this.#late;
    this.#late = undefined;
    if (late) this.#send(late);
  }

  /** @returns whether it was sent: a user's behavior may hold a value that cannot be copied to a thread */
  #tell(message: ToWorker): boolean {
    try {
      this.#worker.postMessage(message);
      return true;
    } catch (error) {
      if (!this.#untellable) process.stderr.write(`not recorded: ${messageOf(error)}\n`);
      this.#untellable = true;
      return false;
    }
  }

  /** Guards people: a thread that hangs hears no STOP. */
  #watch(): void {
    const now = wallTime.now();
    if (this.#underWay === 0) this.#takenAt = now;
    if (this.#suspected || now - this.#takenAt < HANG_TIME) return;
    this.#suspected = true;
    wallTime.after(SECOND_LOOK, () => {
      this.#suspected = false;
      const silence = wallTime.now() - this.#takenAt;
      if (this.#closing || this.#underWay === 0 || silence < HANG_TIME) return;
      if (!this.#hangs) this.trouble$.next({ why: 'it does not answer', isFinal: false });
      this.#hangs = true;
      if (silence >= RESTART_TIME) this.#replace('it does not answer');
    });
  }

  // The thread ---------------------------------------------------------------------------------------------

  #startThread(): [Worker, Promise<void>] {
    const worker = this.#begin(this.#settings);
    const isCurrent = () => worker === this.#worker && this.#isUp && !this.#closing;
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
    });
    worker.on('message', (message: FromWorker) => {
      if (worker === this.#worker && worker !== this.#failed) this.#hear(message);
    });
    worker.on('error', (error) => isCurrent() && this.#died(messageOf(error)));
    void ended.then(() => isCurrent() && this.#died('it ended'));
    return [worker, ended];
  }

  /** The thread has died of an error. */
  #died(why: string): void {
    if (this.#restarts < MAX_RESTARTS) this.trouble$.next({ why, isFinal: false });
    this.#replace(why);
  }

  /** Another thread serves the page at the same address, for the pages that are open; a file is not continued. */
  #replace(why: string): void {
    if (this.#restarts >= MAX_RESTARTS) {
      this.#giveUp(why);
      return;
    }
    this.#restarts += 1;
    const { record, ...settings } = this.#settings;
    if (record !== undefined)
      this.#recordingIs({ file: record, trouble: 'the thread that wrote it has failed' });
    this.#settings = atSameAddress(settings, this);
    this.#clear();
    this.#failed = this.#worker;
    void this.#startAfter(this.#worker);
  }

  /** Ends the page for good, and keeps nothing for it. */
  #giveUp(why: string): void {
    this.#isGone = true;
    this.#late = undefined;
    this.#clear();
    this.trouble$.next({ why, isFinal: true });
  }

  #recordingIs(state: RecordingState): void {
    const before = this.recording?.trouble;
    this.recording = state;
    if ((before === undefined) !== (state.trouble === undefined)) this.recording$.next(state);
  }

  #clear(): void {
    this.#isUp = false;
    this.clients$.next(0);
    this.foxgloveClients$.next(0);
    this.#waiting = [];
    this.#underWay = 0;
    this.#hangs = false;
  }

  async #startAfter(failed: Worker): Promise<void> {
    await failed.terminate();
    for (let tries = 1; !this.#closing; tries++) {
      [this.#worker, this.#ended] = this.#startThread();
      try {
        await ready(this.#worker);
        if (this.#scene) this.#send(this.#scene);
        if (this.#late) this.#send(this.#late);
        this.#late = undefined;
        return;
      } catch (error) {
        if (tries === MAX_BIND_TRIES) return this.#giveUp(messageOf(error));
      }
      await new Promise<void>((done) => wallTime.after(BIND_SPACING, done));
    }
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#isUp = true;
        ({ addresses: this.addresses, foxglove: this.foxglove } = message);
        break;
      case 'taken':
        this.#taken();
        break;
      case 'operation':
        this.operations$.next(message.operation);
        break;
      case 'clients':
        this.clients$.next(message.clients);
        break;
      case 'foxgloveClients':
        this.foxgloveClients$.next(message.clients);
        break;
      case 'recorder':
        this.#recordingIs(recordingState(message.event));
        break;
      case 'kept':
        this.kept$.next(message.kept);
    }
  }
}
