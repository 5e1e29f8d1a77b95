/** `drive`: the front door of the library, from a robot and a behavior to a run. */
import { isObservable, type Observable } from 'rxjs';
import { robotOf } from '../config/loadDefinition.js';
import { stopsAtExit } from '../drivers/atExit.js';
import { closeStopped, stopped } from '../drivers/closeStopped.js';
import type { ConnectedRobot, Driver } from '../drivers/driver.js';
import { MOST_LATENCY } from '../estimation/latencyMeter.js';
import type { TimeSource } from '../math/time.js';
import type { RobotDefinition } from '../robot/robot.js';
import { type Behavior, requireBehaviors } from '../steering/behavior.js';
import { asCalled } from '../validation/asCalled.js';
import { misuse } from '../validation/caller.js';
import { aDriver, aNumber, type Checks, requireOptions } from '../validation/options.js';
import { CONNECT_SHAPES, type ConnectOptions, connect } from './connect.js';
import { type DrivenBody, DriveRun } from './driveRun.js';
import { otherRobot } from './madeFor.js';
import { ofProgram } from './ofProgram.js';
import type { DriveResult, DriveRunOptions, Run } from './run.js';
import { RUN_OPTION_CHECKS } from './shapes.js';
import { STANDING, taskOf } from './task.js';

export interface DriveOptions extends ConnectOptions, DriveRunOptions {
  /**
   * A robot that is connected already, instead of a port: by `connect`, `simulatedRobot`, or a driver of your own. The run does
   * not close it, and several runs may have it, one after the other: each begins where the one before has ended, unless it is
   * given a `start`.
   */
  readonly driver?: Driver | ConnectedRobot;
}

/**
 * Drives a robot with a behavior: connects to it, arms it as soon as its sensors report, and runs the control loop.
 *
 * @param robot its name, the path of its file, or a definition
 * @param behavior what it is to do; or a stream of behaviors, each in place of the one before: the robot stands until the first
 *   comes, and the run ends by itself only after the last
 * @throws TypeError for arguments that cannot be meant; FileError for a faulty robot file; DriverError without a robot at the
 *   port. Later failures end the run and are in its result.
 * @example
 * ```ts
 * import { arrive, drive } from 'steerbot';
 * const run = await drive('scout', arrive({ target: [0.3, 0] }), { port: 'simulated' });
 * const { outcome } = await run.result;
 * console.log(outcome); // arrived
 * ```
 * @example
 * ```ts
 * import { concatMap, delay, of } from 'rxjs';
 * import { arrive, drive } from 'steerbot';
 * const corners: [number, number][] = [[0.3, 0], [0.3, 0.3]];
 * const missions$ = of(...corners).pipe(concatMap((target, i) => of(arrive({ target })).pipe(delay(500 * i))));
 * const run = await drive('scout', missions$, { port: 'simulated' });
 * const { pose } = await run.result;
 * console.log(pose.x.toFixed(1), pose.y.toFixed(1)); // 0.3 0.3
 * ```
 */
export function drive(
  robot: string | RobotDefinition,
  behavior: Behavior | Observable<Behavior>,
  options: DriveOptions = {},
): Promise<Run> {
  return asCalled(async () => {
    const definition = robotOf('drive', robot);
    const behaviors$ = isObservable(behavior) ? behavior : undefined;
    if (!behaviors$) requireBehaviors('drive', [behavior], 2);
    requireOptions('drive', options, DRIVE_SHAPES, ELSEWHERE);
    const first = behaviors$ ? STANDING : (behavior as Behavior);
    const task = taskOf(definition, first, options.surroundings$ !== undefined);
    const { driver } = options;
    if (driver && isDriving(driver))
      throw misuse(
        'drive: another run drives this `driver`; await its result first, or give that run another behavior: run.become(…), or a stream of behaviors',
      );
    const other = driver && otherRobot(driver, definition);
    if (other !== undefined) throw misuse(`drive: ${other}`);
    const driven = driver ? given(driver, options.time) : await connected(definition, options);
    try {
      const run = new DriveRun(definition, task, driven, goingOn(options), behaviors$);
      if (driver) noteRun(driver, run.result);
      return run;
    } catch (error) {
      await driven.end();
      throw error;
    }
  });
}

/** How the last run of each driver that programs have connected has ended; null while it goes on. */
const lastRuns = new WeakMap<object, Pick<DriveResult, 'pose' | 'latency'> | null>();

const isDriving = (driver: Driver): boolean => lastRuns.get(driver) === null;

function noteRun(driver: Driver, result: Run['result']): void {
  lastRuns.set(driver, null);
  void result.then((ended) => lastRuns.set(driver, ended));
}

/** A run goes on where the one before with the same driver has ended, unless it is told otherwise. */
function goingOn(options: DriveOptions): DriveRunOptions {
  const { driver, start, latency } = options;
  const last = driver && lastRuns.get(driver);
  if (!last) return options;
  return { ...options, start: start ?? last.pose, latency: latency === undefined ? last.latency : latency };
}

/** A robot that the program has connected stays connected. */
function given(driver: Driver | ConnectedRobot, time: TimeSource | undefined): DrivenBody {
  const body = ofProgram(driver, time);
  const forget = stopsAtExit(body);
  return { body, end: () => stopped(body).finally(forget) };
}

async function connected(robot: RobotDefinition, options: DriveOptions): Promise<DrivenBody> {
  const names = Object.keys(CONNECT_SHAPES) as (keyof ConnectOptions)[];
  const chosen = Object.fromEntries(
    names.map((name) => [name, options[name]]).filter(([, value]) => value !== undefined),
  );
  const body = await connect(robot, chosen as ConnectOptions);
  return { body, end: () => closeStopped(body) };
}

const BOARD_OF_ONES_OWN =
  'a board that the program has opened becomes a driver by steerbot/johnny-five: { driver: johnnyFiveRobot(…) }';
/** What programs look for under other names. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  board: BOARD_OF_ONES_OWN,
  io: BOARD_OF_ONES_OWN,
  readings$: 'readings of your own are merged by { readings: (own$) => merge(own$, mine$) }',
  behavior$: 'a stream of behaviors is the second argument: drive(robot, behaviors$)',
};

const DRIVE_SHAPES: Checks<DriveOptions> = {
  ...CONNECT_SHAPES,
  driver: aDriver,
  ...RUN_OPTION_CHECKS,
  latency: (value) =>
    value === null ? undefined : aNumber('that of an earlier result, in seconds', 0, MOST_LATENCY)(value),
};
