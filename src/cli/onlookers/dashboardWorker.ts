/** Whoever looks on, and the black box: a thread of their own, so that neither a page nor a disk holds up control. */
import { Worker } from 'node:worker_threads';
import { BehaviorSubject, ReplaySubject, Subject } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import type { Inputs } from '../../recording/inputs.js';
import type { Kept } from '../../recording/recorder.js';
import type { FrameView, LinkView, Operation, View } from '../../signals/view.js';
import { UsageError } from '../terminal/usageError.js';
import type { Addresses, FromWorker, ToWorker, WorkerSettings } from './messages.js';

/** The newest frame waits until one of so many is taken: nobody on the page is behind, and STOP waits for few. */
const MOST_UNDER_WAY = 2;
/** So many inputs may wait with it, about 10 s of ten robots; then they are given up. */
const MOST_INPUTS = 5000;
/** A thread that takes nothing for so long hangs: nobody on the page is heard. */
const HANGS: Seconds = 0.5;
/** This thread may have stood still itself: then answers wait, and are heard within this time. */
const SECOND_LOOK: Seconds = 0.1;
/** A thread that does not end by then is ended. */
const LONGEST_END: Seconds = 3;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Texts come and go by the megabyte in it: without a limit the machine's memory would be spent on their remains. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** What this process was started with is not for the thread. */
const beginThread = (settings: WorkerSettings): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { workerData: settings, execArgv: [], resourceLimits });

export class DashboardWorker {
  /** What people on the page ask for, already checked. */
  readonly operations$ = new Subject<Operation>();
  readonly kept$ = new Subject<Kept>();
  /** The thread ended by a mistake: nobody on the page can stop the robot any more. */
  readonly died$ = new ReplaySubject<Error>(1);
  addresses: Addresses | undefined;
  readonly clients$ = new BehaviorSubject(0);
  /** How the recording to a file fares. */
  recording: LinkView['recording'];
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #waiting: Inputs[] = [];
  /** The newest of those that were too many. */
  #late: FrameView | undefined;
  #underWay = 0;
  #takenAt: Seconds = 0;
  #suspected = false;
  #closing = false;
  /** Something could not be told for what it holds; that is said once. */
  #untellable = false;

  private constructor(settings: WorkerSettings, begin: typeof beginThread) {
    if (settings.record !== undefined) this.recording = { file: settings.record };
    this.#worker = begin(settings);
    this.#worker.on('error', (error) => this.died$.next(error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
    void this.#ended.then(() => this.#closing || this.died$.next(new Error('it ended')));
  }

  /** @param begin a test puts its own thread in @throws UsageError where it cannot listen */
  static async start(settings: WorkerSettings, begin = beginThread): Promise<DashboardWorker> {
    const onlookers = new DashboardWorker(settings, begin);
    await onlookers.#ready();
    return onlookers;
  }

  /** A view, and with it the inputs that came before. What a slow thread has no time for is left out, but no news. */
  readonly show = (view: View): void => {
    this.#watch();
    if (view.kind === 'frame' && this.#underWay >= MOST_UNDER_WAY) {
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
    if (this.#waiting.length >= MOST_INPUTS) this.#waiting = [];
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
    const tooLong = wallTime.after(LONGEST_END, () => void this.#worker.terminate());
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
    if (this.#suspected || now - this.#takenAt < HANGS) return;
    this.#suspected = true;
    wallTime.after(SECOND_LOOK, () => {
      this.#suspected = false;
      if (this.#underWay > 0 && wallTime.now() - this.#takenAt >= HANGS)
        this.died$.next(new Error('it hangs'));
    });
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new UsageError(`there is no page: ${why}`));
      this.#worker.once('error', (error) => fail(messageOf(error)));
      this.#worker.once('exit', () => fail('its thread has ended'));
      this.#worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve();
        if (message.kind === 'refused') reject(new UsageError(message.why));
        this.#hear(message);
      });
    });
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.addresses = message.addresses;
        break;
      case 'refused':
        this.#closing = true;
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
