/** Error messages for a board that is connected by cable but does not answer as it should. */

import { BOARDS, type BoardName, boardWith, DEFAULT_BOARD } from '../../kit/boards.js';
import type { Seconds, Volts } from '../../math/units.js';
import { DriverError, oneOf } from '../../validation/errors.js';
import { isTcp } from '../serial/tcpAddress.js';
import { PROTOCOL_VERSION } from '../steerbot/frame.js';
import { RESET_CAUSE, STALLED_WHEEL } from '../steerbot/messages.js';

/** What to do: put our firmware on the board. Not through a bridge. */
export const flashCure = (board: BoardName, port: string): string =>
  isTcp(port)
    ? `put the firmware on it, by its USB cable, with \`steerbot flash ${board}\``
    : `put the firmware on it with \`steerbot flash ${board} --port ${port}\``;

export const noFirmware = (port: string, timeout: Seconds, board: BoardName): DriverError =>
  new DriverError(
    `${port}: nothing answered within ${timeout} s; ` +
      `if this is the robot's port and the board has power, ${flashCure(board, port)}`,
  );

/** Bytes came, but not Firmata's: from a sketch that prints text, or one that echoes. */
export const noFirmata = (port: string, board: BoardName): DriverError =>
  new DriverError(
    `${port}: something answers, but it is no Firmata: another sketch runs on the board; ${flashCure(board, port)}`,
  );

export const halfHandshake = (port: string, found: string, timeout: Seconds): DriverError =>
  new DriverError(
    `${port}: ${found} answered, but did not say within ${timeout} s what its pins can do; ` +
      'press its reset button and try again',
  );

export function wrongFirmware(port: string, found: string, board: BoardName): DriverError {
  const what =
    `${port}: the board runs ${found}, not the Steerbot firmware, so nothing would stop the motors without ` +
    `the host; ${flashCure(board, port)}, or set \`firmware: standard-firmata\` and`;
  return new DriverError(
    `${what} drive with --without-deadman`,
    `${what} connect with \`withoutDeadman: true\``,
  );
}

export const otherVersion = (port: string, board: BoardName): DriverError =>
  new DriverError(
    `${port}: the Steerbot firmware on the board is not of this program's version; ${flashCure(board, port)}`,
  );

/** What the board lacks, for an operator who drives it all the same. */
export const oldFirmware = (port: string, board: BoardName = DEFAULT_BOARD, minor = 0): string =>
  `the firmware on the board is ${PROTOCOL_VERSION}.${minor}, an older one, and does not notice by itself that a wheel ` +
  `has stalled; ${flashCure(board, port)}`;

/** @param needs what the robot has and the board's firmware does not know */
export const tooOldFor = (
  port: string,
  needs: readonly string[],
  board: BoardName = DEFAULT_BOARD,
): DriverError =>
  new DriverError(
    `${port}: the firmware on the board is too old for ${listText(needs)}; ${flashCure(board, port)}`,
  );

const listText = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

const WHEEL_NAMES: Readonly<Record<number, string>> = {
  [STALLED_WHEEL.left]: 'the left wheel',
  [STALLED_WHEEL.right]: 'the right wheel',
};

/** @param wheel as STATUS says it; 0 if it does not */
export const stalledWheel = (wheel = 0): string =>
  `${WHEEL_NAMES[wheel] ?? 'a wheel'} had power, and its encoder counted nothing; ` +
  'check that the wheel turns freely, and the wires of its encoder and its motor';

/** @param pins as many as Firmata reports */
export const wrongBoard = (port: string, wanted: BoardName, pins: number): DriverError => {
  const found = boardWith(pins);
  const is = found === undefined ? 'no board that Steerbot knows' : `an ${BOARDS[found].title}`;
  const instead = found === undefined ? '' : `, or set \`board: ${found}\` in its file, with its pins`;
  const { title } = BOARDS[wanted];
  return new DriverError(
    `${port}: this is the wrong board, ${is} by its ${pins} pins, and the robot has an ${title}; ` +
      `connect that one${instead}`,
  );
};

/** @param found what the USB port says it is */
export const wrongDevice = (port: string, found: string, wanted: BoardName): DriverError =>
  new DriverError(`${port}: this is the wrong board, an ${found}; connect the ${BOARDS[wanted].title}`);

export const unknownBoard = (port: string, found: string): DriverError =>
  new DriverError(
    `${port}: this is an ${found}, on which the firmware does not run; ` +
      `take an ${oneOf(Object.values(BOARDS).map(({ title }) => title))}`,
  );

export const betterFirmware = (port: string, found: string): DriverError =>
  new DriverError(
    `${port}: the board runs ${found}, but the robot file says \`firmware: standard-firmata\`; ` +
      'set `firmware: steerbot` there, and the board stops its motors by itself',
  );

/** @param why continues the sentence */
export const wasReset = (
  port: string,
  why = '',
  cure = 'check its power supply and its cable',
): DriverError => new DriverError(`${port}: the board was reset${why}, and its motors are off; ${cure}`);

/** The board does not say whether the shield got the command, so the user must look. */
export const shieldKeepsRunning = (port: string): DriverError =>
  new DriverError(
    `${port}: the board was reset, but its motor shield was not; it was told to switch the motors off; ` +
      'if a wheel turns, switch the motor power off, and check its power supply and its cable',
  );

/** @param cause as STATUS reports it; 0 if unknown */
export function resetBy(port: string, cause: number): DriverError {
  if (cause & RESET_CAUSE.watchdog)
    return wasReset(port, ' because its firmware hung', 'look at its sensors on I²C');
  if (cause & RESET_CAUSE.brownOut) return wasReset(port, ' by a brown-out', 'charge or change its battery');
  if (cause & RESET_CAUSE.powerOn)
    return wasReset(port, ' because it lost its power', 'check its switch and its plug');
  if (cause & RESET_CAUSE.resetPin) {
    return wasReset(port, ' by its button, or by a program that opened its port', 'end that program');
  }
  return wasReset(port);
}

export const wentSilent = (port: string, silence: Seconds): DriverError =>
  new DriverError(
    `${port}: nothing heard for ${Math.round(silence * 1000)} ms; check ${
      isTcp(port) ? "the bridge's power and the network" : 'that the cable is still plugged in at both ends'
    }`,
  );

export const lineEnded = (port: string): DriverError => new DriverError(`${port}: the connection was closed`);

/** Why the board refuses a request, by the error number in STATUS. */
const STATUS_ERRORS = [
  'it gives no reason',
  'a pin does not exist, cannot do what it should, or is used twice',
  'it is not configured',
  'it is armed',
  'it was reset in the meantime',
  'a value is out of its range',
];

export const refused = (port: string, what: string, error: number): DriverError =>
  new DriverError(
    `${port}: the board refuses ${what}: ${STATUS_ERRORS[error] || `error ${error}`}; ` +
      "correct the robot's file, or press the board's reset button and try again",
  );

/** Below this no motor turns; an unconnected pin shows some tenths of a volt. */
export const DEAD_BATTERY_VOLTAGE: Volts = 2;

/** What to do when the motors have no power, however that was found. */
export const SWITCH_ON_CURE = "switch the motors' battery on";

export const noPower = (port: string, volts: Volts): DriverError =>
  new DriverError(
    `${port}: the battery has ${volts.toFixed(1)} V, which turns no motor; ${SWITCH_ON_CURE}, or charge it`,
  );

export const cannotChangeRate = (name: string, baud: number): DriverError =>
  new DriverError(`${name}: this line cannot go on at ${baud} baud; leave link.baud out of the robot's file`);
