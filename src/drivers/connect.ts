/** From a robot definition to a robot: finds the port, opens it, and sets up what is at its other end. */

import type { TimeSource } from '../math/time.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { BoardInput } from '../signals/boardInput.js';
import type { BoardDriver } from './openDriver.js';

export interface ConnectOptions {
  /** `auto`, a path, or `serial:ID` of a board. */
  readonly port: string;
  readonly withoutDeadman?: boolean;
  /** Must be that of the control clock; the machine's own unless given. */
  readonly time?: TimeSource;
  /** What its board reads besides encoders; nothing unless given. */
  readonly inputs?: readonly BoardInput[];
}

const machineTime: TimeSource = {
  now: () => performance.now() / 1000,
  after(delay, callback) {
    const timer = setTimeout(callback, Math.max(0, delay) * 1000);
    return () => clearTimeout(timer);
  },
};

/**
 * Opens the port only now, with everything that needs a native module; the robot is stopped until it is armed.
 * @throws DriverError with what is wrong and its cure; SeveralBoards where only a person can choose
 */
export async function connect(robot: RobotDefinition, options: ConnectOptions): Promise<BoardDriver> {
  const { port, time = machineTime, ...rest } = options;
  const { choosePort } = await import('./serial/ports.js');
  const { openSerialPort } = await import('./serial/serialPort.js');
  const { openDriver } = await import('./openDriver.js');
  return openDriver(robot, await openSerialPort(await choosePort(port)), { time, ...rest });
}
