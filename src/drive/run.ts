/** A run of a robot: its loop, its ticks, its result, and how it is stopped. */
import {
  catchError,
  defer,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  partition,
  ReplaySubject,
  Subject,
  Subscription,
  share,
} from 'rxjs';
import { asWaiting } from '../control/autoArm.js';
import { modelFor } from '../control/changedModel.js';
import { wallTime } from '../control/clock.js';
import type { TickedState } from '../control/loop.js';
import { prepareModel, type RobotModel } from '../control/robotModel.js';
import { standingIn } from '../control/standing.js';
import { type LoopState, startLoop } from '../control/state.js';
import type { ConnectedRobot, Driver } from '../drivers/driver.js';
import { DriftMeter } from '../estimation/expectedError.js';
import { type Pose, ZERO } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { type Ending, ride } from '../session/ride.js';
import type { RunObserver } from '../session/runObserver.js';
import type { SignalValue } from '../signals/missionTree.js';
import type { Fix } from '../signals/readings.js';
import type {
  Command,
  LoopEvent,
  Reading,
  Standing,
  Surroundings,
  Target,
  Tick,
} from '../signals/signals.js';
import { type Behavior, requireBehaviors } from '../steering/behavior.js';
import type { MissionSpec } from '../steering/mission.js';
import { changedSteps, missionSteps, type Step } from '../steering/missions/steps.js';
import { misuse } from '../validation/caller.js';
import { messageOf } from '../validation/errors.js';
import { described } from '../validation/options.js';
import { onBody } from './body.js';
import { NEWS_SHAPES } from './news.js';
import { type Task, taskOf } from './task.js';

/** What a run takes besides its robot and its behavior. */
export interface DriveRunOptions {
  /** News of moving targets that the behavior names by id: from a camera, a click or another program. */
  readonly targets$?: Observable<TargetNews>;
  /** Where the robot was, from a camera over the floor or the like: late, inexact, now and then wrong. */
  readonly fixes$?: Observable<FixNews>;
  /** Other robots, and a map of obstacles. */
  readonly surroundings$?: Observable<Surroundings>;
  /** Commands of an operator: stop, arm, teleop and so on. */
  readonly commands$?: Observable<Command>;
  /** The robot's start; by default the origin, facing +x. */
  readonly start?: Pose;
  /** Seeds the behavior's random numbers; by default 1. */
  readonly seed?: number;
  /** How late the body answered in an earlier run: `latency` of its result. */
  readonly latency?: Seconds | null;
  /**
   * When the run ends. `at rest` (default): the robot has arrived and stands. `there`: as soon as it has arrived, for a
   * behavior that only passes its target, such as `seek`. `stopped`: only by `stop()`, a fault or a limit. The command
   * `stop` ends no run: it holds the robot until the command `arm`.
   */
  readonly until?: 'at rest' | 'there' | 'stopped';
  /**
   * What becomes of the readings of the robot's own sensors before the loop hears them: a filter, or `merge` with those of a
   * sensor on this computer. What the board tells of itself passes by it.
   */
  readonly readings?: (own$: Observable<Reading>) => Observable<Reading>;
}

/** A target from a program; by default it stands still, and its time, by the clock of `ticks$`, is the present. */
export type TargetNews = Omit<Target, 'at' | 'velocity'> & Partial<Pick<Target, 'at' | 'velocity'>>;

/** A fix from a program; by default of the present. */
export type FixNews = Omit<Fix, 'at'> & Partial<Pick<Fix, 'at'>>;

export interface DriveResult {
  /**
   * `arrived`; `failed`: the mission itself has failed, in the node that `cause` names; `stopped` by `stop()`, by a limit, or
   * by the board's dead-man; `faulted`: the robot latched a fault, or could not be armed; `lost`: the body stopped answering.
   */
  readonly outcome: 'arrived' | 'failed' | 'stopped' | 'faulted' | 'lost';
  /** Why it ended; null if it arrived. */
  readonly cause: string | null;
  /** What keeps it where it is at the end, if it had made no progress for five seconds. */
  readonly standing: Standing | null;
  /** The estimated pose at the end. */
  readonly pose: Pose;
  /**
   * How far the robot typically is from that pose (1σ), where it has no encoders and only integrates its commands; null
   * where something measures the pose.
   */
  readonly expectedError: Meters | null;
  /** The time of the last tick [s]. */
  readonly at: Seconds;
  /**
   * How late the body was measured to answer, and was reckoned with: where it is much later than its file says, or the file
   * says `latency: measured`; null else. Given to the next run, that begins with it.
   */
  readonly latency: Seconds | null;
  /**
   * The board has said that its motors are off. Otherwise it was told so and has not answered within two seconds: on a slow
   * line a wheel may still turn, and a board that lost its program may not have stopped. Boards with another firmware never say it.
   */
  readonly motorsOff: boolean;
}

