/**
 * A recording that goes to a file while the run goes on. A disk that is full, or gone, is trouble of the recording
 * alone: what cannot be written is counted, and tried again.
 */
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { Message } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';
import { type About, McapFile } from './writing/mcapFile.js';
import type { Sink } from './writing/sink.js';

/** After a crash the file can be read up to the last second: a timer may be late. */
const CHUNK: Seconds = 0.8;
const CHUNK_BYTES = 4 << 20;
/** Space may be made on a disk; so long nothing is tried after a failure. */
const TRY_AGAIN: Seconds = 5;

export interface FileRecordingOptions {
  readonly time: TimeSource;
  readonly epoch: bigint;
  /** @throws as a file system does */
  readonly open: () => Sink;
  /** Asked when the first bytes are written. */
  readonly about: () => About;
  readonly changed: () => void;
}

export class FileRecording {
  readonly #options: FileRecordingOptions;
  #file: McapFile | undefined;
  #scene: Message | undefined;
  #trouble: string | undefined;
  #lost = 0;
  #tryAt: Seconds = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: FileRecordingOptions) {
    this.#options = options;
  }

  /** Why nothing is written at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Messages that did not get into the file. */
  get lost(): number {
    return this.#lost;
  }

  add(message: Message): void {
    if (message.channel.schema === SCHEMAS.scene) this.#scene = message;
    const file = this.#ready();
    if (!file) return;
    if (this.#trouble !== undefined && file.waiting === 0) this.#sceneAgain(file, message);
    file.add(message);
    if (file.waitingBytes >= CHUNK_BYTES) this.flush();
    else this.#cancel ??= this.#options.time.after(CHUNK, () => this.flush());
  }

  /** What waits is written now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const file = this.#file;
    if (!file || file.waiting === 0) return;
    const { waiting } = file;
    if (this.#attempt(() => file.flush(), waiting)) this.#recovered();
  }

  /** Nothing more comes; a file that cannot be ended can be read all the same. */
  close(): void {
    this.flush();
    const file = this.#file;
    if (file) this.#attempt(() => file.end(), 0);
    this.#file = undefined;
    this.#tryAt = Number.POSITIVE_INFINITY;
  }

  /** The file; not while a failure is too near, and then a message is lost. */
  #ready(): McapFile | undefined {
    const { time, open, epoch, about } = this.#options;
    if (time.now() < this.#tryAt) {
      this.#lost += 1;
      return undefined;
    }
    if (this.#file) return this.#file;
    this.#attempt(() => {
      this.#file = McapFile.begin(open(), epoch, about());
    }, 1);
    return this.#file;
  }

  /** @param risked messages that are lost if it fails */
  #attempt(work: () => void, risked: number): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      this.#tryAt = this.#options.time.now() + TRY_AGAIN;
      this.#lost += risked;
      this.#options.changed();
      return false;
    }
  }

  #recovered(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.changed();
  }

  /** The one in force may be among what was lost. */
  #sceneAgain(file: McapFile, { time, channel }: Message): void {
    if (this.#scene && channel.schema !== SCHEMAS.scene) file.add({ ...this.#scene, time });
  }
}
