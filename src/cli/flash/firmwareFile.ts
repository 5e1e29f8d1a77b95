/** The firmware that comes with Steerbot: its hex file for a board, wherever the package lies. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { loadText, packageFolder } from '../../config/loadFile.js';
import { BOARDS, type BoardName } from '../../drivers/boards.js';
import { FileError, placedFault } from '../../validation/errors.js';

const FOLDER = join(packageFolder(), 'robots', 'firmware', 'hex');
/** What each hex was built with, and its SHA-256. */
const RECORD = 'built-with.json';

/**
 * Guards motors: a hex may be whole line by line and still not be the firmware: a line is missing, or it is another
 * board's. A programmer would write that, and find it verified.
 *
 * @returns its path
 * @throws FileError unless it is byte by byte what was built for the board
 */
export function firmwareFile(board: BoardName, folder = FOLDER): string {
  const { hex, title } = BOARDS[board];
  const file = join(folder, hex);
  const sum = createHash('sha256').update(loadText(file)).digest('hex');
  if (loadText(join(folder, RECORD)).includes(`"${hex}": "${sum}"`)) return file;
  const found = `this is not the firmware that was built for an ${title}, by ${RECORD} beside it`;
  throw new FileError([
    placedFault(file, 1, 1, `${found}; install Steerbot again, or build the firmware anew`),
  ]);
}

/** What it makes of the program memory of an ATmega328P. @throws FileError where it is damaged */
export const firmwareBytes = (board: 'uno' | 'nano'): Uint8Array =>
  new Uint8Array(loadFirmware(firmwareFile(board)).buffer);
