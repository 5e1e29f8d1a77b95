/** READ SECOND: the streams merge here. Events fold into one state; a tick of the clock drives the wheels. */
import {
  connect,
  filter,
  finalize,
  from,
  map,
  materialize,
  merge,
  NEVER,
  type Observable,
  scan,
  switchMap,
  tap,
} from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { Fix } from '../signals/readings.js';
import type { ClockTick, Command, LoopEvent, Surroundings, Target, Tick } from '../signals/signals.js';
import { misuse } from '../validation/caller.js';
import { messageOf } from '../validation/errors.js';
import {
  aDriver,
  aFunction,
  aStream,
  type Checks,
  described,
  requireOptions,
} from '../validation/options.js';
import { requireModel } from './modelChecks.js';
import { receive } from './receive.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';
import type { Folded } from './step.js';

export interface LoopInputs {
  readonly driver: Driver;
  /** Uses the same time as the driver's readings. */
  readonly clock$: Observable<ClockTick>;
  readonly targets$?: Observable<Target>;
  /** Where the robot was, from outside. */
  readonly fixes$?: Observable<Fix>;
  /** Other robots and a map of obstacles. */
  readonly surroundings$?: Observable<Surroundings>;
  /** Commands of an operator; default none. */
  readonly commands$?: Observable<Command>;
  /** Called with each event just before it is applied: state and event determine everything that the loop does. */
  readonly onEvent?: (event: LoopEvent) => void;
}

/**
 * Runs the control loop of one robot: events in, one tick out for each tick of the clock. Subscribing starts it; when
 * it ends or is unsubscribed, the wheels are stopped.
 *
 * A reading, a target or a command changes the state at once; only the clock drives. A lost body is an event
 * (`materialize`): it stops the driving and does not end the loop.
 *
 * @example
 * ```ts
 * import { first, firstValueFrom } from 'rxjs';
 * import { arrive, controlLoop, loadRobot, simulatedRobot } from 'steerbot';
 * import { prepareModel, startLoop } from 'steerbot/control';
 * const robot = loadRobot('scout');
 * const model = prepareModel(robot, arrive({ target: [0.5, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * const driver = await simulatedRobot(robot);
 * await driver.arm();
 * const inputs = { driver, clock$: driver.clock$(model.period) };
 * const there = await firstValueFrom(controlLoop(model, start, inputs).pipe(first((tick) => tick.arrived)));
 * console.log(there.estimate.pose.x.toFixed(1)); // 0.5
 * ```
 */
export const controlLoop = (model: RobotModel, initial: LoopState, inputs: LoopInputs): Observable<Tick> => {
  requireModel('controlLoop', model);
  if (typeof Object(initial).guards !== 'object')
    throw misuse(`controlLoop: the start is ${described(initial)}; what startLoop(model) makes is wanted`);
  requireOptions('controlLoop', inputs, LOOP_SHAPES);
  for (const name of ['driver', 'clock$'] as const)
    if (inputs[name] === undefined)
      throw misuse(`controlLoop: ${name} is missing; { driver, clock$ } is wanted`);
  return loopStates(model, initial, inputs).pipe(map(({ tick }) => tick));
};

const LOOP_SHAPES: Checks<LoopInputs> = {
  driver: aDriver,
  clock$: aStream,
  targets$: aStream,
  fixes$: aStream,
  surroundings$: aStream,
  commands$: aStream,
  onEvent: aFunction,
};

/** A tick of the clock, and the state after it. */
export type TickedState = Folded & { readonly tick: Tick };

/**
 * The same loop, with the whole state of each tick: it can go on from any of them, with this body or another.
 *
 * @example
 * ```ts
 * import { firstValueFrom } from 'rxjs';
 * import { arrive, loadRobot, simulatedRobot } from 'steerbot';
 * import { loopStates, prepareModel, startLoop } from 'steerbot/control';
 * const robot = loadRobot('scout');
 * const model = prepareModel(robot, arrive({ target: [0.5, 0] }));
 * const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
 * const driver = await simulatedRobot(robot);
 * await driver.arm();
 * const inputs = { driver, clock$: driver.clock$(model.period) };
 * const { state, tick } = await firstValueFrom(loopStates(model, start, inputs));
 * console.log(state.at === tick.at); // true
 * ```
 */
