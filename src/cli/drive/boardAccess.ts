/** A board that a command speaks to without driving it: a real one, or one emulated in this process. */
import type { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { wallTime } from '../../control/clock.js';
import { type LineOptions, openPort } from '../../drivers/serial/openPort.js';
import type { ResettingPort } from '../../drivers/serial/port.js';
import { BOARDS, type BoardName } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { UsageError } from '../../validation/errors.js';
import { EMULATED } from '../portWords.js';

export interface BoardAccess {
  readonly port: string;
  readonly time: TimeSource;
  /** Opening a port resets most boards behind it. @param baud by default the link's, or Firmata's */
  open(baud?: number): Promise<ResettingPort>;
  /** Keeps the board running until the work is done. */
  during<T>(work: Promise<T>): Promise<T>;
}

export const realBoardAccess = (port: string, line: LineOptions = {}): BoardAccess => ({
  port,
  time: wallTime,
  open: (baud) => openPort(port, baud === undefined ? line : { ...line, baud }),
  during: (work) => work,
});

/** After this virtual time the work with an emulated board is given up. */
const VIRTUAL_TIMEOUT: Seconds = 120;

/** Runs as fast as possible; its virtual port ignores the baud rate. */
export const emulatedBoardAccess = (board: AvrBoard): BoardAccess => ({
  port: EMULATED,
  time: new VirtualTime(board),
  async open() {
    const port = new EmulatedPort(board);
    await port.reset();
    return port;
  },
  during: (work) =>
    untilSettled(board, work, {
      timeout: VIRTUAL_TIMEOUT,
      nextTurn: () => new Promise((done) => setImmediate(done)),
    }),
});

/** @throws UsageError where the board cannot be emulated */
export function refuseUnemulated(board: BoardName): void {
  if (BOARDS[board].isEmulated) return;
  throw new UsageError(
    `a ${board} is not emulated; an uno or a nano is; name the port of a real board with --port`,
  );
}
