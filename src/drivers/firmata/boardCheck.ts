/** Whether the connected board is the robot's: by its pins, and before that by its USB port. */

import { BOARDS, type BoardName } from '../../kit/boards.js';
import type { RobotDefinition } from '../../robot/robot.js';
import type { PortInfo } from '../serial/ports.js';
import type { FirmataLink } from './firmataLink.js';
import { unknownBoard, wrongBoard, wrongDevice } from './linkErrors.js';

/**
 * Guards motors: on another board the same pin numbers have other timers, or belong to other parts. An Uno and a Nano
 * count as the same here.
 *
 * @throws DriverError where the board has another number of pins
 */
export function refuseWrongBoard({ name, io }: FirmataLink, { board }: Pick<RobotDefinition, 'board'>): void {
  if (board === undefined || BOARDS[board].firmataPins.includes(io.pins.length)) return;
  throw wrongBoard(name, board, io.pins.length);
}

/**
 * Refuses a board by its USB port, before anything is opened. Does nothing where the port cannot tell, as with the
 * converter chips that many boards share.
 *
 * @throws DriverError for another board, or one that the firmware does not run on
 */
export function refuseWrongDevice({ path, device }: PortInfo, board: BoardName): void {
  if (device?.boards.length === 0) throw unknownBoard(path, device.name);
  const fits = ({ chip }: (typeof BOARDS)[BoardName]) => chip === BOARDS[board].chip;
  if (device && !device.boards.some((each) => fits(BOARDS[each])))
    throw wrongDevice(path, device.name, board);
}
