/** What ends this process, from outside or by an error: the wheels must stop first, and some work is finished first. */
import { defer, fromEvent, map, merge, type Observable, share } from 'rxjs';
import { exitAtSignal } from './processExit.js';

/** Ctrl-C, a polite kill, a closed terminal, Ctrl-\; and Ctrl-Z, because a suspended process cannot stop a robot. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const;

export interface Interruption {
  /** Ctrl-C and the like; undefined for an error in the program. */
  readonly signal?: (typeof SIGNALS)[number];
  readonly error?: unknown;
}

/**
 * Signals and errors as one stream. While it has a subscriber, none of them ends the process by itself; afterwards a
 * signal ends it with its exit code.
 */
export const interruptions$: Observable<Interruption> = merge(
  ...SIGNALS.map((signal) => signalled(signal).pipe(map((): Interruption => ({ signal })))),
  ...['uncaughtException', 'unhandledRejection'].map((mistake) =>
    fromProcess(mistake).pipe(map((error): Interruption => ({ error }))),
  ),
).pipe(share());

function signalled(signal: (typeof SIGNALS)[number]): Observable<unknown> {
  return defer(() => {
    exitAtSignal(signal);
    return fromProcess(signal);
  });
}

function fromProcess(event: string): Observable<unknown> {
  return fromEvent(process, event, (...args: unknown[]) => args[0]);
}

/**
 * Finishes its work once begun, whatever key is pressed.
 *
 * Guards motors: half a firmware may do anything, so Ctrl-C waits for the whole of it.
 *
 * @param told called at each interruption
 * @returns the first interruption, if any
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
