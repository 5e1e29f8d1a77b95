/**
 * The recorder: it sends all views and inputs to the black box, and to a file if one was asked for. It never throws.
 */

import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { View } from '../signals/view.js';
import { BlackBox } from './blackBox.js';
import type { RecordedMessage } from './format/channels.js';
import { RunMessages } from './format/runMessages.js';
import { LastingMessages, writtenAgain } from './lasting.js';
import type { Recordable } from './simulated.js';
import { type About, McapFile } from './writing/mcapFile.js';
import { fileSink, type Sink } from './writing/sink.js';

export interface RecorderOptions {
  /** Real time, for the intervals between writes. */
  readonly time: TimeSource;
  readonly version: string;
  /** When the recording begins [ms since 1970]. */
  readonly recordedAt: number;
  readonly file?: string;
  /** Limits of the black box; defaults two minutes and 64 MB. 'none': there is no black box. */
  readonly memory?: { readonly seconds?: Seconds; readonly bytes?: number } | 'none';
  readonly onEvent?: (event: RecorderEvent) => void;
  /** Gets the messages of each view or input, as they are recorded. */
  readonly onMessages?: (messages: readonly RecordedMessage[]) => void;
  /** Opens the file; tests replace it. */
  readonly open?: (file: string) => Sink;
}

/** `lost`: messages that are missing in the file so far. */
export type RecorderEvent =
  | { readonly kind: 'trouble'; readonly file: string; readonly why: string; readonly lost: number }
  | { readonly kind: 'recovered'; readonly file: string; readonly lost: number };

export type DumpResult =
  | { readonly file: string; readonly bytes: number }
  | { readonly file: string; readonly trouble: string };

const MEMORY_DURATION: Seconds = 120;
const MEMORY_BYTES = 64 << 20;
const DUMP_CHUNK_BYTES = 1 << 20;

export class Recorder {
  readonly #options: RecorderOptions;
  /** Time 0 of the recording [ns since 1970]. */
  readonly epoch: bigint;
  readonly #runMessages: RunMessages;
  readonly #blackBox: BlackBox | undefined;
  readonly #file: FileRecording | undefined;
  readonly #open: (file: string) => Sink;
  #about: About;
  #isDumping = false;

