/** What ends this process from outside or by mistake: the wheels must be stopped first, and some work ends first. */
import { fromEvent, map, merge, type Observable, share } from 'rxjs';

/** Ctrl-C, a polite kill, a closed terminal, Ctrl-\; and Ctrl-Z, for nobody stops a robot from a process that sleeps. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const;

export interface Interruption {
  /** Ctrl-C and its like; undefined for a mistake in the program. */
  readonly signal?: (typeof SIGNALS)[number];
  readonly error?: unknown;
}

/** Signals and mistakes as one stream. While somebody listens, none of these ends the process by itself. */
export const interruptions$: Observable<Interruption> = merge(
  ...SIGNALS.map((signal) => fromProcess(signal).pipe(map((): Interruption => ({ signal })))),
  ...['uncaughtException', 'unhandledRejection'].map((mistake) =>
    fromProcess(mistake).pipe(map((error): Interruption => ({ error }))),
  ),
).pipe(share());

function fromProcess(event: string): Observable<unknown> {
  return fromEvent(process, event, (...args: unknown[]) => args[0]);
}

/**
 * Work that is finished once it has begun, whatever is pressed.
 *
 * Guards motors: half a firmware may do anything, so Ctrl-C waits for the whole of it.
 *
 * @param told called at each interruption
 * @returns what has interrupted it meanwhile, if anything did
 */
export async function deferSignals(
  work: () => Promise<void>,
  told: () => void,
): Promise<Interruption | undefined> {
  let first: Interruption | undefined;
  const watch = interruptions$.subscribe((interruption) => {
    first ??= interruption;
    told();
  });
  try {
    await work();
  } finally {
    watch.unsubscribe();
  }
  if (first?.error !== undefined) throw first.error;
  return first;
}