/** A robot that is driving, as `drive` returns it. */
export interface Run {
  readonly robot: RobotDefinition;
  /** Every tick of the control loop; completes when the run has ended. It never fails. */
  readonly ticks$: Observable<Tick>;
  /** Each node of the mission whose state has changed, in the tick in which it has; completes as `ticks$` does. */
  readonly steps$: Observable<StepChange>;
  /** Tells a value to the mission, whose conditions may ask for it: `wait({ signal: 'go' })`. Default true. */
  signal(name: string, value?: SignalValue): void;
  /** Resolves when the wheels were told to stop and the port is closed, with how the run ended. It never rejects. */
  readonly result: Promise<DriveResult>;
  /**
   * Drives with another behavior from now on, from its beginning, with the same robot, place and speed.
   *
   * @throws TypeError for what is no behavior; DriverError if the robot lacks a sensor for it; Error if the run has ended
   */
  become(behavior: Behavior): void;
  /** Stops the wheels at once, and ends the run. */
  stop(): Promise<DriveResult>;
}

/** A node of a mission that has begun, has ended, or waits again. */
export interface StepChange extends Step {
  readonly at: Seconds;
}

type Ridden = Omit<DriveResult, 'motorsOff'>;

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** A body to be driven, and what is done with it at the end of the run. */
export interface Driven {
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
  readonly #model: RobotModel;
  readonly #drift: DriftMeter;
  readonly #options: DriveRunOptions;
  readonly #ticks = new Subject<Tick>();
  readonly #steps = new Subject<StepChange>();
  #lastSteps: readonly Step[] = [];
  readonly #stopped = new ReplaySubject<void>(1);
  /** Commands of the page's operators, and the program's by `become` and `signal`. */
  readonly #commands = new Subject<Command>();
  /** Those that came before the loop could hear them; undefined from then on. */
  #early: Command[] | undefined = [];
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
    { body, end }: Driven,
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
    this.#model = prepareModel(robot, behavior, robot.name, own);
    this.#drift = new DriftMeter(this.#model.estimation);
    const { start = ORIGIN, seed = 1, latency = null } = options;
    const begin = { at: body.time.now(), pose: start, speed: 0, seed, latency };
    this.#state = asWaiting(startLoop(this.#model, begin));
    // Begins later, so that the program can subscribe to the ticks first.
    const begun = new Promise<void>((done) => wallTime.after(0, done));
    this.result = begun
      .then(() => this.#ride(behaviors$))
      .then(async (result) => ({ ...result, motorsOff: await this.#end(result.outcome, end) }));
  }

  async stop(): Promise<DriveResult> {
    this.#body.stop();
    this.#stopped.next();
    return this.result;
  }

  signal(name: string, value: SignalValue = true): void {
    if (typeof name !== 'string')
      throw misuse(`run.signal: the name is ${described(name)}; a text is wanted`);
    this.#command({ kind: 'signal', name, value });
  }

  become(behavior: Behavior): void {
    requireBehaviors('run.become', [behavior]);
    if (this.#ended !== undefined)
      throw misuse(
        `run.become: the run has ended: ${this.#ended}; drive again, or with { until: 'stopped' } it goes on`,
      );
    const { mission, own } = taskOf(this.robot, behavior, this.#options.surroundings$ !== undefined);
    // Only those of the mission that it has: a stream may give thousands.
    for (const name of Object.keys(this.own)) delete this.own[name];
    Object.assign(this.own, own);
    const setup = { robot: this.#state.setup?.robot ?? this.robot, mission };
    this.#observer?.given(setup);
    this.#command({ kind: 'setup', setup });
  }

  #command(command: Command): void {
    if (this.#early) this.#early.push(command);
    else this.#commands.next(command);
  }

  /** From now on a page shows the run, and its operators may control it. */
  observe(observer: RunObserver): void {
    if (this.#observer) throw new RangeError('the run has a page already; one page serves several visitors');
    this.#observer = observer;
    this.#subscriptions.add(observer.commands$.subscribe((command) => this.#command(command)));
    this.#subscriptions.add(observer.targets$.subscribe(this.#targets));
    this.#subscriptions.add(observer.fixes$.subscribe(this.#fixes));
    this.#subscriptions.add(observer.failed$.subscribe(this.#failed));
    observer.begins(this.#state, this.#body);
  }

  async #ride(behaviors$: Observable<Behavior> | undefined): Promise<Ridden> {
    const { targets$, commands$, fixes$, surroundings$, until = 'at rest' } = this.#options;
    try {
      const riding = ride({
        initial: this.#state,
        ...onBody(this.#body, this.#model),
        driver: this.#driver(),
        starts: true,
        commands$: merge(this.#commandsOf(commands$), this.#heard()),
        targets$: merge(
          this.#checked('targets$', targets$).pipe(map((news) => this.#dated(news))),
          this.#targets,
        ),
        fixes$: merge(
          this.#checked('fixes$', fixes$).pipe(map((fix) => ({ at: this.#now, ...fix }))),
          this.#fixes,
        ),
        ...(surroundings$ && { surroundings$: this.#checked('surroundings$', surroundings$) }),
        failed$: this.#failed,
        interrupted$: this.#stopped,
        until: () =>
          until === 'stopped' || !this.#isLast || this.#observer?.tookOver ? 'interrupted' : until,
        endsOnFault: () => !this.#observer?.isAttended,
        onEvent: (event) => this.#hear(event),
        onTick: (ticked) => this.#note(ticked),
      });
      if (behaviors$) this.#subscriptions.add(this.#follow(behaviors$));
      return this.#resultOf((await riding).ending);
    } catch (error) {
      return this.#resultOf({ kind: 'notReady', why: messageOf(error) });
    }
  }

  /** The body, with the program's view of its readings. */
  #driver(): Driver {
    const body = this.#body;
    const { readings } = this.#options;
    if (!readings) return body;
    const isOfBoard = ({ kind }: Reading) => BOARD_READINGS.includes(kind);
    const [board$, sensors$] = partition(body.readings$, isOfBoard);
    const readings$ = merge(board$, sensors$.pipe(readings)).pipe(share());
    return {
      readings$,
      arm: () => body.arm(),
      drive: (duties) => body.drive(duties),
      stop: () => body.stop(),
      close: () => body.close(),
    };
  }

  /** Each behavior in place of the one before. */
  #follow(behaviors$: Observable<Behavior>): Subscription {
    let isFirst = true;
    return behaviors$.subscribe({
      next: (behavior) => {
        isFirst = false;
        try {
          this.become(behavior);
        } catch (error) {
          this.#refuse(messageOf(error));
        }
      },
      error: (error: unknown) => this.#refuse(`the program's behaviors failed: ${messageOf(error)}`),
      complete: () => {
        this.#isLast = true;
        if (isFirst) this.#refuse('the stream of behaviors has ended without one');
      },
    });
  }

  /**
   * Guards people: without the program's commands nothing else of it could stop the robot; the page's are still heard.
   */
  #commandsOf(commands$: Observable<Command> | undefined): Observable<Command> {
    return this.#checked('commands$', commands$).pipe(
      catchError((error: unknown) => {
        const why = `the program's commands failed: ${messageOf(error)}`;
        this.#failed.next(why);
        return of<Command>({ kind: 'stop', why });
      }),
    );
  }

  #heard(): Observable<Command> {
    return defer(() => {
      const early = this.#early ?? [];
      this.#early = undefined;
      return merge(early, this.#commands);
    });
  }

  /** Guards people: a program whose news cannot be meant does not steer the robot on by what it gave before. */
  #checked<T>(name: keyof typeof NEWS_SHAPES, news$: Observable<T> = NEVER): Observable<T> {
    return news$.pipe(
      filter((news) => {
        const trouble = NEWS_SHAPES[name](news);
        if (trouble !== undefined) this.#refuse(`${name} ${trouble}`);
        return trouble === undefined;
      }),
    );
  }

  #refuse(why: string): void {
    this.#command({ kind: 'stop', why });
    this.#failed.next(why);
  }

  get #now(): Seconds {
    return this.#body.time.now();
  }

  #dated(news: TargetNews): Target {
    return { at: this.#now, velocity: ZERO, ...news };
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
    this.#ticks.next(ticked.tick);
    this.#tellSteps(ticked);
  }

  #tellSteps({ state, tick }: TickedState): void {
    if (!this.#steps.observed) return;
    const steps = missionSteps(modelFor(this.#model, state.setup).behavior, state.mission.memory);
    const changes = changedSteps(this.#lastSteps, steps);
    this.#lastSteps = steps;
    for (const step of changes) this.#steps.next({ at: tick.at, ...step });
  }

  #resultOf(ending: Ending): Ridden {
    const { estimator, at } = this.#state;
    const cause = 'why' in ending ? ending.why : 'error' in ending ? messageOf(ending.error) : null;
    const { expectedError } = this.#drift;
    const outcome = OUTCOMES[ending.kind];
    const standing = standingIn(this.#state);
    const latency = estimator.latency?.used ?? null;
    return {
      outcome,
      cause,
      standing,
      pose: estimator.belief.pose,
      expectedError,
      at: at ?? estimator.at,
      latency,
    };
  }

  /** @returns whether the motors are known to be off */
  async #end(outcome: DriveResult['outcome'], end: Driven['end']): Promise<boolean> {
    this.#ended = outcome;
    this.#subscriptions.unsubscribe();
    this.#ticks.complete();
    this.#steps.complete();
    return end().catch(() => false);
  }
}

/** @throws TypeError for what is no run, with what to do */
export function requireRun(taker: string, run: Run): asserts run is DriveRun {
  if (run instanceof DriveRun) return;
  throw misuse(`${taker}: the run is ${described(run)}; what \`await drive(…)\` gives is wanted`);
}

/** What a board tells of itself, which no program may hold back. */
const BOARD_READINGS: readonly Reading['kind'][] = ['tripped', 'link', 'battery'];

const OUTCOMES: Readonly<Record<Ending['kind'], DriveResult['outcome']>> = {
  arrived: 'arrived',
  failed: 'failed',
  interrupted: 'stopped',
  limited: 'stopped',
  tripped: 'stopped',
  faulted: 'faulted',
  notReady: 'faulted',
  lost: 'lost',
};
