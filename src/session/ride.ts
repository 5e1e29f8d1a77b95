/** One attempt at a mission with an open body: until it is done or interrupted, or the body fails. */
import {
  catchError,
  endWith,
  filter,
  firstValueFrom,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  tap,
} from 'rxjs';
import { AutoArm } from '../control/autoArm.js';
import { wallClock } from '../control/clock.js';
import { loopStates, type TickedState } from '../control/loop.js';
import type { RobotModel } from '../control/robotModel.js';
import type { LoopState } from '../control/state.js';
import type { Driver } from '../drivers/driver.js';
import { distance } from '../math/geometry.js';
import { SETTLED_SPEED } from '../math/standstill.js';
import type { TimeSource } from '../math/time.js';
import type { Meters, Seconds } from '../math/units.js';
import { endWords } from '../signals/missionTree.js';
import type { Fix } from '../signals/readings.js';
import type { Cause, ClockTick, Command, LoopEvent, Surroundings, Target, Tick } from '../signals/signals.js';
import { DriverError } from '../validation/errors.js';

export interface Ride {
  readonly model: RobotModel;
  readonly initial: LoopState;
  readonly driver: Driver;
  /** The driver's time source. */
  readonly time: TimeSource;
  readonly commands$: Observable<Command>;
  readonly targets$?: Observable<Target>;
  readonly surroundings$?: Observable<Surroundings>;
  readonly fixes$?: Observable<Fix>;
  /** The wall clock at the model's rate, in `time`, unless given. */
  readonly clock$?: Observable<ClockTick>;
  readonly interrupted$: Observable<unknown>;
  /** `there`: done on arrival; `at rest`: done when the wheels rest there too; `interrupted`: never done by itself. */
  readonly until: () => Until;
  readonly onTick: (ticked: TickedState) => void;
  readonly onEvent?: (event: LoopEvent) => void;
  /** Arms itself as soon as its sensors report and no fault forbids it. */
  readonly starts?: boolean;
  /** Whether a fault or a trip of the board ends the ride; otherwise an operator may let the robot go on. */
  readonly endsOnFault?: () => boolean;
  /** Why operators can no longer command the robot; it ends the ride like a fault. */
  readonly failed$?: Observable<string>;
}

export type Until = 'there' | 'at rest' | 'interrupted';

export type Ending =
  | { readonly kind: 'arrived' | 'interrupted' }
  /** The mission itself has failed. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'faulted'; readonly why: string }
  /** A limit of the mission was reached. */
  | { readonly kind: 'limited'; readonly why: string }
  /** The board stopped itself, because no command reached it in time. */
  | { readonly kind: 'tripped'; readonly why: string }
  /** It could not be started. */
  | { readonly kind: 'notReady'; readonly why: string }
  | { readonly kind: 'lost'; readonly error: unknown };

/** Standing still: this slow, with no more commanded way left than this, for this long. */
const REST_WAY: Meters = 0.005;
const REST_TIME: Seconds = 0.1;

/**
 * Resolves with how it ended and the final state, after the wheels have been told to stop.
 *
 * @throws DriverError when the body refuses to be armed
 */
export async function ride(what: Ride): Promise<{ readonly ending: Ending; readonly state: LoopState }> {
  const { model, driver, interrupted$, onTick, endsOnFault = () => true } = what;
  let state = what.initial;
  const starter = what.starts ? new AutoArm(model, driver) : undefined;
  const ended = endsWhen(what.until, endsOnFault);
  const rides$ = statesOf(what, starter).pipe(
    tap((next) => {
      state = next.state;
      onTick(next);
    }),
    map((next) => {
      const why = starter?.look(next);
      if (why !== undefined) return { kind: 'notReady', why } as const;
      return ended(next.tick);
    }),
    filter((ending) => ending !== undefined),
  );
  const interruptions$ = interrupted$.pipe(map(() => interruptionOf(state)));
  // A lost body ends the ride before the loop's next tick reports it as a fault.
  const failures$ = (what.failed$ ?? NEVER).pipe(
    filter(() => endsOnFault()),
    map((why): Ending => ({ kind: 'faulted', why })),
  );
  const ending = await firstValueFrom(
    merge(lossOf(driver), interruptions$, failures$, starter?.refused$ ?? NEVER, rides$),
  );
  return { ending, state };
}

