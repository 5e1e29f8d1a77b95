/** A session with its page: shows what happens, and takes the operators' requests, until it is closed. */
import { firstValueFrom } from 'rxjs';
import { packageManifest } from '../../config/loadFile.js';
import type { Session } from '../../signals/session.js';
import { interruptions$ } from '../terminal/shutdown.js';
import type { Listen, RecordingState, Trouble } from './messages.js';
import { isAtDisplay, openBrowser } from './openBrowser.js';
import { pageFolder, sayWhere } from './pageAddress.js';
import { PageHost } from './pageHost.js';

export interface ServeOptions {
  readonly listen?: Listen;
  readonly record?: string;
  /** Shows the run to Foxglove there. */
  readonly foxglove?: Listen;
  /** When the run began, if it is not now [ms since 1970]. */
  readonly recordedAt?: number;
  /** Does not print the page's address. */
  readonly quiet?: boolean;
  /** Runs without a page; the recorder works all the same. */
  readonly headless?: boolean;
  /** False: the browser is not opened, at a terminal with a display either. */
  readonly open?: boolean;
}

export interface Served<S extends Session> {
  readonly session: S;
  readonly host: PageHost;
  /** Whatever the ending: afterwards the session is closed, and the recording is on the disk. */
  close(): Promise<void>;
}

/**
 * @param options `isTimed`: the run has a time of its own, simulated or recorded
 * @param output where a person reads the page's address; standard output is reserved if a document was asked for
 * @throws UsageError where it cannot listen, and errors of `make`
 */
export async function serveSession<S extends Session>(
  options: ServeOptions & { readonly isTimed?: boolean },
  output: NodeJS.WritableStream,
  make: (host: PageHost) => S,
): Promise<Served<S>> {
  const { listen, foxglove, record, recordedAt, quiet = false, headless = false, isTimed = false } = options;
  const host = await PageHost.start({
    version: packageManifest().version,
    ...(!headless && { serve: { page: pageFolder, ...(listen && { listen }) } }),
    ...(foxglove && { foxglove: { listen: foxglove, isTimed } }),
    ...(record !== undefined && { record }),
    ...(recordedAt !== undefined && { recordedAt }),
  });
  const session = await madeOrClosed(host, make);
  const subscriptions = host.operations$.subscribe((operation) => session.operate(operation));
  subscriptions.add(host.trouble$.subscribe((trouble) => process.stderr.write(wordsOf(trouble, headless))));
  subscriptions.add(host.recording$.subscribe((state) => process.stderr.write(`${recordingWords(state)}\n`)));
  if (!quiet) sayWhere(host, options, output);
  const isWanted = options.open !== false && !quiet && !headless && !listen;
  if (host.addresses && isWanted && isAtDisplay(process.stdout.isTTY, process.platform, process.env))
    void openBrowser(host.addresses.drive);
  return {
    session,
    host,
    async close() {
      session.close();
      await host.close();
      subscriptions.unsubscribe();
      if (host.recording?.trouble !== undefined)
        process.stderr.write(`${host.recording.file} is incomplete: ${host.recording.trouble}\n`);
      else if (host.recording && host.skipped > 0)
        process.stderr.write(`${host.recording.file} lacks ${host.skipped} frames: ${TOO_BUSY}\n`);
    },
  };
}

const TOO_BUSY =
  'this computer was too busy to record them; it has all that led to them, and replay --resimulate makes them again';

const recordingWords = ({ file, trouble }: RecordingState): string =>
  trouble === undefined ? `recording to ${file} again` : `not recording to ${file}: ${trouble}`;

const wordsOf = ({ why, isFinal }: Trouble, headless: boolean): string => {
  const what = headless ? 'the recorder' : 'the page';
  return isFinal ? `${what} has failed: ${why}\n` : `${what} stopped responding: ${why}; restarting it\n`;
};

/** Closes the host if the session cannot be made: its thread must not keep the process alive. */
async function madeOrClosed<S>(host: PageHost, make: (host: PageHost) => S): Promise<S> {
  try {
    return make(host);
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** Shows a simulated or recorded run. @param during runs from the start on; the session is closed when it ends */
export async function showSession<S extends Session, T>(
  options: ServeOptions,
  make: (host: PageHost) => S,
  during: (session: S, host: PageHost, interrupted: Promise<undefined>) => Promise<T>,
): Promise<T> {
  let mistake: unknown;
  const interrupted = firstValueFrom(interruptions$).then(({ error }) => {
    mistake = error;
    return undefined;
  });
  const output = options.headless ? process.stderr : process.stdout;
  const { session, host, close } = await serveSession({ ...options, isTimed: true }, output, make);
  session.start(host.show);
  try {
    return await during(session, host, interrupted);
  } finally {
    await close();
    if (mistake !== undefined)
      process.stderr.write(`${mistake instanceof Error ? mistake.stack : mistake}\n`);
  }
}