  constructor(options: RecorderOptions) {
    const { version, recordedAt, file, open = fileSink } = options;
    const { memory = {} } = options;
    const { seconds = MEMORY_DURATION, bytes = MEMORY_BYTES } = memory === 'none' ? {} : memory;
    this.#options = options;
    this.#open = open;
    this.epoch = BigInt(Math.round(recordedAt)) * 1_000_000n;
    this.#about = {
      program: 'steerbot',
      version,
      node: process.version,
      recordedAt: new Date(recordedAt).toISOString(),
      epoch: String(this.epoch),
    };
    this.#runMessages = new RunMessages(this.epoch, bytes / 8);
    this.#blackBox = memory === 'none' ? undefined : new BlackBox(seconds, bytes);
    this.#file = file === undefined ? undefined : this.#recordingTo(file);
  }

  /** State of the file, for the page. */
  get recording(): { readonly file: string; readonly trouble?: string } | undefined {
    const { file } = this.#options;
    if (file === undefined || !this.#file) return undefined;
    const { trouble } = this.#file;
    return { file, ...(trouble !== undefined && { trouble }) };
  }

  get lost(): number {
    return this.#file?.lost ?? 0;
  }

  record(news: View | Recordable): void {
    if (news.kind === 'scene') this.#about = { ...this.#about, source: news.source, scene: news.name };
    try {
      const messages = this.#runMessages.of(news);
      for (const message of messages) {
        this.#blackBox?.add(message);
        this.#file?.add(message);
      }
      this.#options.onMessages?.(messages);
    } catch (error) {
      // An own behavior's values that are not plain data cannot be recorded; the rest is.
      const why = error instanceof Error ? error.message : String(error);
      this.#emit({ kind: 'trouble', file: this.#options.file ?? '', why, lost: this.lost });
    }
  }

  /** Writes the black box to a file. It yields to the event loop after each chunk, so that a STOP is not delayed. */
  async dump(file: string): Promise<DumpResult> {
    if (file === this.#options.file)
      return { file, trouble: 'the running recording is written there already' };
    const blackBox = this.#blackBox;
    if (!blackBox) return { file, trouble: 'nothing is kept in memory' };
    if (this.#isDumping) return { file, trouble: 'another file is still being written' };
    this.#isDumping = true;
    try {
      return {
        file,
        bytes: await this.#write(McapFile.begin(this.#open(file), this.epoch, this.#about), blackBox),
      };
    } catch (error) {
      return { file, trouble: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#isDumping = false;
    }
  }

  /** @returns the length of the file */
  async #write(dump: McapFile, blackBox: BlackBox): Promise<number> {
    try {
      for (const message of blackBox.messages()) {
        dump.add(message);
        if (dump.waitingBytes < DUMP_CHUNK_BYTES) continue;
        dump.flush();
        await new Promise((done) => setImmediate(done));
      }
    } catch (error) {
      dump.abandon();
      throw error;
    }
    dump.end();
    return dump.bytes;
  }

  /** Ends the file. */
  close(): void {
    this.#file?.close();
  }

  #recordingTo(file: string): FileRecording {
    return new FileRecording({
      time: this.#options.time,
      epoch: this.epoch,
      open: () => this.#open(file),
      about: () => this.#about,
      changed: () => this.#fileChanged(file),
    });
  }

  #fileChanged(file: string): void {
    const { trouble, lost = 0 } = this.#file ?? {};
    if (trouble === undefined) this.#emit({ kind: 'recovered', file, lost });
    else this.#emit({ kind: 'trouble', file, why: trouble, lost });
  }

  #emit(event: RecorderEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** Shorter than a second, since a timer may be late: after a crash the file can be read up to the last second. */
const CHUNK_DURATION: Seconds = 0.8;
const CHUNK_BYTES = 4 << 20;
/** Time between attempts after a failure: the user may free space on the disk. */
const RETRY_DELAY: Seconds = 5;

interface FileRecordingOptions {
  readonly time: TimeSource;
  readonly epoch: bigint;
  /** @throws file system errors */
  readonly open: () => Sink;
  /** Called when the first bytes are written. */
  readonly about: () => About;
  readonly changed: () => void;
}

/**
 * A recording that is written to a file during the run. A full or missing disk does not stop the run: lost messages are
 * counted, and writing is tried again.
 */
class FileRecording {
  readonly #options: FileRecordingOptions;
  #file: McapFile | undefined;
  readonly #lasting = new LastingMessages();
  #trouble: string | undefined;
  #lost = 0;
  #retryAt: Seconds = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: FileRecordingOptions) {
    this.#options = options;
  }

  /** Why nothing is written at present; undefined if all is well. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Number of messages that are missing in the file. */
  get lost(): number {
    return this.#lost;
  }

  add(message: RecordedMessage): void {
    this.#lasting.note(message);
    const file = this.#ready();
    if (!file) return;
    if (this.#trouble !== undefined && file.waiting === 0) this.#lastingAgain(file, message);
    file.add(message);
    if (file.waitingBytes >= CHUNK_BYTES) this.flush();
    else this.#cancel ??= this.#options.time.after(CHUNK_DURATION, () => this.flush());
  }

  /** Writes the waiting messages now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const file = this.#file;
    if (!file || file.waiting === 0) return;
    const { waiting } = file;
    if (this.#attempt(() => file.flush(), waiting)) this.#recovered();
  }

  /** Ends the file. If that fails the file can still be read. */
  close(): void {
    this.flush();
    const file = this.#file;
    if (file) this.#attempt(() => file.end(), 0);
    this.#file = undefined;
    this.#retryAt = Number.POSITIVE_INFINITY;
  }

  /** The open file; undefined shortly after a failure, and then the message is lost. */
  #ready(): McapFile | undefined {
    const { time, open, epoch, about } = this.#options;
    if (time.now() < this.#retryAt) {
      this.#lost += 1;
      return undefined;
    }
    if (this.#file) return this.#file;
    this.#attempt(() => {
      this.#file = McapFile.begin(open(), epoch, about());
    }, 1);
    return this.#file;
  }

  /** @param risked number of messages that are lost on failure */
  #attempt(work: () => void, risked: number): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#trouble = error instanceof Error ? error.message : String(error);
      this.#retryAt = this.#options.time.now() + RETRY_DELAY;
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

  /** Writes the present scene and world again: they may be among the lost messages. */
  #lastingAgain(file: McapFile, next: RecordedMessage): void {
    for (const message of this.#lasting.all) {
      if (message !== next) file.add(writtenAgain(message, next.time));
    }
  }
}
