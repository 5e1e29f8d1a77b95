/** The firmware that comes with Steerbot: its hex file for a board, wherever the package lies. */
import { join } from 'node:path';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { BOARDS, type BoardName } from '../../drivers/boards.js';
import { packageFolder } from '../../files/loadFile.js';

export const firmwareFile = (board: BoardName): string =>
  join(packageFolder(), 'robots', 'firmware', 'hex', BOARDS[board].hex);

/** What it makes of the program memory of an ATmega328P. @throws FileError where it is damaged */
export const firmwareBytes = (board: 'uno' | 'nano'): Uint8Array =>
  new Uint8Array(loadFirmware(firmwareFile(board)).buffer);
