/** Connects to a robot with all its sensors, at a port of this machine. */

import { robotOf } from '../config/loadDefinition.js';
import { wallTime } from '../control/clock.js';
import { stoppedAtExit } from '../drivers/atExit.js';
import type { ConnectedRobot } from '../drivers/driver.js';
import type { Port } from '../drivers/serial/port.js';
import type { TimeSource } from '../math/time.js';
import type { RobotDefinition } from '../robot/robot.js';
import { boardInputs } from '../sensors/boardInputs.js';
import type { BoardInput } from '../signals/boardInput.js';
import { asCalled } from '../validation/asCalled.js';
import { DriverError, didYouMean, oneOf } from '../validation/errors.js';
import {
  aFlag,
  aList,
  aNumber,
  type Check,
  type Checks,
  inDetail,
  requireOptions,
  withMethods,
} from '../validation/options.js';
import { madeFor } from './madeFor.js';

export interface ConnectOptions {
  /**
   * `auto` (default): the only board that is plugged in; a path; `serial:ID` of a board; `tcp://HOST:PORT` of a bridge in the
   * network; `emulated`: the robot's real firmware on an emulated board, and `simulated`: a body without a board, which moves
   * with its own `clock$`, both on an empty floor in real time; or a port of your own.
   */
  readonly port?: string | Port;
  /**
   * Accepts a board without a dead-man; by default false. Its motors run on if this program is killed, the computer freezes or the
   * cable is pulled; they are stopped where it ends by an error, by `process.exit` or by Ctrl-C.
   */
  readonly withoutDeadman?: boolean;
  /** Of a serial port [baud]; by default what `link` in the robot's file says, else 57 600. */
  readonly baud?: number;
  /** Accepts a bridge that is not on this machine; by default false. Any program that can reach the bridge can arm the robot. */
  readonly insecureLink?: boolean;
  /** The time source that the control clock uses; default the machine's clock. */
  readonly time?: TimeSource;
  /** Your own sensors on the board, read besides those in the robot's file. */
  readonly inputs?: readonly BoardInput[];
}

/**
 * Connects to a robot at a port, for your own control loop. The robot is stopped until it is armed.
 *
 * The native module of the serial port is loaded at the first call, not with the library.
 *
 * @param robot its name, the path of its file, or a definition
 * @throws TypeError for arguments that cannot be meant; DriverError without a board or with a wrong one; FileError for a faulty
 *   robot file
 * @example
 * ```ts
 * import { connect } from 'steerbot';
 * const body = await connect('scout', { port: 'emulated' });
 * console.log(body.deadMan); // 0.2
 * await body.close();
 * ```
 */
export function connect(
  robot: string | RobotDefinition,
  options: ConnectOptions = {},
): Promise<ConnectedRobot> {
  return asCalled(async () => {
    requireOptions('connect', options, CONNECT_SHAPES);
    try {
      const definition = robotOf('connect', robot);
      return madeFor(stoppedAtExit(await openConnection(definition, options)), definition);
    } catch (error) {
      if (error instanceof DriverError) error.message = error.forPrograms;
      throw error;
    }
  });
}

const PORT_WORDS = ['auto', 'emulated', 'simulated'];
const PORT_FORMS = `${oneOf(PORT_WORDS)}, a path, serial:ID, tcp://HOST:PORT or a Port of your own`;

const aPort: Check = (value) => {
  if (typeof value === 'string') {
    if (PORT_WORDS.includes(value) || /[/\\:]|^com\d/i.test(value)) return undefined;
    return [`is '${value}'`, didYouMean(value, PORT_WORDS) || `${PORT_FORMS} is wanted`].join('; ');
  }
  return (
    aPortOfOnesOwn(value) ??
    (typeof Object(value).name === 'string' ? undefined : 'has no name; a text is wanted, for messages')
  );
};

const aPortOfOnesOwn = withMethods(['write', 'listen', 'close'], PORT_FORMS);

const INPUT_KINDS = ['analog', 'digital', 'discharge', 'sonar', 'bus'] satisfies BoardInput['kind'][];

const theInputs: Check = (value) => {
  if (!Array.isArray(value)) return aList(value);
  const i = value.findIndex(
    (input) => !INPUT_KINDS.includes(input?.kind) || typeof input.read !== 'function',
  );
  return i < 0
    ? undefined
    : `has at ${i} ${inDetail(value[i])}; { kind, pin, read } with a kind of ${oneOf(INPUT_KINDS)} is wanted`;
};

/** What each option must be. */
export const CONNECT_SHAPES: Checks<ConnectOptions> = {
  port: aPort,
  withoutDeadman: aFlag,
  baud: aNumber('a rate in baud', 1),
  insecureLink: aFlag,
  time: withMethods(['now', 'after'], 'a clock { now(), after(seconds, call) }'),
  inputs: theInputs,
};

/**
 * The same, with messages for the command line. Guards people: only the command line's test of the wiring may leave out
 * the board's search for stalled wheels (`testsWiring`, as in `DriverOptions`).
 *
 * @throws DriverError; SeveralBoards if the user must choose one
 */
export async function openConnection(
  robot: RobotDefinition,
  options: ConnectOptions & { readonly testsWiring?: boolean },
): Promise<ConnectedRobot> {
  const { port: wanted = 'auto', baud = robot.link?.baud, insecureLink = false, ...others } = options;
  const { time = wallTime, inputs = [], ...rest } = others;
  if (wanted === 'simulated') {
    if (inputs.length > 0)
      throw new DriverError(
        'a simulated robot has no board that reads sensors of your own; take an emulated one',
      );
    const { simulatedRobot } = await import('../../sim/engine/simulatedRobot.js');
    return simulatedRobot(robot, { pace: 'real time', time });
  }
  if (wanted === 'emulated') {
    const { openEmulated } = await import('../../sim/avr/loadEmulated.js');
    return openEmulated(robot, { ...rest, inputs });
  }
  const { openPort } = await import('../drivers/serial/openPort.js');
  const { openDriver } = await import('../drivers/openDriver.js');
  const line = { insecureLink, ...(baud !== undefined && { baud }) };
  const port = typeof wanted === 'string' ? await openPort(wanted, line) : wanted;
  return openDriver(robot, port, { time, ...rest, inputs: [...boardInputs(robot), ...inputs] });
}