function statesOf(what: Ride, starter: AutoArm | undefined): Observable<TickedState> {
  const { model, driver, time, commands$, targets$, surroundings$, fixes$, onEvent } = what;
  const operator$ = commands$.pipe(tap(({ kind }) => kind === 'stop' && starter?.giveUp()));
  return loopStates(model, what.initial, {
    driver: starter?.driver ?? driver,
    clock$: what.clock$ ?? wallClock(model.period, time),
    commands$: starter ? merge(operator$, starter.commands$) : operator$,
    ...(targets$ && { targets$ }),
    ...(surroundings$ && { surroundings$ }),
    ...(fixes$ && { fixes$ }),
    ...(onEvent && { onEvent }),
  });
}

const ARRIVED_ENDING: Ending = { kind: 'arrived' };
const INTERRUPTED_ENDING: Ending = { kind: 'interrupted' };

/** A fault, a trip, or a limit that was reached; an operator's STOP does not end the ride. */
function endingOf({ safety, cause }: Stopping, endsOnFault: () => boolean): Ending | undefined {
  const { kind, what: why } = cause ?? { kind: undefined, what: '' };
  if (safety === 'faulted') return endsOnFault() ? { kind: 'faulted', why } : undefined;
  if (safety !== 'stopped') return undefined;
  if (kind === 'deadManTripped') return endsOnFault() ? { kind: 'tripped', why } : undefined;
  // An operator can free the way, or give another goal.
  if (kind === 'blocked') return endsOnFault() ? { kind: 'limited', why } : undefined;
  return kind && LIMIT_KINDS.includes(kind) ? { kind: 'limited', why } : undefined;
}

type Stopping = Pick<Tick, 'safety' | 'cause'>;

/** How a ride ends by itself, tick by tick: by a fault, a limit or a trip, or as its mission does. */
export function endsWhen(
  until: Ride['until'],
  endsOnFault: () => boolean,
): (tick: Tick) => Ending | undefined {
  const done = doneWhen(until);
  return (tick) => endingOf(tick, endsOnFault) ?? done(tick);
}

/** A script must see a stop for safety even if an operator ended the drive after it. */
function interruptionOf({ guards: { supervisor } }: LoopState): Ending {
  const { safety } = supervisor;
  const halted = safety === 'braking' ? ({ ...supervisor, safety: 'stopped' } as const) : supervisor;
  return endingOf(halted, () => true) ?? INTERRUPTED_ENDING;
}

const LIMIT_KINDS: readonly Cause['kind'][] = ['timeLimit', 'distanceLimit', 'fence'];

const lossOf = (driver: Driver): Observable<Ending> =>
  driver.readings$.pipe(
    ignoreElements(),
    endWith<Ending>({ kind: 'lost', error: new DriverError('the connection was closed') }),
    catchError((error: unknown) => of<Ending>({ kind: 'lost', error })),
  );

function doneWhen(untilNow: Ride['until']): (tick: Tick) => Ending | undefined {
  let since: Seconds | undefined;
  return ({ at, arrived, ended, granted, estimate: { pose, predicted, wheels } }) => {
    const until = untilNow();
    if (until === 'interrupted') return undefined;
    const speeds = [granted.left, granted.right, wheels.left, wheels.right];
    // Arrival is judged by the predicted pose: behind a slow link the wheels may not have begun to move.
    const still =
      speeds.every((speed) => Math.abs(speed) < SETTLED_SPEED) && distance(pose, predicted) < REST_WAY;
    const hasFailed = ended?.how === 'failed';
    const resting = until === 'there' || still;
    since = (arrived || hasFailed) && resting ? (since ?? at) : undefined;
    if (since === undefined || (until !== 'there' && at - since < REST_TIME)) return undefined;
    return hasFailed ? { kind: 'failed', why: endWords(ended) } : ARRIVED_ENDING;
  };
}
