/** Words for whoever has a cable, a board and no connection. */
import { DriverError } from '../errors.js';
import type { RobotDefinition } from '../robot.js';
import type { Seconds } from '../units.js';
import { CAUSE } from './messages.js';

type BoardName = NonNullable<RobotDefinition['board']>;

const PROGRAMMERS: Readonly<Record<BoardName, string>> = {
  uno: '-p atmega328p -c arduino -b 115200',
  nano: '-p atmega328p -c arduino -b 115200',
  mega: '-p atmega2560 -c wiring -b 115200 -D',
};

/** Puts our firmware on the board. */
function flashCommand(board: BoardName, port: string): string {
  const hex = `robots/firmware/hex/steerbot-${board === 'mega' ? 'mega' : 'uno'}.hex`;
  return `avrdude ${PROGRAMMERS[board]} -P ${port} -U flash:w:${hex}:i`;
}

const cure = (board: BoardName, port: string): string => {
  const more = board === 'nano' ? 'with an old boot loader -b 57600; ' : '';
  return `put the firmware on it with \`${flashCommand(board, port)}\` (${more}robots/firmware/README.md says more)`;
};

export const noFirmware = (port: string, patience: Seconds, board: BoardName): DriverError =>
  new DriverError(
    `${port}: nothing answered within ${patience} s; ` +
      `if this is the robot's port and the board has power, ${cure(board, port)}`,
  );

export const halfHandshake = (port: string, found: string, patience: Seconds): DriverError =>
  new DriverError(
    `${port}: ${found} answered, but did not say within ${patience} s what its pins can do; ` +
      'press its reset button and try again',
  );

export const wrongFirmware = (port: string, found: string, board: BoardName): DriverError =>
  new DriverError(
    `${port}: the board runs ${found}, not the Steerbot firmware, so nothing would stop the motors without ` +
      `the host; ${cure(board, port)}, or set \`firmware: standard-firmata\` and drive with --without-deadman`,
  );

export const otherVersion = (port: string, board: BoardName): DriverError =>
  new DriverError(
    `${port}: the Steerbot firmware on the board is not of this program's version; ${cure(board, port)}`,
  );

export const betterFirmware = (port: string, found: string): DriverError =>
  new DriverError(
    `${port}: the board runs ${found}, but the robot file says \`firmware: standard-firmata\`; ` +
      'set `firmware: steerbot` there, and the board stops its motors by itself',
  );

export const wasReset = (port: string, why = 'check its power supply and its cable'): DriverError =>
  new DriverError(`${port}: the board was reset: ${why}; its motors are off`);

/** @param cause as STATUS has it; 0 where nobody knows */
export function resetBy(port: string, cause: number): DriverError {
  if (cause & CAUSE.watchdog) return wasReset(port, 'its firmware hung, and its watchdog noticed');
  if (cause & CAUSE.brownOut) return wasReset(port, 'a brown-out: charge or change the battery');
  if (cause & CAUSE.powerOn) return wasReset(port, 'it lost its power');
  if (cause & CAUSE.resetPin) return wasReset(port, 'somebody pressed its button, or opened its port');
  return wasReset(port);
}

export const wentSilent = (port: string, silence: Seconds): DriverError =>
  new DriverError(`${port}: nothing heard for ${silence * 1000} ms; is the cable still plugged in?`);

export const lineEnded = (port: string): DriverError => new DriverError(`${port}: the connection was closed`);

/** Why a board refuses something, by STATUS' number of the error. */
const ERRORS = [
  '',
  'a pin does not exist, cannot do what it should, or is used twice',
  'it is not configured',
  'it is armed',
  'it was reset meanwhile',
  'a value is out of its range',
];

export const refused = (port: string, what: string, error: number): DriverError =>
  new DriverError(`${port}: the board refuses ${what}: ${ERRORS[error] || `error ${error}`}`);
