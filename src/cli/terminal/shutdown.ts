/** What ends this process from outside or by mistake, as one stream: the wheels must be stopped first. */
import { fromEvent, map, merge, type Observable, share } from 'rxjs';

/** Ctrl-C, a polite kill, a closed terminal, Ctrl-\; and Ctrl-Z, for nobody stops a robot from a process that sleeps. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGTSTP'] as const;

export interface Interruption {
  /** Ctrl-C and its like; undefined for a mistake in the program. */
  readonly signal?: (typeof SIGNALS)[number];
  readonly error?: unknown;
}

/** While somebody listens, none of these ends the process by itself. */
export const interruptions$: Observable<Interruption> = merge(
  ...SIGNALS.map((signal) => fromProcess(signal).pipe(map((): Interruption => ({ signal })))),
  ...['uncaughtException', 'unhandledRejection'].map((mistake) =>
    fromProcess(mistake).pipe(map((error): Interruption => ({ error }))),
  ),
).pipe(share());

function fromProcess(event: string): Observable<unknown> {
  return fromEvent(process, event, (...args: unknown[]) => args[0]);
}
