/** Whoever looks on, and the black box: a thread of their own, so that neither a page nor a disk holds up control. */
import { Worker } from 'node:worker_threads';
import { ReplaySubject, Subject } from 'rxjs';
import type { Inputs } from '../../recording/inputs.js';
import type { Kept } from '../../recording/recorder.js';
import type { LinkView, Operation, View } from '../../view.js';
import { UsageError } from '../usageError.js';
import type { Addresses, FromWorker, ToWorker, WorkerSettings } from './messages.js';

/** So many batches may be under way before frames are dropped: about 5 s of a thread that hangs. */
const MOST_UNDER_WAY = 250;

export class Onlookers {
  /** What people on the page ask for, already checked. */
  readonly operations$ = new Subject<Operation>();
  readonly kept$ = new Subject<Kept>();
  /** The thread ended by a mistake: nobody on the page can stop the robot any more. */
  readonly died$ = new ReplaySubject<Error>(1);
  addresses: Addresses | undefined;
  clients = 0;
  /** How the recording to a file fares. */
  recording: LinkView['recording'];
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #waiting: Inputs[] = [];
  #underWay = 0;
  #closing = false;

  private constructor(settings: WorkerSettings) {
    if (settings.record !== undefined) this.recording = { file: settings.record };
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: settings,
      execArgv: [],
    });
    this.#worker.on('error', (error) => this.died$.next(error));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
    void this.#ended.then(() => this.#closing || this.died$.next(new Error('it ended')));
  }

  /** @throws UsageError where it cannot listen */
  static async start(settings: WorkerSettings): Promise<Onlookers> {
    const onlookers = new Onlookers(settings);
    await onlookers.#ready();
    return onlookers;
  }

  /** A view, and with it the inputs that came before. */
  readonly show = (view: View): void => {
    const batch = [...this.#waiting, view];
    this.#waiting = [];
    if (this.#underWay >= MOST_UNDER_WAY && view.kind === 'frame') return;
    this.#underWay += 1;
    this.#tell({ kind: 'seen', batch });
  };

  readonly record = (inputs: Inputs): void => {
    this.#waiting.push(inputs);
  };

  /** Writes the last minutes to a file; `kept$` says how that went. */
  readonly keep = (file: string): void => {
    this.#tell({ kind: 'keep', file });
  };

  /** Everything shown is recorded by then. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#tell({ kind: 'close' });
    await this.#ended;
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject);
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
        this.#underWay -= 1;
        break;
      case 'operation':
        this.operations$.next(message.operation);
        break;
      case 'clients':
        this.clients = message.clients;
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
