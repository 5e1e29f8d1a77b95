import { loadRobot } from './config/loadDefinition.js';
import { missionSchema } from './config/mission/missionSchema.js';
import { type ConnectOptions, connect } from './connect.js';
import { wallTime } from './control/clock.js';
import { DriveRun, type Run, type RunOptions } from './driveRun.js';
import type { ConnectedRobot, Driver } from './drivers/driver.js';
import { MOST_LATENCY } from './estimation/latencyMeter.js';
import type { TimeSource } from './math/time.js';
import type { RobotDefinition } from './robot/robot.js';
import { rangersOf } from './sensors/beam.js';
import { mountsOf } from './sensors/mounts.js';
import { type Behavior, requireBehaviors } from './steering/behavior.js';
import { type MissionSpec, missingSensors, needsSight, writtenMission } from './steering/mission.js';
import { DriverError, didYouMean, oneOf } from './validation/errors.js';
export interface DriveOptions extends Omit<ConnectOptions, 'port'>, RunOptions {
  /**
   * `auto`, a path, `serial:ID`, `tcp://HOST:PORT`, `emulated` (the real firmware on an emulated board), `simulated` (a
   * simulated body in real time), or a port of your own. By default `auto`.
   */
  readonly port?: ConnectOptions['port'] | 'simulated';
  /** A robot that is connected already, instead of a port: `simulatedRobot`, or a driver of your own. */
  readonly driver?: Driver | ConnectedRobot;
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
  const own: Record<string, () => Behavior> = {};
  const mission = missionSchema(own).parse(writtenMission(behavior, own));
  requireSight(definition, mission, options);
  const body = await connected(definition, options);
  try {
    return new DriveRun(definition, { behavior, mission, own }, body, options);
  } catch (error) {
    await body.close();
    throw error;
  }
}

/** Without sensors or a map it would drive into what it was told to avoid. @throws DriverError */
function requireSight({ name, sensors }: RobotDefinition, mission: MissionSpec, options: DriveOptions): void {
  const missing = missingSensors(mission, mountsOf(sensors));
  if (missing !== undefined) throw new DriverError(`${missing} in robot '${name}'; add them to its file`);
  const blind = needsSight(mission);
  if (blind === undefined || options.surroundings$ || Object.keys(rangersOf(sensors)).length > 0) return;
  throw new DriverError(
    `'${blind}' needs a range sensor, and robot '${name}' has none; add one, or give a map by surroundings$`,
  );
}

const PORT_WORDS = ['auto', 'emulated', 'simulated'];
const UNTIL_WORDS: readonly string[] = ['at rest', 'there', 'stopped'] satisfies DriveOptions['until'][];

/** A program without types may give anything. @throws TypeError with what is wanted */
function requireOptions(options: DriveOptions): void {
  const { port, until, latency } = options;
  if (latency !== undefined && latency !== null && !(latency >= 0 && latency <= MOST_LATENCY))
    throw new TypeError(
      `drive: latency is ${latency}; that of an earlier result is wanted, in seconds, at most ${MOST_LATENCY}`,
    );
  for (const name of ['targets$', 'fixes$', 'surroundings$', 'commands$'] as const) {
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
  const hint =
    didYouMean(port, PORT_WORDS) || `a port is ${oneOf(PORT_WORDS)}, a path, serial:ID or tcp://HOST:PORT`;
  throw new DriverError(`there is no port '${port}'; ${hint}`);
}

async function connected(robot: RobotDefinition, options: DriveOptions): Promise<ConnectedRobot> {
  const { driver, port = 'auto', time, withoutDeadman, inputs, baud, insecureLink } = options;
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
    ...(baud !== undefined && { baud }),
    ...(insecureLink !== undefined && { insecureLink }),
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
