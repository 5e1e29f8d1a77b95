/** The handshake: which board is there, and what can its pins do? */

import { DEFAULT_BOARD } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { END_SYSEX, START_SYSEX } from '../steerbot/frame.js';
import { chipsOff, type WiredSides } from '../unguarded/chipsOff.js';
import type { FirmataLink } from './firmataLink.js';
import { halfHandshake, noFirmata, noFirmware, shieldKeepsRunning, wasReset } from './linkErrors.js';

export const SYSTEM_RESET = 0xff;
const REPORT_VERSION = 0xf9;
const REPORT_FIRMWARE = 0x79;

/**
 * First an end for a message that a previous host may have left unfinished, which would swallow ours; then a reset,
 * which stops the motors; then the questions.
 */
const HELLO = [END_SYSEX, SYSTEM_RESET, REPORT_VERSION, START_SYSEX, REPORT_FIRMWARE, END_SYSEX];

/** A board with our firmware answers within 30 ms, or 1 s after its boot loader. */
export const HANDSHAKE_TIMEOUT: Seconds = 3;
/** StandardFirmata blinks its version for 2.2 s after the boot loader before it says a word. */
export const BLINKING_HANDSHAKE_TIMEOUT: Seconds = 5;

/**
 * When to repeat the greeting, in case bytes were lost. A running board answers at once. A board that was reset when
 * we opened the port stays in its boot loader for up to 1 s and introduces itself afterwards. Nothing may be sent to it
 * there: a Mega's boot loader would wait for a program.
 */
const HELLO_REPEAT_TIMES: readonly Seconds[] = [1.5, 2, 2.5, 3.5, 4.5];

/** What is known of the robot whose board answers; may be empty. */
export interface ExpectedRobot {
  readonly board?: NonNullable<RobotDefinition['board']>;
  readonly motors?: WiredSides;
}

/**
 * Resolves when firmata-io knows the board. A later introduction means that the board was reset, although we may have
 * asked several times: the board answers in order, and we asked for its last answer, what its pins can do, after all
 * greetings.
 *
 * Guards people: a previous host may have left the motors of a shield running. The greeting stops motors on the board's
 * own pins; then, before anything can be refused, the shields' chips are switched off.
 * @throws DriverError after `timeout`, and when the line is lost
 */
export function shakeHands(
  link: FirmataLink,
  time: TimeSource,
  timeout: Seconds,
  { board = DEFAULT_BOARD, motors = {} }: ExpectedRobot,
): Promise<void> {
  const off = chipsOff(motors);
  let heard = false;
  const endHellos = sayHello(link, time, timeout, (introduced) => {
    const { name, firmware } = link;
    if (introduced) link.lose(halfHandshake(name, firmware, timeout));
    else link.lose(heard ? noFirmata(name, board) : noFirmware(name, timeout, board));
  });
  return new Promise((resolve, reject) => {
    const leave = link.listen({
      bytes: () => {
        heard = true;
      },
      lost: (reason) => {
        endHellos();
        reject(reason);
      },
    });
    link.io.once('ready', () => {
      endHellos();
      leave();
      if (off.length > 0) link.write(Uint8Array.from(off));
      const reset = off.length > 0 ? shieldKeepsRunning : wasReset;
      link.io.on('reportversion', () => link.lose(reset(link.name)));
      resolve();
    });
  });
}

/** Greets until the board introduces itself; gives up after `timeout`. */
function sayHello(
  link: FirmataLink,
  time: TimeSource,
  timeout: Seconds,
  giveUp: (introduced: boolean) => void,
): () => void {
  let introduced = false;
  link.io.once('queryfirmware', () => {
    introduced = true;
  });
  const hello = () => {
    if (!introduced) link.write(Uint8Array.from(HELLO));
  };
  hello();
  const cancels = HELLO_REPEAT_TIMES.filter((at) => at < timeout).map((at) => time.after(at, hello));
  cancels.push(time.after(timeout, () => giveUp(introduced)));
  return () => {
    for (const cancel of cancels) cancel();
  };
}
