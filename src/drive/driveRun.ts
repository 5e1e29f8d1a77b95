/** Runs a robot's loop for a program. */
import {
  catchError,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  ReplaySubject,
  Subject,
  Subscription,
} from 'rxjs';
import { asWaiting } from '../control/autoArm.js';
import { modelFor } from '../control/changedModel.js';
import { wallTime } from '../control/clock.js';
import type { TickedState } from '../control/loop.js';
import { prepareModel } from '../control/robotModel.js';
import { type LoopState, startLoop } from '../control/state.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import { DriftMeter } from '../estimation/expectedError.js';
import type { Pose } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { ride } from '../session/ride.js';
import type { RunObserver } from '../session/runObserver.js';
import type { SignalValue } from '../signals/missionTree.js';
import type { Fix } from '../signals/readings.js';
import type { Command, LoopEvent, Target, Tick } from '../signals/signals.js';
import { type Behavior, isBehavior, noBehavior, requireBehaviors } from '../steering/behavior.js';
import type { MissionSpec } from '../steering/mission.js';
import { changedSteps, missionSteps, type Step } from '../steering/missions/steps.js';
import { messageAt, misuse } from '../validation/caller.js';
import { messageOf } from '../validation/errors.js';
import { described } from '../validation/options.js';
import { frozen } from '../validation/values.js';
import { onBody } from './body.js';
import { type HeardFromNow, heardFromNow } from './fromNow.js';
import { heardThrough } from './heardThrough.js';
import { datedFix, datedTarget, NEWS_SHAPES } from './news.js';
import type { DriveResult, DriveRunOptions, Run, StepChange } from './run.js';
import { type Ridden, riddenResult } from './runResult.js';
import { type Task, taskOf } from './task.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** A body to be driven, and what is done with it at the end of the run. */
export interface DrivenBody {
  readonly body: ConnectedRobot;
  /** Stops it; resolves with whether its motors are known to be off. */
  readonly end: () => Promise<boolean>;
}

/** The run, with the members that `servePage` needs. */
export class DriveRun implements Run {
  readonly robot: RobotDefinition;
  /** The behavior as a mission, and the own behaviors that the mission names. */
  readonly mission: MissionSpec;
  readonly own: Task['own'];
  readonly ticks$: Observable<Tick>;
  readonly steps$: Observable<StepChange>;
  readonly result: Promise<DriveResult>;
  readonly #body: ConnectedRobot;
  /** The body, and the model that the loop has of it: each tick looks up what an operator or the program has changed of it. */
  readonly #onBody: ReturnType<typeof onBody>;
  readonly #drift: DriftMeter;
  readonly #options: DriveRunOptions;
  readonly #ticks = new Subject<Tick>();
  readonly #steps = new Subject<StepChange>();
  #lastSteps: readonly Step[] = [];
  readonly #stopped = new ReplaySubject<void>(1);
  /** Commands of the page's operators, and the program's by `become` and `signal`. */
  readonly #commands = new Subject<Command>();
  readonly #targets = new Subject<Target>();
  readonly #fixes = new Subject<Fix>();
  readonly #failed = new Subject<string>();
  readonly #subscriptions = new Subscription();
  /** Whether the behavior that it has is the last: it ends by that one's arrival. */
  #isLast: boolean;
  #ended: string | undefined;
  #observer: RunObserver | undefined;
  #state: LoopState;

