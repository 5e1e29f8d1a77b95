/** One ride: a mission on an open body, until it is done, is interrupted, or the body says no. */
import {
  catchError,
  endWith,
  filter,
  firstValueFrom,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  tap,
} from 'rxjs';
import { wallClock } from '../control/clock.js';
import type { Controller } from '../control/controller.js';
import { loopStates, type TickedState } from '../control/loop.js';
import type { LoopState } from '../control/state.js';
import type { Driver } from '../drivers/driver.js';
import { DriverError } from '../errors.js';
import { distance } from '../geometry.js';
import type { Command, LoopEvent, Target, Tick } from '../signals.js';
import type { TimeSource } from '../time.js';
import type { Meters, MetersPerSecond, Seconds } from '../units.js';

export interface Ride {
  readonly controller: Controller;
  readonly initial: LoopState;
  readonly driver: Driver;
  /** The driver's own. */
  readonly time: TimeSource;
  readonly commands$: Observable<Command>;
  readonly targets$?: Observable<Target>;
  readonly interrupted$: Observable<unknown>;
  /** Done as soon as it has arrived, when the wheels rest there too, or never by itself. */
  readonly until: () => Until;
  readonly onTick: (state: TickedState) => void;
  readonly witness?: (event: LoopEvent) => void;
}

export type Until = 'there' | 'at rest' | 'interrupted';

export type Ending =
  | { readonly kind: 'arrived' | 'interrupted' }
  | { readonly kind: 'faulted'; readonly why: string }
  | { readonly kind: 'lost'; readonly error: unknown };

/** Standing still: this slow, with no more of the way under way than this, for so long. */
const REST_SPEED: MetersPerSecond = 0.005;
const REST_WAY: Meters = 0.005;
const REST_TIME: Seconds = 0.1;

/** How it ended, and the state it ended in. However it ends, the wheels are told to stop by then. */
export async function ride(what: Ride): Promise<{ readonly ending: Ending; readonly state: LoopState }> {
  const { controller, driver, time, commands$, targets$, witness, interrupted$, onTick } = what;
  let state = what.initial;
  const states$ = loopStates(controller, state, {
    driver,
    clock$: wallClock(controller.period, time),
    commands$,
    ...(targets$ && { targets$ }),
    ...(witness && { witness }),
  });
  const done = doneWhen(what.until);
  const rides$ = states$.pipe(
    tap((next) => {
      state = next;
      onTick(next);
    }),
    map(({ tick }) => (tick.safety === 'faulted' ? faultOf(tick) : done(tick) ? ARRIVED : undefined)),
    filter((ending) => ending !== undefined),
  );
  // What takes the body away is heard before the loop's next tick would call it a fault.
  const ending = await firstValueFrom(
    merge(lossOf(driver), interrupted$.pipe(map(() => INTERRUPTED)), rides$),
  );
  return { ending, state };
}

const ARRIVED: Ending = { kind: 'arrived' };
const INTERRUPTED: Ending = { kind: 'interrupted' };

const faultOf = ({ faults }: Tick): Ending => ({ kind: 'faulted', why: faults.at(-1)?.what ?? 'a fault' });

const lossOf = (driver: Driver): Observable<Ending> =>
  driver.readings$.pipe(
    ignoreElements(),
    endWith<Ending>({ kind: 'lost', error: new DriverError('the connection was closed') }),
    catchError((error: unknown) => of<Ending>({ kind: 'lost', error })),
  );

function doneWhen(untilNow: Ride['until']): (tick: Tick) => boolean {
  let since: Seconds | undefined;
  return ({ at, arrived, granted, estimate: { pose, predicted, wheels } }) => {
    const until = untilNow();
    if (until === 'interrupted') return false;
    const speeds = [granted.left, granted.right, wheels.left, wheels.right];
    // It arrives by its prediction: behind a slow link the wheels may not even have begun.
    const still =
      speeds.every((speed) => Math.abs(speed) < REST_SPEED) && distance(pose, predicted) < REST_WAY;
    const resting = until === 'there' || still;
    since = arrived && resting ? (since ?? at) : undefined;
    return since !== undefined && (until === 'there' || at - since >= REST_TIME);
  };
}
