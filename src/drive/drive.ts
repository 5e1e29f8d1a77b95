/** `drive`: the front door of the library, from a robot and a behavior to a run. */
import { loadRobot } from '../config/loadDefinition.js';
import { missionSchema } from '../config/mission/missionSchema.js';
import { wallTime } from '../control/clock.js';
import type { ConnectedRobot, Driver } from '../drivers/driver.js';
import { MOST_LATENCY } from '../estimation/latencyMeter.js';
import type { TimeSource } from '../math/time.js';
import type { RobotDefinition } from '../robot/robot.js';
import { type Behavior, requireBehaviors } from '../steering/behavior.js';
import { writtenMission } from '../steering/mission.js';
import { DriverError, didYouMean, oneOf } from '../validation/errors.js';
import { type ConnectOptions, connect } from './connect.js';
import { DriveRun, type DriveRunOptions, type Run } from './run.js';
import { blindTrouble } from './sight.js';

export interface DriveOptions extends Omit<ConnectOptions, 'port'>, DriveRunOptions {
  /** By default `auto`. */
  readonly port?: ConnectOptions['port'];
  /** A robot that is connected already, instead of a port: `simulatedRobot`, or a driver of your own. */
  readonly driver?: Driver | ConnectedRobot;
}

/**
 * Drives a robot with a behavior: connects to it, arms it as soon as its sensors report, and runs the control loop.
 *
 * @param robot its name, the path of its file, or a definition
 * @throws FileError for a faulty robot file; DriverError without a robot at the port. Later failures end the run and
 *   are in its result.
 * @example
 * ```ts
 * import { arrive, drive } from 'steerbot';
 * const run = await drive('scout', arrive({ target: [0.3, 0] }), { port: 'simulated' });
 * const { outcome } = await run.result;
 * console.log(outcome); // arrived
 * ```
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
  const trouble = blindTrouble(definition, mission, options.surroundings$ ? true : 'surroundings$');
  if (trouble !== undefined) throw new DriverError(trouble);
  const body = await connected(definition, options);
  try {
    return new DriveRun(definition, { behavior, mission, own }, body, options);
  } catch (error) {
    await body.close();
    throw error;
  }
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
