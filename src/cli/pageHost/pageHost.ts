/** The page and the black box live in a thread of their own, so that neither a page nor a disk holds up control. */
import { Worker } from 'node:worker_threads';
import { BehaviorSubject, Subject } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import { freshTokens } from '../../dashboard/server/tokens.js';
import type { Seconds } from '../../math/units.js';
import type { Inputs } from '../../recording/inputs.js';
import type { DumpResult } from '../../recording/recorder.js';
import type { FrameView, LinkView, Operation, SceneView, View } from '../../signals/view.js';
import { messageOf } from '../../validation/errors.js';
import { UsageError } from '../terminal/exitCodes.js';
import type { Addresses, FromWorker, Listen, ToWorker, Trouble, WorkerSettings } from './messages.js';
import { atSameAddress } from './pageAddress.js';

/** The newest frame waits until one of so many is taken: nobody on the page is behind, and STOP waits for few. */
const MAX_UNDER_WAY = 2;
/** So many inputs may wait with it, about 10 s of ten robots; then they are given up. */
const MAX_INPUTS = 5000;
/** A thread that takes nothing for so long hangs: nobody on the page is heard. */
const HANG_TIME: Seconds = 0.5;
/** This thread may have stood still itself: then answers wait, and are heard within this time. */
const SECOND_LOOK: Seconds = 0.1;
/** A thread that hangs for so long is ended, and another takes its place. */
const RESTART_TIME: Seconds = 3;
/** A thread that fails so often fails for a reason that another start does not remove. */
const MAX_RESTARTS = 3;
/** Its port may still be taken for a moment. */
const MAX_BIND_TRIES = 10;
const BIND_SPACING: Seconds = 0.2;
/** A thread that does not end by then is ended. */
const CLOSING_TIME: Seconds = 3;

/** Texts come and go by the megabyte in it: without a limit the machine's memory would be spent on their remains. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** What this process was started with is not for the thread. */
const beginThread = (settings: WorkerSettings): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { workerData: settings, execArgv: [], resourceLimits });

export interface PageHostOptions {
  readonly version: string;
  /** Serves the page; missing where there is none. */
  readonly serve?: { readonly page: string; readonly listen?: Listen };
  /** Everything goes into this file. */
  readonly record?: string;
}

export class PageHost {
  /** What people on the page ask for, already checked. */
  readonly operations$ = new Subject<Operation>();
  readonly kept$ = new Subject<DumpResult>();
  /** Nobody on the page can be heard at the moment, and so nobody can stop the robot from there; told once each time. */
  readonly trouble$ = new Subject<Trouble>();
  addresses: Addresses | undefined;
  readonly clients$ = new BehaviorSubject(0);
  /** How the recording to a file fares. */
  recording: LinkView['recording'];
  readonly #begin: typeof beginThread;
  #settings: WorkerSettings;
  #worker: Worker;
  #ended: Promise<void>;
  #waiting: Inputs[] = [];
  /** The newest of those that were too many. */
  #late: FrameView | undefined;
  /** For a thread that takes the place of this one. */
  #scene: SceneView | undefined;
  #underWay = 0;
  #takenAt: Seconds = 0;
  #suspected = false;
  /** It was told that this one hangs. */
  #hangs = false;
  #restarts = 0;
  /** It has begun to serve and to record. */
  #isUp = false;
  /** The one that is being ended: what it still says does not count. */
  #failed: Worker | undefined;
  /** No thread is started any more. */
  #isGone = false;
  #closing = false;
  /** Something could not be told for what it holds; that is said once. */
  #untellable = false;

