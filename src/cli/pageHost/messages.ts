/** The messages between the thread that drives and the thread that shows and records, so that neither waits. */
import type { Tokens } from '../../dashboard/server/tokens.js';
import type { DumpResult, RecorderEvent } from '../../recording/recorder.js';
import type { Recordable } from '../../recording/simulated.js';
import type { LinkView, Operation, View } from '../../signals/view.js';

export interface Listen {
  readonly host: string;
  readonly port: number;
}

/** How a run is shown to Foxglove. */
export interface FoxgloveListen {
  readonly listen: Listen;
  /** The run has a time of its own: simulated or recorded. */
  readonly isTimed: boolean;
}

export interface PageHostOptions {
  readonly version: string;
  /** Shows the run to Foxglove; missing: does not. */
  readonly foxglove?: FoxgloveListen;
  /** When the run began [ms since 1970]; now unless given. */
  readonly recordedAt?: number;
  /** Serves the page; missing for a run without a page. */
  readonly serve?: { readonly page: string; readonly listen?: Listen };
  /** Records everything into this file. */
  readonly record?: string;
}

/** What the second thread is started with. */
export interface WorkerSettings {
  readonly version: string;
  /** When the run began [ms since 1970]. */
  readonly recordedAt: number;
  /** Serves the page; missing for a run without a page. */
  readonly serve?: { readonly page: string; readonly listen?: Listen; readonly tokens: Tokens };
  readonly foxglove?: FoxgloveListen & { readonly tokens: Tokens };
  /** Records everything into this file. */
  readonly record?: string;
}

export type ToWorker =
  /** Views and inputs in the order in which they came; answered by `taken`. */
  | { readonly kind: 'seen'; readonly batch: readonly (View | Recordable)[] }
  /** Writes the last minutes to a file. */
  | { readonly kind: 'keep'; readonly file: string }
  | { readonly kind: 'close' };

export interface Addresses {
  readonly drive: string;
  readonly view: string;
}

/** For Foxglove; with the first one parameters may be set. */
export interface FoxgloveAddresses {
  readonly set: string;
  readonly watch: string;
}

export type FromWorker =
  | { readonly kind: 'ready'; readonly addresses?: Addresses; readonly foxglove?: FoxgloveAddresses }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** How many pages are open. */
  | { readonly kind: 'clients'; readonly clients: number }
  | { readonly kind: 'foxgloveClients'; readonly clients: number }
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
