/** Whether a board is the one that is meant: by what it says of its pins, and before that by its USB port. */
import type { RobotDefinition } from '../../robot/robot.js';
import { BOARDS, type BoardName } from '../boards.js';
import type { PortInfo } from '../serial/ports.js';
import type { FirmataLink } from './firmataLink.js';
import { unknownBoard, wrongBoard, wrongDevice } from './linkErrors.js';

/**
 * Guards motors: on another board the same pin numbers have other timers, or are others' pins. An Uno and a Nano are
 * the same here.
 *
 * @throws DriverError where the board has another number of pins
 */
export function refuseWrongBoard({ name, io }: FirmataLink, { board }: Pick<RobotDefinition, 'board'>): void {
  if (board === undefined || BOARDS[board].pins.includes(io.pins.length)) return;
  throw wrongBoard(name, board, io.pins.length);
}

/**
 * What the USB port says against a board before anything is opened; nothing where it cannot tell, as with the converter
 * chips that many boards share.
 *
 * @throws DriverError for another board, or one that the firmware does not run on
 */
export function refuseWrongDevice({ path, device }: PortInfo, board: BoardName): void {
  if (device?.boards.length === 0) throw unknownBoard(path, device.name);
  const fits = device?.boards.some((each) => BOARDS[each].hex === BOARDS[board].hex) ?? true;
  if (!fits && device) throw wrongDevice(path, device.name, board);
}
