/** READ SECOND: where the streams meet. Events fold into one state; a tick of the clock drives the wheels. */
import {
  filter,
  finalize,
  from,
  map,
  materialize,
  merge,
  NEVER,
  type Observable,
  scan,
  share,
  switchMap,
  tap,
} from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { ClockTick, Command, LoopEvent, Surroundings, Target, Tick } from '../signals/signals.js';
import { receive } from './receive.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';
import type { Folded } from './step.js';

export interface LoopInputs {
  readonly driver: Driver;
  /** Of the same time as the driver's readings. */
  readonly clock$: Observable<ClockTick>;
  readonly targets$?: Observable<Target>;
  /** Other robots and a map of obstacles, from whoever knows them. */
  readonly surroundings$?: Observable<Surroundings>;
  /** What an operator says; nobody says anything unless given. */
  readonly commands$?: Observable<Command>;
  /** Told of each event just before it folds in; with the state before it, that is all the loop goes by. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/**
 * The control loop; subscribing starts it, and however it ends the wheels are stopped.
 *
 * A reading, a target or a command changes the state at once; only the clock drives. A body that is lost is an
 * event (`materialize`), so that it ends nothing but the driving.
 */
export const controlLoop = (model: RobotModel, initial: LoopState, inputs: LoopInputs): Observable<Tick> =>
  loopStates(model, initial, inputs).pipe(map(({ tick }) => tick));

/** A tick of the clock, and the state that it left. */
export type TickedState = Folded & { readonly tick: Tick };

/** The same loop, with all of each tick's state: from any of them it can go on, with this body or another. */
export function loopStates(
  model: RobotModel,
  initial: LoopState,
  inputs: LoopInputs,
): Observable<TickedState> {
  const { driver } = inputs;
  const events$ = merge(
    readings(driver),
    targets(inputs),
    surroundings(inputs),
    commands(inputs),
    clock(inputs),
  );
  const { onEvent = () => {} } = inputs;
  const fold = ({ state }: Folded, event: LoopEvent): Folded => {
    onEvent(event);
    return receive(model, state, event);
  };
  return events$.pipe(
    scan(fold, { state: initial }),
    filter((folded): folded is TickedState => folded.tick !== undefined),
    tap(({ tick, cutsPower }) => {
      // Guards people: a motor that runs on although it was told to stand stops only without power.
      if (cutsPower) driver.stop();
      driver.drive(tick.duties);
    }),
    // Guards people: unsubscribed, completed or failed, the wheels stop.
    finalize(() => driver.stop()),
  );
}

function readings(driver: Driver): Observable<LoopEvent> {
  return driver.readings$.pipe(
    // Guards people: a body that is lost may still hear this.
    finalize(() => driver.stop()),
    materialize(),
    map((news): LoopEvent => {
      if (news.kind === 'N') return { kind: 'reading', reading: news.value };
      return { kind: 'lost', why: news.kind === 'E' ? messageOf(news.error) : 'it has nothing more to say' };
    }),
  );
}

const targets = ({ targets$ = NEVER }: LoopInputs): Observable<LoopEvent> =>
  targets$.pipe(lasting('targets', (target) => ({ kind: 'target', target })));

const surroundings = ({ surroundings$ = NEVER }: LoopInputs): Observable<LoopEvent> =>
  surroundings$.pipe(lasting('surroundings', (seen) => ({ kind: 'surroundings', surroundings: seen })));

/** A side input that fails is noted, and ends nothing else. One that completes has nothing more to say. */
const lasting =
  <T>(input: string, toEvent: (value: T) => LoopEvent) =>
  (values$: Observable<T>): Observable<LoopEvent> =>
    values$.pipe(
      materialize(),
      filter(({ kind }) => kind !== 'C'),
      map(
        (news): LoopEvent =>
          news.kind === 'N' ? toEvent(news.value) : { kind: 'inputEnded', input, why: messageOf(news.error) },
      ),
    );

/** Whatever is said meanwhile goes by an arming that is under way; only a newer stop or arm makes it void. */
function commands({ commands$ = NEVER, driver }: LoopInputs): Observable<LoopEvent> {
  const heard$ = commands$.pipe(share());
  const isLatch = ({ kind }: Command) => kind === 'stop' || kind === 'arm';
  const latched$ = heard$.pipe(
    filter(isLatch),
    switchMap((command) => (command.kind === 'arm' ? arming(driver) : [command])),
    // Guards people: a stop does not wait for the next tick.
    tap(({ kind }) => kind === 'stop' && driver.stop()),
  );
  const others$ = heard$.pipe(filter((command) => !isLatch(command)));
  return merge(latched$, others$).pipe(lasting('commands', (command) => ({ kind: 'command', command })));
}

/**
 * Arms; the loop hears of it when the body is armed, so that nothing is asked of a body that does not move yet. One
 * that will not is stopped again. A newer command makes the answer void.
 */
function arming(driver: Driver): Observable<Command> {
  return from(
    driver.arm().then(
      () => ({ kind: 'arm' }) as const,
      () => ({ kind: 'stop' }) as const,
    ),
  );
}

function clock({ clock$, driver }: LoopInputs): Observable<LoopEvent> {
  return clock$.pipe(
    // Guards people: without a clock nobody would ever send another duty.
    finalize(() => driver.stop()),
    map(({ at, lostPeriods }): LoopEvent => ({ kind: 'clock', at, lostPeriods })),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
