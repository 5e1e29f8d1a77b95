/** The messages between the thread that drives and the thread that shows and records, so that neither waits. */
import type { Tokens } from '../../dashboard/server/tokens.js';
import type { Inputs } from '../../recording/inputs.js';
import type { DumpResult, RecorderEvent } from '../../recording/recorder.js';
import type { LinkView, Operation, View } from '../../signals/view.js';

export interface Listen {
  readonly host: string;
  readonly port: number;
}

export interface PageHostOptions {
  readonly version: string;
  /** Serves the page; missing for a run without a page. */
  readonly serve?: { readonly page: string; readonly listen?: Listen };
  /** Records everything into this file. */
  readonly record?: string;
}

/** What the second thread is started with. */
export interface WorkerSettings {
  readonly version: string;
  /** Serves the page; missing for a run without a page. */
  readonly serve?: { readonly page: string; readonly listen?: Listen; readonly tokens: Tokens };
  /** Records everything into this file. */
  readonly record?: string;
}

export type ToWorker =
  /** Views and inputs in the order in which they came; answered by `taken`. */
  | { readonly kind: 'seen'; readonly batch: readonly (View | Inputs)[] }
  /** Writes the last minutes to a file. */
  | { readonly kind: 'keep'; readonly file: string }
  | { readonly kind: 'close' };

export interface Addresses {
  readonly drive: string;
  readonly view: string;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly addresses?: Addresses }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'clients'; readonly clients: number }
  | { readonly kind: 'recorder'; readonly event: RecorderEvent }
  | { readonly kind: 'kept'; readonly kept: DumpResult };

/** The file that is recorded to, and why nothing is written to it at present. */
export type RecordingState = NonNullable<LinkView['recording']>;

export const recordingState = (event: RecorderEvent): RecordingState =>
  event.kind === 'trouble' ? { file: event.file, trouble: event.why } : { file: event.file };

/** A failure of the thread: its page may come back, by itself or in another thread. */
export interface Trouble {
  readonly why: string;
  /** The page does not come back. */
  readonly isFinal: boolean;
}
