/** The recorder: all that was seen and heard goes to memory, and to a file where one was asked for. It never throws. */
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { View } from '../signals/view.js';
import { FileRecording } from './fileRecording.js';
import { Transcript } from './format/transcript.js';
import type { Inputs } from './inputs.js';
import { Memory } from './memory.js';
import { type About, McapFile } from './writing/mcapFile.js';
import { fileSink, type Sink } from './writing/sink.js';

export interface RecorderOptions {
  /** The machine's, for how often the file is written to. */
  readonly time: TimeSource;
  readonly version: string;
  /** When the recording begins [ms since 1970]. */
  readonly recordedAt: number;
  readonly file?: string;
  /** So much is remembered, at most; the defaults are two minutes and 64 MB. */
  readonly memory?: { readonly seconds?: Seconds; readonly bytes?: number };
  readonly tell?: (event: RecorderEvent) => void;
  /** A test puts its own disk in. */
  readonly open?: (file: string) => Sink;
}

/** `lost`: messages that did not get into the file so far. */
export type RecorderEvent =
  | { readonly kind: 'trouble'; readonly file: string; readonly why: string; readonly lost: number }
  | { readonly kind: 'recovered'; readonly file: string; readonly lost: number };

export type Kept =
  | { readonly file: string; readonly bytes: number }
  | { readonly file: string; readonly trouble: string };

const MEMORY: Seconds = 120;
const MEMORY_BYTES = 64 << 20;
const CHUNK_BYTES = 1 << 20;

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #epoch: bigint;
  readonly #transcript: Transcript;
  readonly #memory: Memory;
  readonly #file: FileRecording | undefined;
  readonly #open: (file: string) => Sink;
  #about: About;
  #keeping = false;

  constructor(options: RecorderOptions) {
    const { version, recordedAt, file, open = fileSink } = options;
    const { seconds = MEMORY, bytes = MEMORY_BYTES } = options.memory ?? {};
    this.#options = options;
    this.#open = open;
    this.#epoch = BigInt(Math.round(recordedAt)) * 1_000_000n;
    this.#about = {
      program: 'steerbot',
      version,
      node: process.version,
      recordedAt: new Date(recordedAt).toISOString(),
      epoch: String(this.#epoch),
    };
    this.#transcript = new Transcript(this.#epoch, bytes / 8);
    this.#memory = new Memory(seconds, bytes);
    this.#file = file === undefined ? undefined : this.#recordingTo(file);
  }

  /** How the file fares, for the page. */
  get recording(): { readonly file: string; readonly trouble?: string } | undefined {
    const { file } = this.#options;
    if (file === undefined || !this.#file) return undefined;
    const { trouble } = this.#file;
    return { file, ...(trouble !== undefined && { trouble }) };
  }

  get lost(): number {
    return this.#file?.lost ?? 0;
  }

  take(news: View | Inputs): void {
    if (news.kind === 'scene') this.#about = { ...this.#about, source: news.source, scene: news.name };
    try {
      for (const message of this.#transcript.of(news)) {
        this.#memory.add(message);
        this.#file?.add(message);
      }
    } catch (error) {
      // What is no plain data, of somebody's own behavior, can be kept nowhere; the rest can.
      const why = error instanceof Error ? error.message : String(error);
      this.#tell({ kind: 'trouble', file: this.#options.file ?? '', why, lost: this.lost });
    }
  }

  /** Writes what is remembered to a file of its own; others have their turn after each chunk, a STOP above all. */
  async keep(file: string): Promise<Kept> {
    if (file === this.#options.file) return { file, trouble: 'the recording goes there already' };
    if (this.#keeping) return { file, trouble: 'another is just being written' };
    this.#keeping = true;
    try {
      const kept = McapFile.begin(this.#open(file), this.#epoch, this.#about);
      for (const message of this.#memory.messages()) {
        kept.add(message);
        if (kept.waitingBytes < CHUNK_BYTES) continue;
        kept.flush();
        await new Promise((done) => setImmediate(done));
      }
      kept.end();
      return { file, bytes: kept.bytes };
    } catch (error) {
      return { file, trouble: error instanceof Error ? error.message : String(error) };
    } finally {
      this.#keeping = false;
    }
  }

  /** Ends the file. */
  close(): void {
    this.#file?.close();
  }

  #recordingTo(file: string): FileRecording {
    return new FileRecording({
      time: this.#options.time,
      epoch: this.#epoch,
      open: () => this.#open(file),
      about: () => this.#about,
      changed: () => this.#fileChanged(file),
    });
  }

  #fileChanged(file: string): void {
    const { trouble, lost = 0 } = this.#file ?? {};
    if (trouble === undefined) this.#tell({ kind: 'recovered', file, lost });
    else this.#tell({ kind: 'trouble', file, why: trouble, lost });
  }

  #tell(event: RecorderEvent): void {
    this.#options.tell?.(event);
  }
}
