/** Error messages for a board that cannot be programmed. */

import { BOARD_NAMES, BOARDS, type BoardName } from '../../kit/boards.js';
import { DriverError, oneOf } from '../../validation/errors.js';

export const wrongSignature = (port: string, board: BoardName, signature: string): DriverError => {
  const found = Object.values(BOARDS).find(({ signatures }) => signatures.includes(signature));
  const has = found
    ? `an ${found.chip}, as an ${found.title} has it`
    : `a chip with the signature ${signature}`;
  const { chip, title } = BOARDS[board];
  return new DriverError(
    `${port}: this is the wrong board: it has ${has}, not the ${chip} of an ${title}; connect that one, or flash ` +
      `this one by its own name: ${oneOf(Object.keys(BOARDS))}`,
  );
};

export const noBootLoader = (port: string, board: BoardName): DriverError => {
  const { title, baudRates, chip } = BOARDS[board];
  const slower = BOARD_NAMES.find(
    (other) => BOARDS[other].chip === chip && BOARDS[other].baudRates.length > baudRates.length,
  );
  const cure =
    slower !== undefined
      ? `flash it as a ${slower}, whose old boot loader is slower, or check that it is an ${title}`
      : `check that it is an ${title}, and press its reset button as the writing begins`;
  const rates = oneOf(baudRates.map(String));
  return new DriverError(`${port}: no boot loader of an ${title} answers at ${rates} baud; ${cure}`);
};

/** The boot loader answered at first, and then failed. */
export const unfinished = (port: string, why: string): DriverError =>
  new DriverError(`${port}: the boot loader ${why}; flash it once more`);

export const notVerified = (port: string, address: number): DriverError =>
  new DriverError(
    `${port}: what was written at address ${address} reads back differently; flash once more; if that happens ` +
      'again, use another board: the memory of this one is worn out',
  );

export const noProgrammer = (board: BoardName): DriverError =>
  new DriverError(
    `an ${BOARDS[board].title} is programmed by avrdude, which is not in the PATH; install it with ` +
      '`sudo apt install avrdude`, `brew install avrdude` or `winget install AVRDudes.AVRDUDE`',
  );

/** avrdude writes from the first page on, so the board may hold half a firmware, which may do anything. */
export class AvrdudeFailed extends DriverError {
  /** @param said the last lines of its output */
  constructor(port: string, board: BoardName, how: string, said: string) {
    const cure = `check that the board is an ${BOARDS[board].title}, and keep the motors' battery off until it is flashed`;
    super(`${port}: avrdude ${how}; ${cure}${said === '' ? '' : `\navrdude said:\n${said}`}`);
  }
}
