/** The main entry for programs: makes a run from a robot, a behavior and a port, with ticks, a result and `stop`. */
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
import { loadRobot } from './config/loadDefinition.js';
import { missionSchema } from './config/mission/missionSchema.js';
import { type ConnectOptions, connect } from './connect.js';
import { asWaiting } from './control/autoArm.js';
import { wallTime } from './control/clock.js';
import type { TickedState } from './control/loop.js';
import { prepareModel, type RobotModel, slowed } from './control/robotModel.js';
import { type LoopState, startLoop } from './control/state.js';
import type { ConnectedRobot, Driver } from './drivers/driver.js';
import { DriftMeter } from './estimation/expectedError.js';
import { type Pose, ZERO } from './math/geometry.js';
import type { TimeSource } from './math/time.js';
import type { Meters, Seconds } from './math/units.js';
import type { RobotDefinition } from './robot/robot.js';
import type { RunObserver } from './session/drivenSession.js';
import { type Ending, ride } from './session/ride.js';
import type { Command, Surroundings, Target, Tick } from './signals/signals.js';
import { type Behavior, requireBehaviors } from './steering/behavior.js';
import { type MissionSpec, type OwnBehaviors, writtenMission } from './steering/mission.js';
import { DriverError, didYouMean, messageOf, oneOf } from './validation/errors.js';

export interface DriveOptions extends Omit<ConnectOptions, 'port'> {
  /**
   * `auto`, a path, `serial:ID`, `emulated` (the real firmware on an emulated board), `simulated` (a simulated body in
   * real time), or a port of your own. By default `auto`.
   */
  readonly port?: ConnectOptions['port'] | 'simulated';
  /** A robot that is connected already, instead of a port: `simulatedRobot`, or a driver of your own. */
  readonly driver?: Driver | ConnectedRobot;
  /** News of moving targets that the behavior names by id: from a camera, a click or another program. */
  readonly targets$?: Observable<TargetNews>;
  /** Other robots, and a map of obstacles. */
  readonly surroundings$?: Observable<Surroundings>;
  /** Commands of an operator: stop, arm, teleop and so on. */
  readonly commands$?: Observable<Command>;
  /** The robot's start; by default the origin, facing +x. */
  readonly start?: Pose;
  /** Seeds the behavior's random numbers; by default 1. */
  readonly seed?: number;
  /**
   * When the run ends. `at rest` (default): the robot has arrived and stands. `there`: as soon as it has arrived, for a
   * behavior that only passes its target, such as `seek`. `stopped`: only by `stop()`, a fault or a limit.
   */
  readonly until?: 'at rest' | 'there' | 'stopped';
}

/** A target from a program; by default it stands still, and its time is the present. */
export type TargetNews = Omit<Target, 'at' | 'velocity'> & Partial<Pick<Target, 'at' | 'velocity'>>;

export interface DriveResult {
  /**
   * `arrived`; `stopped` by `stop()` or by a limit; `faulted`: the robot latched a fault, or could not be armed; `lost`: the
   * body stopped answering.
   */
  readonly outcome: 'arrived' | 'stopped' | 'faulted' | 'lost';
  /** Why it ended; null if it arrived. */
  readonly cause: string | null;
  /** The estimated pose at the end. */
  readonly pose: Pose;
  /**
   * How far the robot typically is from that pose (1σ), where it has no encoders and only integrates its commands; null
   * where something measures the pose.
   */
  readonly expectedError: Meters | null;
  /** The time of the last tick [s]. */
  readonly at: Seconds;
}

/** A robot that is driving, as `drive` returns it. */
export interface Run {
  readonly robot: RobotDefinition;
  /** Every tick of the control loop; completes when the run has ended. It never fails. */
  readonly ticks$: Observable<Tick>;
  /** Resolves when the wheels are stopped and the port is closed, with how the run ended. It never rejects. */
  readonly result: Promise<DriveResult>;
  /** Stops the wheels at once, and ends the run. */
  stop(): Promise<DriveResult>;
}

/**
 * Drives a robot with a behavior: connects to it, arms it as soon as its sensors report, and runs the control loop.
 *
 * @param robot its name, the path of its file, or a definition
 * @throws FileError for a faulty robot file; DriverError without a robot at the port. Later failures end the run and
 *   are in its result.
 */
export async function drive(
  robot: string | RobotDefinition,
  behavior: Behavior,
  options: DriveOptions = {},
): Promise<Run> {
  requireBehaviors('drive', [behavior], 2);
  requireOptions(options);
  const definition = typeof robot === 'string' ? loadRobot(robot) : robot;
  return new DriveRun(definition, behavior, await connected(definition, options), options);
}

const PORT_WORDS = ['auto', 'emulated', 'simulated'];
const UNTIL_WORDS: readonly string[] = ['at rest', 'there', 'stopped'] satisfies DriveOptions['until'][];

/** A program without types may give anything. @throws TypeError with what is wanted */
function requireOptions(options: DriveOptions): void {
  const { port, until } = options;
  for (const name of ['targets$', 'surroundings$', 'commands$'] as const) {
    const stream: unknown = options[name];
    if (stream === undefined || typeof Object(stream).pipe === 'function') continue;
    throw new TypeError(
      `drive: ${name} is not an Observable; make one of a list or a promise by from() of rxjs`,
    );
  }
  if (until !== undefined && !UNTIL_WORDS.includes(until))
    throw new TypeError(
      `drive: until is '${until}'; ${oneOf(UNTIL_WORDS)} is wanted; ${didYouMean(until, UNTIL_WORDS)}`,
    );
  if (typeof port !== 'string' || PORT_WORDS.includes(port) || /[/\\:]|^com\d/i.test(port)) return;
  const hint = didYouMean(port, PORT_WORDS) || `a port is ${oneOf(PORT_WORDS)}, a path or serial:ID`;
  throw new DriverError(`there is no port '${port}'; ${hint}`);
}

