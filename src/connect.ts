/** From a robot definition to a robot with all its sensors, at a port of this machine. */
import { wallTime } from './control/clock.js';
import type { ConnectedRobot } from './drivers/driver.js';
import type { Port } from './drivers/serial/port.js';
import type { TimeSource } from './math/time.js';
import type { RobotDefinition } from './robot/robot.js';
import { boardInputs } from './sensors/boardInputs.js';
import type { BoardInput } from './signals/boardInput.js';
import { DriverError } from './validation/errors.js';

export interface ConnectOptions {
  /**
   * `auto`, the one board that is plugged in; a path; `serial:ID` of a board; `emulated`, the robot's real firmware on an
   * emulated board, on an empty floor, in real time; or a port of your own.
   */
  readonly port: string | Port;
  readonly withoutDeadman?: boolean;
  /** Must be that of the control clock; the machine's own unless given. */
  readonly time?: TimeSource;
  /** Sensors of one's own, read besides those in the robot's file. */
  readonly inputs?: readonly BoardInput[];
}

/**
 * Opens the port, with everything that needs a native module; the robot is stopped until it is armed.
 * @throws DriverError with what is wrong and its cure
 */
export async function connect(robot: RobotDefinition, options: ConnectOptions): Promise<ConnectedRobot> {
  return openConnection(robot, options).catch((error: unknown) => {
    if (error instanceof DriverError) error.message = error.forPrograms;
    throw error;
  });
}

/** The same, in the words of the command line. @throws DriverError; SeveralBoards where only a person can choose */
export async function openConnection(
  robot: RobotDefinition,
  options: ConnectOptions,
): Promise<ConnectedRobot> {
  const { port: wanted, time = wallTime, inputs = [], ...rest } = options;
  if (wanted === 'emulated') {
    const { openEmulated } = await import('../sim/avr/loadEmulated.js');
    return openEmulated(robot, { ...rest, inputs });
  }
  const { choosePort } = await import('./drivers/serial/ports.js');
  const { openSerialPort } = await import('./drivers/serial/serialPort.js');
  const { openDriver } = await import('./drivers/openDriver.js');
  const port = typeof wanted === 'string' ? await openSerialPort(await choosePort(wanted)) : wanted;
  return openDriver(robot, port, { time, ...rest, inputs: [...boardInputs(robot), ...inputs] });
}
