/** A run of a robot: its loop, its ticks, its result, and how it is stopped. */
import {
  catchError,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  Subject,
  Subscription,
} from 'rxjs';
import { asWaiting } from '../control/autoArm.js';
import { wallTime } from '../control/clock.js';
import type { TickedState } from '../control/loop.js';
import { prepareModel, type RobotModel } from '../control/robotModel.js';
import { standingIn } from '../control/standing.js';
import { type LoopState, startLoop } from '../control/state.js';
import { closeStopped } from '../drivers/closeStopped.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import { DriftMeter } from '../estimation/expectedError.js';
import { type Pose, ZERO } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { RobotDefinition } from '../robot/robot.js';
import { type Ending, ride } from '../session/ride.js';
import type { RunObserver } from '../session/runObserver.js';
import type { SignalValue } from '../signals/missionTree.js';
import type { Fix } from '../signals/readings.js';
import type { Command, Standing, Surroundings, Target, Tick } from '../signals/signals.js';
import type { Behavior } from '../steering/behavior.js';
import type { MissionSpec, OwnBehaviors } from '../steering/mission.js';
import { changedSteps, missionSteps, type Step } from '../steering/missions/steps.js';
import { messageOf } from '../validation/errors.js';
import { onBody } from './body.js';

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
   * behavior that only passes its target, such as `seek`. `stopped`: only by `stop()`, a fault or a limit.
   */
  readonly until?: 'at rest' | 'there' | 'stopped';
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
  /** Stops the wheels at once, and ends the run. */
  stop(): Promise<DriveResult>;
}

/** A node of a mission that has begun, has ended, or waits again. */
export interface StepChange extends Step {
  readonly at: Seconds;
}

type Ridden = Omit<DriveResult, 'motorsOff'>;

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** A behavior, the mission that it stands for, and the own behaviors that the mission names. */
export interface Task {
  readonly behavior: Behavior;
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
}

/** The run, with the members that `servePage` needs. */
export class DriveRun implements Run {
  readonly robot: RobotDefinition;
  /** The behavior as a mission, and the own behaviors that the mission names. */
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
  readonly ticks$: Observable<Tick>;
  readonly steps$: Observable<StepChange>;
  readonly result: Promise<DriveResult>;
  readonly #body: ConnectedRobot;
  readonly #drift: DriftMeter;
  readonly #ticks = new Subject<Tick>();
  readonly #steps = new Subject<StepChange>();
  readonly #behavior: Behavior;
  #lastSteps: readonly Step[] = [];
  readonly #stopped = new ReplaySubject<void>(1);
  /** Commands of the page's operators. */
  readonly #commands = new Subject<Command>();
  readonly #targets = new Subject<Target>();
  readonly #fixes = new Subject<Fix>();
  readonly #failed = new Subject<string>();
  readonly #subscriptions = new Subscription();
  #observer: RunObserver | undefined;
  #state: LoopState;

  constructor(robot: RobotDefinition, task: Task, body: ConnectedRobot, options: DriveRunOptions) {
    const { behavior, mission, own } = task;
    this.robot = robot;
    this.mission = mission;
    this.own = own;
    this.ticks$ = this.#ticks.asObservable();
    this.steps$ = this.#steps.asObservable();
    this.#behavior = behavior;
    this.#body = body;
    const prepared = prepareModel(robot, behavior, robot.name, own);
    this.#drift = new DriftMeter(prepared.estimation);
    const { start = ORIGIN, seed = 1, latency = null } = options;
    const begin = { at: body.time.now(), pose: start, speed: 0, seed, latency };
    this.#state = asWaiting(startLoop(prepared, begin));
    // Begins later, so that the program can subscribe to the ticks first.
    const begun = new Promise<void>((done) => wallTime.after(0, done));
    this.result = begun
      .then(() => this.#ride(prepared, options))
      .then(async (result) => ({ ...result, motorsOff: await this.#end() }));
  }

  async stop(): Promise<DriveResult> {
    this.#body.stop();
    this.#stopped.next();
    return this.result;
  }

  signal(name: string, value: SignalValue = true): void {
    this.#commands.next({ kind: 'signal', name, value });
  }

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

  async #ride(model: RobotModel, options: DriveRunOptions): Promise<Ridden> {
    const { targets$ = NEVER, commands$ = NEVER, fixes$ = NEVER, surroundings$, until = 'at rest' } = options;
    try {
      const { ending } = await ride({
        initial: this.#state,
        ...onBody(this.#body, model),
        starts: true,
        commands$: merge(this.#guarded(commands$), this.#commands),
        targets$: merge(targets$.pipe(map((news) => this.#dated(news))), this.#targets),
        fixes$: merge(fixes$.pipe(map((fix) => ({ at: this.#body.time.now(), ...fix }))), this.#fixes),
        ...(surroundings$ && { surroundings$ }),
        failed$: this.#failed,
        interrupted$: this.#stopped,
        until: () => (until === 'stopped' || this.#observer?.tookOver ? 'interrupted' : until),
        endsOnFault: () => !this.#observer?.isAttended,
        onEvent: (event) => this.#observer?.onEvent(event),
        onTick: (ticked) => this.#note(ticked),
      });
      return this.#resultOf(ending);
    } catch (error) {
      return this.#resultOf({ kind: 'notReady', why: messageOf(error) });
    }
  }

  /**
   * Guards people: without the program's commands nothing else of it could stop the robot; the page's are still heard.
   */
  #guarded(commands$: Observable<Command>): Observable<Command> {
    return commands$.pipe(
      catchError((error: unknown) => {
        const why = `the program's commands failed: ${messageOf(error)}`;
        this.#failed.next(why);
        return of<Command>({ kind: 'stop', why });
      }),
    );
  }

  #dated(news: TargetNews): Target {
    return { at: this.#body.time.now(), velocity: ZERO, ...news };
  }

  #note(ticked: TickedState): void {
    this.#state = ticked.state;
    this.#drift.add(ticked.tick.estimate, ticked.tick.at);
    this.#observer?.ticked(ticked);
    this.#ticks.next(ticked.tick);
    this.#tellSteps(ticked);
  }

  /** An operator's other mission is told by the page. */
  #tellSteps({ state, tick }: TickedState): void {
    if (!this.#steps.observed || state.setup !== null) return;
    const steps = missionSteps(this.#behavior, state.mission.memory);
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
  async #end(): Promise<boolean> {
    this.#subscriptions.unsubscribe();
    this.#ticks.complete();
    this.#steps.complete();
    return closeStopped(this.#body).catch(() => false);
  }
}

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
