/** From a robot definition to a robot with all its sensors, at a port of this machine. */

import { connect as connectLink, type ConnectOptions as LinkOptions } from './drivers/connect.js';
import type { BoardDriver } from './drivers/openDriver.js';
import type { RobotDefinition } from './robot/robot.js';
import { boardInputs } from './sensors/boardInputs.js';
import type { BoardInput } from './signals/boardInput.js';

export interface ConnectOptions extends LinkOptions {
  /** Sensors of one's own, read besides those in the robot's file. */
  readonly inputs?: readonly BoardInput[];
}

/**
 * Opens the port only now, with everything that needs a native module; the robot is stopped until it is armed.
 * @throws DriverError with what is wrong and its cure; SeveralBoards where only a person can choose
 */
export const connect = (robot: RobotDefinition, options: ConnectOptions): Promise<BoardDriver> =>
  connectLink(robot, { ...options, inputs: [...boardInputs(robot), ...(options.inputs ?? [])] });
