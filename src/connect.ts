/** From a robot definition to a robot with all its sensors, at a port of this machine. */
import { wallTime } from './control/clock.js';
import type { ConnectedRobot } from './drivers/driver.js';
import type { TimeSource } from './math/time.js';
import type { RobotDefinition } from './robot/robot.js';
import { boardInputs } from './sensors/boardInputs.js';
import type { BoardInput } from './signals/boardInput.js';

export interface ConnectOptions {
  /** `auto`, a path, or `serial:ID` of a board. */
  readonly port: string;
  readonly withoutDeadman?: boolean;
  /** Must be that of the control clock; the machine's own unless given. */
  readonly time?: TimeSource;
  /** Sensors of one's own, read besides those in the robot's file. */
  readonly inputs?: readonly BoardInput[];
}

/**
 * Opens the port only now, with everything that needs a native module; the robot is stopped until it is armed.
 * @throws DriverError with what is wrong and its cure; SeveralBoards where only a person can choose
 */
export async function connect(robot: RobotDefinition, options: ConnectOptions): Promise<ConnectedRobot> {
  const { port: wanted, time = wallTime, inputs = [], ...rest } = options;
  const { choosePort } = await import('./drivers/serial/ports.js');
  const { openSerialPort } = await import('./drivers/serial/serialPort.js');
  const { openDriver } = await import('./drivers/openDriver.js');
  const port = await openSerialPort(await choosePort(wanted));
  return openDriver(robot, port, { time, ...rest, inputs: [...boardInputs(robot), ...inputs] });
}
