/** A session with a page before it: what it shows goes out, what people ask for comes in, until it is over. */
import { firstValueFrom } from 'rxjs';
import type { Operation } from '../../signals/view.js';
import { interruptions$ } from '../terminal/shutdown.js';
import { version } from '../terminal/version.js';
import { DashboardWorker } from './dashboardWorker.js';
import type { Listen } from './messages.js';
import { pageFolder, sayWhere } from './page.js';

/** A simulation, or a recording. */
export interface Showing {
  start(): void;
  operate(operation: Operation): void;
  close(): void;
}

export interface ShownOptions {
  readonly listen?: Listen;
  readonly record?: string;
}

/** Where no session comes of it the thread must not keep the process. */
async function madeOrClosed<S>(
  onlookers: DashboardWorker,
  make: (onlookers: DashboardWorker) => S,
): Promise<S> {
  try {
    return make(onlookers);
  } catch (error) {
    await onlookers.close();
    throw error;
  }
}

/** @param during from the start on; the session is closed when this has ended */
export async function show<S extends Showing, T>(
  { listen, record }: ShownOptions,
  make: (onlookers: DashboardWorker) => S,
  during: (session: S, onlookers: DashboardWorker, interrupted: Promise<undefined>) => Promise<T>,
): Promise<T> {
  let mistake: unknown;
  const interrupted = firstValueFrom(interruptions$).then(({ error }) => {
    mistake = error;
    return undefined;
  });
  const onlookers = await DashboardWorker.start({
    version,
    serve: { page: pageFolder, ...(listen && { listen }) },
    ...(record !== undefined && { record }),
  });
  const session = await madeOrClosed(onlookers, make);
  const asked = onlookers.operations$.subscribe((operation) => session.operate(operation));
  asked.add(
    onlookers.died$.subscribe(({ message }) => {
      process.stderr.write(`the page is gone: ${message}; Ctrl-C ends\n`);
    }),
  );
  sayWhere(onlookers, listen, process.stdout);
  session.start();
  try {
    return await during(session, onlookers, interrupted);
  } finally {
    session.close();
    asked.unsubscribe();
    await onlookers.close();
    if (mistake !== undefined)
      process.stderr.write(`${mistake instanceof Error ? mistake.stack : mistake}\n`);
  }
}
