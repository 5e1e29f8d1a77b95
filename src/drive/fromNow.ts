/** Streams of a program that are heard from the moment they are given, before the loop listens. */
import {
  defer,
  dematerialize,
  materialize,
  merge,
  NEVER,
  type Observable,
  type ObservableNotification,
  Subject,
  type Subscription,
} from 'rxjs';
import type { Command } from '../signals/signals.js';
import type { Behavior } from '../steering/behavior.js';
import type { DriveRunOptions } from './run.js';

/** What a run hears of its program. */
export type HeardFromNow = ReturnType<typeof heardFromNow>;

/**
 * The inputs of a run, and what comes by its own methods and its page.
 *
 * @param until where the subscriptions are kept
 */
export function heardFromNow(
  { targets$, commands$, fixes$, surroundings$ }: DriveRunOptions,
  inner: {
    readonly behaviors$: Observable<Behavior> | undefined;
    readonly commands: Observable<Command>;
    readonly failed: Observable<string>;
  },
  until: Subscription,
) {
  const from = <T>(source$: Observable<T> = NEVER) => fromNow(source$, until);
  return {
    targets$: from(targets$),
    fixes$: from(fixes$),
    commands$: from(commands$),
    ownCommands$: from(inner.commands),
    failed$: from(inner.failed),
    ...(surroundings$ && { surroundings$: from(surroundings$) }),
    ...(inner.behaviors$ && { behaviors$: from(inner.behaviors$) }),
  };
}

/**
 * Guards people: a program goes on as soon as it has its run, and the stop that it gives in its next line must not be lost.
 *
 * @returns what the stream has given since, and all that follows; for one listener
 */
function fromNow<T>(source$: Observable<T>, until: Subscription): Observable<T> {
  let early: ObservableNotification<T>[] | undefined = [];
  const later = new Subject<ObservableNotification<T>>();
  const notes$ = source$.pipe(materialize());
  until.add(notes$.subscribe((note) => (early ? early.push(note) : later.next(note))));
  return defer(() => {
    const notes = early ?? [];
    early = undefined;
    return merge(notes, later).pipe(dematerialize());
  });
}