  /** @param behaviors$ what it is to do, one after the other; `task` is what it does until the first comes */
  constructor(
    robot: RobotDefinition,
    { behavior, mission, own }: Task,
    { body, end }: DrivenBody,
    options: DriveRunOptions,
    behaviors$?: Observable<Behavior>,
  ) {
    this.robot = robot;
    this.mission = mission;
    this.own = own;
    this.ticks$ = this.#ticks.asObservable();
    this.steps$ = this.#steps.asObservable();
    this.#body = body;
    this.#options = options;
    this.#isLast = behaviors$ === undefined;
    const model = prepareModel(robot, behavior, robot.name, own);
    this.#onBody = onBody(body, model);
    this.#drift = new DriftMeter(model.estimation);
    const { start = ORIGIN, seed = 1, latency = null } = options;
    const begin = { at: body.time.now(), pose: start, speed: 0, seed, latency };
    this.#state = asWaiting(startLoop(model, begin));
    // Begins later, so that the program can subscribe to the ticks first.
    const begun = new Promise<void>((done) => wallTime.after(0, done));
    const inner = { behaviors$, commands: this.#commands, failed: this.#failed };
    const heard = heardFromNow(options, inner, this.#subscriptions);
    this.result = begun
      .then(() => this.#ride(heard))
      .then(async (result) => ({ ...result, motorsOff: await this.#end(result.outcome, end) }));
  }

  // Bound: a program may pass them on as functions, and a stop must stop.
  readonly stop = (): Promise<DriveResult> => {
    this.#body.stop();
    this.#stopped.next();
    return this.result;
  };

  readonly signal = (name: string, value: SignalValue = true): void => {
    if (typeof name !== 'string')
      throw misuse(`run.signal: the name is ${described(name)}; a text is wanted`);
    if (typeof value === 'object' || typeof value === 'function' || Number.isNaN(value))
      throw misuse(
        `run.signal: the value is ${described(value)}; a text, a number or true and false is wanted`,
      );
    this.#commands.next({ kind: 'signal', name, value });
  };

  readonly become = (behavior: Behavior): void => {
    requireBehaviors('run.become', [behavior]);
    if (this.#ended !== undefined)
      throw misuse(
        `run.become: the run has ended: ${this.#ended}; drive again${this.#options.until === 'stopped' ? '' : ", or with { until: 'stopped' } it goes on"}`,
      );
    const { mission, own } = taskOf(this.robot, behavior, this.#options.surroundings$ !== undefined);
    // Only those of the mission that it has: a stream may give thousands.
    for (const name of Object.keys(this.own)) delete this.own[name];
    Object.assign(this.own, own);
    const setup = { robot: this.#state.setup?.robot ?? this.robot, mission };
    this.#observer?.given(setup);
    this.#commands.next({ kind: 'setup', setup });
  };

  /** From now on a page shows the run, and its operators may control it. */
  observe(observer: RunObserver): void {
    if (this.#observer) throw new RangeError('the run has a page already; one page serves several visitors');
    this.#observer = observer;
    this.#subscriptions.add(observer.commands$.subscribe(this.#commands));
    this.#subscriptions.add(observer.targets$.subscribe(this.#targets));
    this.#subscriptions.add(observer.fixes$.subscribe(this.#fixes));
    this.#subscriptions.add(observer.failed$.subscribe(this.#failed));
    observer.begins(this.#state, this.#body);
  }

  async #ride(heard: HeardFromNow): Promise<Ridden> {
    const { until = 'at rest', readings } = this.#options;
    const { behaviors$, commands$, ownCommands$, targets$, fixes$, surroundings$, failed$ } = heard;
    const driver = { robot: this.robot, body: this.#body };
    try {
      const riding = ride({
        initial: this.#state,
        ...this.#onBody,
        driver: heardThrough(driver, readings, (why) => this.#refuse(why)),
        starts: true,
        commands$: merge(this.#vital('commands$', commands$), ownCommands$),
        targets$: merge(
          this.#checked('targets$', targets$).pipe(map((news) => datedTarget(news, this.#now))),
          this.#targets,
        ),
        fixes$: merge(
          this.#checked('fixes$', fixes$).pipe(map((fix) => datedFix(fix, this.#now))),
          this.#fixes,
        ),
        ...(surroundings$ && { surroundings$: this.#vital('surroundings$', surroundings$) }),
        failed$,
        interrupted$: this.#stopped,
        until: () =>
          until === 'stopped' || !this.#isLast || this.#observer?.tookOver ? 'interrupted' : until,
        endsOnFault: () => !this.#observer?.isAttended,
        onEvent: (event) => this.#hear(event),
        onTick: (ticked) => this.#note(ticked),
      });
      if (behaviors$) this.#subscriptions.add(this.#follow(behaviors$));
      return riddenResult((await riding).ending, this.#state, this.#drift);
    } catch (error) {
      return riddenResult({ kind: 'notReady', why: messageOf(error) }, this.#state, this.#drift);
    }
  }

  /** Each behavior in place of the one before. */
  #follow(behaviors$: Observable<Behavior>): Subscription {
    let isFirst = true;
    return behaviors$.subscribe({
      next: (behavior) => {
        isFirst = false;
        if (!isBehavior(behavior)) {
          this.#refuse(
            `the stream of behaviors gave ${noBehavior(behavior, described(behavior, 'nothing'))}`,
          );
          return;
        }
        try {
          this.become(behavior);
        } catch (error) {
          this.#refuse(messageOf(error));
        }
      },
      error: (error: unknown) => this.#refuse(`the program's behaviors failed: ${messageAt(error)}`),
      complete: () => {
        this.#isLast = true;
        if (isFirst) this.#refuse('the stream of behaviors has ended without one');
      },
    });
  }

  /**
   * Guards people: without the program's commands nothing else of it could stop the robot, and without its map it would avoid
   * nothing. The page's commands are still heard.
   */
  #vital<T>(name: 'commands$' | 'surroundings$', news$: Observable<T>): Observable<T> {
    return this.#checked(name, news$).pipe(
      catchError((error: unknown) => {
        this.#refuse(`the program's ${name.slice(0, -1)} failed: ${messageAt(error)}`);
        return NEVER;
      }),
    );
  }

  /** Guards people: a program whose news cannot be meant does not steer the robot on by what it gave before. */
  #checked<T>(name: keyof typeof NEWS_SHAPES, news$: Observable<T>): Observable<T> {
    return news$.pipe(
      filter((news) => {
        const trouble = NEWS_SHAPES[name](news);
        if (trouble !== undefined) this.#refuse(`${name} ${trouble}`);
        return trouble === undefined;
      }),
    );
  }

  #refuse(why: string): void {
    this.#commands.next({ kind: 'stop', why });
    this.#failed.next(why);
  }

  get #now(): Seconds {
    return this.#body.time.now();
  }

  #hear(event: LoopEvent): void {
    // All nodes of another mission are news.
    if (event.kind === 'command' && event.command.kind === 'setup') this.#lastSteps = [];
    this.#observer?.onEvent(event);
  }

  #note(ticked: TickedState): void {
    this.#state = ticked.state;
    this.#drift.add(ticked.tick.estimate, ticked.tick.at);
    this.#observer?.ticked(ticked);
    if (this.#ticks.observed) this.#ticks.next(readOnly(ticked.tick));
    this.#tellSteps(ticked);
  }

  #tellSteps({ state, tick }: TickedState): void {
    if (!this.#steps.observed) return;
    const { behavior } = modelFor(this.#onBody.model, state.setup);
    const steps = missionSteps(behavior, state.mission.memory);
    const changes = changedSteps(this.#lastSteps, steps);
    this.#lastSteps = steps;
    for (const step of changes) this.#steps.next({ at: tick.at, ...step });
  }

  /** @returns whether the motors are known to be off */
  async #end(outcome: DriveResult['outcome'], end: DrivenBody['end']): Promise<boolean> {
    this.#ended = outcome;
    this.#subscriptions.unsubscribe();
    this.#ticks.complete();
    this.#steps.complete();
    return end().catch(() => false);
  }
}

/** What a program writes into a tick must not become the robot's place. */
function readOnly(tick: Tick): Tick {
  const { estimate, steered, wanted, granted, duties } = tick;
  for (const part of [estimate, steered, wanted, granted, duties]) frozen(part);
  return tick;
}

/** @throws TypeError for what is no run, with what to do */
export function requireRun(taker: string, run: Run): asserts run is DriveRun {
  if (run instanceof DriveRun) return;
  throw misuse(`${taker}: the run is ${described(run)}; what \`await drive(…)\` gives is wanted`);
}