export function loopStates(
  model: RobotModel,
  initial: LoopState,
  inputs: LoopInputs,
): Observable<TickedState> {
  const { driver } = inputs;
  const events$ = merge(
    readings(driver),
    targets(inputs),
    fixes(inputs),
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
      // Guards people: a motor that runs on against its command stops only without power.
      if (cutsPower) driver.stop();
      driver.drive(tick.duties);
    }),
    // Guards people: the wheels stop when the loop is unsubscribed, completes or fails.
    finalize(() => driver.stop()),
  );
}

function readings(driver: Driver): Observable<LoopEvent> {
  return driver.readings$.pipe(
    // Guards people: a lost body may still receive this stop.
    finalize(() => driver.stop()),
    materialize(),
    map((news): LoopEvent => {
      if (news.kind === 'N') return { kind: 'reading', reading: news.value };
      return { kind: 'lost', why: news.kind === 'E' ? messageOf(news.error) : 'its readings have ended' };
    }),
  );
}

const targets = ({ targets$ = NEVER }: LoopInputs): Observable<LoopEvent> =>
  targets$.pipe(lasting('targets', (target) => ({ kind: 'target', target })));

const fixes = ({ fixes$ = NEVER }: LoopInputs): Observable<LoopEvent> =>
  fixes$.pipe(
    lasting('fixes', ({ at, x, y, deviation, heading }) => ({
      kind: 'reading',
      reading: {
        ...{ kind: 'pose', at, pose: { x, y, heading: heading ?? 0 }, deviation },
        ...(heading !== undefined && { tellsHeading: true }),
      },
    })),
  );

const surroundings = ({ surroundings$ = NEVER }: LoopInputs): Observable<LoopEvent> =>
  surroundings$.pipe(lasting('surroundings', (seen) => ({ kind: 'surroundings', surroundings: seen })));

/** A side input that fails is noted, and the loop goes on. One that completes gives no more values. */
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

/** Commands pass while arming is pending; only a newer stop or arm cancels it. */
function commands({ commands$ = NEVER, driver }: LoopInputs): Observable<LoopEvent> {
  const isLatch = ({ kind }: Command) => kind === 'stop' || kind === 'arm';
  const latched = (heard$: Observable<Command>) =>
    heard$.pipe(
      filter(isLatch),
      switchMap((command) => (command.kind === 'arm' ? arming(driver) : [command])),
      // Guards people: a stop does not wait for the next tick.
      tap(({ kind }) => kind === 'stop' && driver.stop()),
    );
  const others = (heard$: Observable<Command>) => heard$.pipe(filter((command) => !isLatch(command)));
  return commands$.pipe(
    // Not `share`: both must hear what comes at once.
    connect((heard$) => merge(latched(heard$), others(heard$))),
    lasting('commands', (command) => ({ kind: 'command', command })),
  );
}

/**
 * Arms the body. The loop gets the command when the body is armed, so it does not command a body that cannot move yet.
 * If arming fails the body is stopped again. A newer stop or arm cancels the answer.
 */
function arming(driver: Driver): Observable<Command> {
  return from(
    driver.arm().then(
      () => ({ kind: 'arm' }) as const,
      (reason: unknown) => ({ kind: 'stop', why: `the body was not armed: ${messageOf(reason)}` }) as const,
    ),
  );
}

function clock({ clock$, driver }: LoopInputs): Observable<LoopEvent> {
  return clock$.pipe(
    // Guards people: without a clock the loop sends no further duties, so it must stop the wheels.
    finalize(() => driver.stop()),
    map(({ at, lostPeriods }): LoopEvent => ({ kind: 'clock', at, lostPeriods })),
  );
}