  private constructor(settings: WorkerSettings, begin: typeof beginThread) {
    if (settings.record !== undefined) this.recording = { file: settings.record };
    this.#begin = begin;
    this.#settings = settings;
    [this.#worker, this.#ended] = this.#startThread();
  }

  /** @param begin a test puts its own thread in @throws UsageError where it cannot listen */
  static async start({ serve, ...rest }: PageHostOptions, begin = beginThread): Promise<PageHost> {
    const settings = { ...rest, ...(serve && { serve: { ...serve, tokens: freshTokens() } }) };
    const host = new PageHost(settings, begin);
    await host.#ready();
    return host;
  }

  /** A view, and with it the inputs that came before. What a slow thread has no time for is left out, but no news. */
  readonly show = (view: View): void => {
    if (this.#isGone) return;
    this.#watch();
    if (view.kind === 'scene') this.#scene = view;
    if (view.kind === 'scene' && !this.#isUp) return;
    if (view.kind === 'frame' && (!this.#isUp || this.#underWay >= MAX_UNDER_WAY)) {
      this.#late = { ...view, news: [...(this.#late?.news ?? []), ...view.news] };
      return;
    }
    this.#late = undefined;
    this.#send(view);
  };

  /** How many look on. */
  get clients(): number {
    return this.clients$.value;
  }

  readonly record = (inputs: Inputs): void => {
    if (this.#isGone) return;
    if (this.#waiting.length >= MAX_INPUTS) this.#waiting = [];
    this.#waiting.push(inputs);
  };

  /** Writes the last minutes to a file; `kept$` says how that went. */
  readonly keep = (file: string): void => {
    this.#tell({ kind: 'keep', file });
  };

  /** Everything shown is recorded by then. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#late) this.#send(this.#late);
    else if (this.#waiting.length > 0) this.#tell({ kind: 'seen', batch: this.#waiting });
    this.#tell({ kind: 'close' });
    const tooLong = wallTime.after(CLOSING_TIME, () => void this.#worker.terminate());
    await this.#ended;
    tooLong();
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

  /** @returns whether it is under way: a behavior of somebody's own may remember what no thread can be handed */
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

  /** By a mistake in it. */
  #died(why: string): void {
    if (this.#restarts < MAX_RESTARTS) this.trouble$.next({ why, isFinal: false });
    this.#replace(why);
  }

  /** Another thread serves the page at the same address, for the pages that are open; a file is not written on. */
  #replace(why: string): void {
    if (this.#restarts >= MAX_RESTARTS) {
      this.#giveUp(why);
      return;
    }
    this.#restarts += 1;
    const { record, ...settings } = this.#settings;
    if (record !== undefined)
      this.recording = { file: record, trouble: 'the thread that wrote it has failed' };
    this.#settings = atSameAddress(settings, this.addresses);
    this.#clear();
    this.#failed = this.#worker;
    void this.#startAfter(this.#worker);
  }

  /** Nothing is kept for a page that does not come back. */
  #giveUp(why: string): void {
    this.#isGone = true;
    this.#clear();
    this.trouble$.next({ why, isFinal: true });
  }

  #clear(): void {
    this.#isUp = false;
    this.clients$.next(0);
    this.#waiting = [];
    this.#late = undefined;
    this.#underWay = 0;
    this.#hangs = false;
  }

  async #startAfter(failed: Worker): Promise<void> {
    await failed.terminate();
    for (let tries = 1; !this.#closing; tries++) {
      [this.#worker, this.#ended] = this.#startThread();
      try {
        await this.#ready();
        if (this.#scene) this.#send(this.#scene);
        if (this.#late) this.#send(this.#late);
        this.#late = undefined;
        return;
      } catch (error) {
        if (tries === MAX_BIND_TRIES) {
          this.#giveUp(messageOf(error));
          return;
        }
      }
      await new Promise<void>((done) => wallTime.after(BIND_SPACING, done));
    }
  }

  #ready(): Promise<void> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new UsageError(`there is no page: ${why}`));
      worker.once('error', (error) => fail(messageOf(error)));
      worker.once('exit', () => fail('its thread has ended'));
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve();
        if (message.kind === 'refused') reject(new UsageError(message.why));
      });
    });
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#isUp = true;
        this.addresses = message.addresses;
        break;
      case 'refused':
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
      case 'recorder': {
        const { kind, file } = message.event;
        this.recording = kind === 'trouble' ? { file, trouble: message.event.why } : { file };
        break;
      }
      case 'kept':
        this.kept$.next(message.kept);
    }
  }
}