async function connected(robot: RobotDefinition, options: DriveOptions): Promise<ConnectedRobot> {
  const { driver, port = 'auto', time, withoutDeadman, inputs } = options;
  if (driver) return 'deadMan' in driver ? driver : withoutExtras(driver, time);
  if (port === 'simulated') {
    const { simulatedRobot } = await import('../sim/engine/simulatedRobot.js');
    return simulatedRobot(robot, { pace: 'real time', ...(time && { time }) });
  }
  return connect(robot, {
    port,
    ...(time && { time }),
    ...(inputs && { inputs }),
    ...(withoutDeadman !== undefined && { withoutDeadman }),
  });
}

/** Completes a program's own driver, which has only the interface's members. */
const withoutExtras = (driver: Driver, time: TimeSource = wallTime): ConnectedRobot => ({
  readings$: driver.readings$,
  arm: () => driver.arm(),
  drive: (duties) => driver.drive(duties),
  stop: () => driver.stop(),
  close: () => driver.close(),
  time,
  deadMan: null,
  speedLimit: null,
  warning: null,
});

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };

/** The run, with the members that `servePage` needs. */
export class DriveRun implements Run {
  readonly robot: RobotDefinition;
  /** The behavior as a mission, and the own behaviors that the mission names. */
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
  readonly ticks$: Observable<Tick>;
  readonly result: Promise<DriveResult>;
  readonly #body: ConnectedRobot;
  readonly #drift: DriftMeter;
  readonly #ticks = new Subject<Tick>();
  readonly #stopped = new ReplaySubject<void>(1);
  /** Commands of the page's operators. */
  readonly #commands = new Subject<Command>();
  readonly #targets = new Subject<Target>();
  readonly #failed = new Subject<string>();
  readonly #subscriptions = new Subscription();
  #observer: RunObserver | undefined;
  #state: LoopState;

  constructor(robot: RobotDefinition, behavior: Behavior, body: ConnectedRobot, options: DriveOptions) {
    this.robot = robot;
    const own: Record<string, () => Behavior> = {};
    this.mission = missionSchema(own).parse(writtenMission(behavior, own));
    this.own = own;
    this.ticks$ = this.#ticks.asObservable();
    this.#body = body;
    const prepared = prepareModel(robot, behavior, robot.name, own);
    this.#drift = new DriftMeter(prepared.estimation);
    const { start = ORIGIN, seed = 1 } = options;
    const begin = { at: body.time.now(), pose: start, speed: 0, seed };
    this.#state = asWaiting(startLoop(prepared, begin));
    const model = body.speedLimit === null ? prepared : slowed(prepared, body.speedLimit);
    // Begins later, so that the program can subscribe to the ticks first.
    const begun = new Promise<void>((done) => wallTime.after(0, done));
    this.result = begun.then(() => this.#ride(model, options)).finally(() => this.#end());
  }

  async stop(): Promise<DriveResult> {
    this.#body.stop();
    this.#stopped.next();
    return this.result;
  }

  /** From now on a page shows the run, and its operators may control it. */
  observe(observer: RunObserver): void {
    if (this.#observer) throw new RangeError('the run has a page already; one page serves several visitors');
    this.#observer = observer;
    this.#subscriptions.add(observer.commands$.subscribe(this.#commands));
    this.#subscriptions.add(observer.targets$.subscribe(this.#targets));
    this.#subscriptions.add(observer.failed$.subscribe(this.#failed));
    observer.begins(this.#state, this.#body);
  }

  async #ride(model: RobotModel, options: DriveOptions): Promise<DriveResult> {
    const { targets$ = NEVER, commands$ = NEVER, surroundings$, until = 'at rest' } = options;
    try {
      const { ending } = await ride({
        model,
        initial: this.#state,
        driver: this.#body,
        time: this.#body.time,
        ...(this.#body.clock$ && { clock$: this.#body.clock$(model.period) }),
        starts: true,
        commands$: merge(this.#guarded(commands$), this.#commands),
        targets$: merge(targets$.pipe(map((news) => this.#dated(news))), this.#targets),
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

  /** Guards people: without the program's commands nothing else of it could stop the robot; the page's are still heard. */
  #guarded(commands$: Observable<Command>): Observable<Command> {
    return commands$.pipe(
      catchError((error: unknown) => {
        this.#failed.next(`the program's commands failed: ${messageOf(error)}`);
        return of<Command>({ kind: 'stop' });
      }),
    );
  }

  #dated(news: TargetNews): Target {
    return { at: this.#body.time.now(), velocity: ZERO, ...news };
  }

  #note(ticked: TickedState): void {
    this.#state = ticked.state;
    this.#drift.add(ticked.tick.estimate);
    this.#observer?.ticked(ticked);
    this.#ticks.next(ticked.tick);
  }

  #resultOf(ending: Ending): DriveResult {
    const { estimator, at } = this.#state;
    const cause = 'why' in ending ? ending.why : 'error' in ending ? messageOf(ending.error) : null;
    const { expectedError } = this.#drift;
    const outcome = OUTCOMES[ending.kind];
    return { outcome, cause, pose: estimator.pose, expectedError, at: at ?? estimator.at };
  }

  async #end(): Promise<void> {
    this.#subscriptions.unsubscribe();
    this.#ticks.complete();
    await this.#body.close().catch(() => {});
  }
}

const OUTCOMES: Readonly<Record<Ending['kind'], DriveResult['outcome']>> = {
  arrived: 'arrived',
  interrupted: 'stopped',
  limited: 'stopped',
  faulted: 'faulted',
  notReady: 'faulted',
  lost: 'lost',
};
