/**
 * `steerbot flash`: puts the firmware that comes with Steerbot on a board, by avrdude where it is installed, else by our own
 * conversation with the boot loader; and proves that it answers.
 */

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { confirm } from '@clack/prompts';
import { BootableBoard } from '../../../sim/avr/bootableBoard.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { loadRobot } from '../../config/loadDefinition.js';
import { loadText, packageFolder } from '../../config/loadFile.js';
import { BOARDS, type BoardName, isBoard } from '../../drivers/boards.js';
import { refuseWrongBoard, refuseWrongDevice } from '../../drivers/firmata/boardCheck.js';
import type { ExpectedRobot } from '../../drivers/firmata/handshake.js';
import { identifyBoard, openFirmataLink } from '../../drivers/firmata/identifyBoard.js';
import { NoBootLoader } from '../../drivers/flash/bootLoader.js';
import { AvrdudeFailed, noBootLoader, noProgrammer } from '../../drivers/flash/flashErrors.js';
import { hasAvrdude, type OnProgress, programBoard, runAvrdude } from '../../drivers/flash/programBoard.js';
import type { Port } from '../../drivers/serial/port.js';
import type { TimeSource } from '../../math/time.js';
import { FileError, placedFault } from '../../validation/errors.js';
import {
  type BoardAccess,
  emulatedBoardAccess,
  realBoardAccess,
  refuseUnemulated,
} from '../drive/boardAccess.js';
import { findPort } from '../drive/findPort.js';
import { EMULATED } from '../ports.js';
import { EXIT, type ExitCode, UsageError } from '../terminal/exitCodes.js';
import { deferSignals, type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { showFlashProgress } from '../terminal/statusLine.js';
import { isAttended } from '../terminal/terminal.js';

export interface FlashOptions {
  readonly port: string;
  /** Asks nothing. */
  readonly yes?: boolean;
}

/** @throws UsageError, FileError before anything is written; DriverError */
export async function flash(what: string, { port, yes = false }: FlashOptions): Promise<ExitCode> {
  const robot = flashTarget(what);
  const { board } = robot;
  const attended = isAttended();
  if (!yes && !attended) throw new UsageError('flash asks before it writes, and nobody is there; add --yes');
  const access = await boardAccessTo(port, board, attended);
  const programmer = await programmerFor(board, access.port);
  if (!yes && !(await confirmWrite(board, access, programmer))) {
    process.stderr.write('nothing was written\n');
    return EXIT.interrupted;
  }
  return writeFirmware(robot, access, programmer);
}

/** Of a board alone, no motors are known. @throws FileError, UsageError */
function flashTarget(what: string): FlashTarget {
  if (isBoard(what)) return { board: what };
  const { name, board, motors } = loadRobot(what);
  if (board) return { board, motors };
  throw new UsageError(`robot '${name}' names no board; add \`board: uno\` to its file, or nano, or mega`);
}

async function boardAccessTo(wanted: string, board: BoardName, attended: boolean): Promise<BoardAccess> {
  if (wanted === EMULATED) {
    refuseUnemulated(board);
    return emulatedBoardAccess(new BootableBoard());
  }
  const port = await findPort(wanted, attended);
  refuseWrongDevice(port, board);
  return realBoardAccess(port.path);
}

/** Guards people: whoever says yes has read that the wheels may turn. */
async function confirmWrite(board: BoardName, { port }: BoardAccess, { name }: Programmer): Promise<boolean> {
  const file = basename(firmwareFile(board));
  process.stderr.write(
    `${file} goes onto the ${BOARDS[board].title} at ${port}, by ${name}, over what it runs now.\n` +
      "Lift the wheels off the ground: the board is reset, and nothing holds the motors' pins meanwhile.\n",
  );
  const answer = await confirm({ message: 'Write it?', initialValue: false, output: process.stderr });
  return answer === true;
}

async function writeFirmware(
  robot: FlashTarget,
  access: BoardAccess,
  programmer: Programmer,
): Promise<ExitCode> {
  const shown = showFlashProgress(process.stderr);
  const interrupted = await deferSignals(
    () => access.during(programmer.write(access, shown.at)).finally(shown.done),
    () => process.stderr.write('\nhalf a firmware may do anything: it is written to its end first\n'),
  );
  const version = interrupted ? undefined : await confirmVersion(robot, access);
  if (version === undefined) {
    process.stderr.write(
      `\n${access.port}: the firmware is written and verified; not asked whether it answers\n`,
    );
    return EXIT.interrupted;
  }
  process.stdout.write(
    `${access.port}: the firmware is written and verified, and answers: Steerbot ${version}\n`,
  );
  if (access.port === EMULATED) process.stderr.write(`${EMULATED_NOTICE}\n`);
  return EXIT.done;
}

const EMULATED_NOTICE =
  'this board was emulated and is gone now; `drive --port emulated` starts another, with the same firmware';

/** A robot, as much as is known of it, and the board that it was flashed as. */
export type FlashTarget = ExpectedRobot & { readonly board: BoardName };

/**
 * The protocol's version and the firmware's own; undefined where it was interrupted before.
 *
 * @throws DriverError where it does not answer, or is another board
 */
export async function confirmVersion(robot: FlashTarget, access: BoardAccess): Promise<string | undefined> {
  let interruption: Interruption | undefined;
  const opening = access.open();
  const watch = interruptions$.subscribe((each) => {
    interruption ??= each;
    // Whoever waits at it hears no more, and gives up.
    void opening.then((port) => port.close()).catch(() => {});
  });
  try {
    const version = await access.during(opening.then((port) => readVersion(robot, port, access.time)));
    if (!interruption) return version;
  } catch (error) {
    if (!interruption) throw error;
  } finally {
    watch.unsubscribe();
  }
  if (interruption.error !== undefined) throw interruption.error;
  return undefined;
}

async function readVersion(robot: FlashTarget, port: Port, time: TimeSource): Promise<string> {
  const link = await openFirmataLink(port, time, robot);
  try {
    refuseWrongBoard(link, robot);
    const { status } = await identifyBoard(link, time, robot.board);
    return `${status.protocol}.${status.minor}`;
  } finally {
    await link.close();
  }
}

export interface Programmer {
  /** For people. */
  readonly name: string;
  /** Writes, reads back, compares. @throws DriverError */
  write(access: BoardAccess, progress: OnProgress): Promise<void>;
}

/** @throws DriverError where nothing here can program that board; FileError where there is nothing to program it with */
export async function programmerFor(board: BoardName, port: string): Promise<Programmer> {
  if (port !== EMULATED && (await hasAvrdude())) return avrdude(board, firmwareFile(board));
  if (board === 'mega') throw noProgrammer(board);
  return bootLoader(board, firmwareBytes(board));
}

const avrdude = (board: BoardName, file: string): Programmer => ({
  name: 'avrdude',
  async write(access) {
    // Unlike avrdude, we say in one sentence why a port cannot be had.
    await (await access.open()).close();
    await atEachRate(board, AvrdudeFailed, (baudRate) =>
      runAvrdude({ board, port: access.port, file, baudRate }),
    );
  },
});

const bootLoader = (board: 'uno' | 'nano', program: Uint8Array): Programmer => ({
  name: 'its boot loader',
  async write(access, progress) {
    await atEachRate(board, NoBootLoader, async (baudRate) => {
      const port = await access.open(baudRate);
      await programBoard(port, { board, program, time: access.time, progress }).finally(() => port.close());
    }).catch((error: unknown) => {
      throw error instanceof NoBootLoader ? noBootLoader(access.port, board) : error;
    });
  },
});

/** At the usual rate, then at that of old boot loaders, as long as it fails like that. */
async function atEachRate(
  board: BoardName,
  retried: new (...words: never[]) => Error,
  write: (baudRate: number) => Promise<void>,
): Promise<void> {
  const { baudRates } = BOARDS[board];
  for (const baudRate of baudRates) {
    try {
      return await write(baudRate);
    } catch (error) {
      if (!(error instanceof retried) || baudRate === baudRates.at(-1)) throw error;
    }
  }
}

const HEX_FOLDER = join(packageFolder(), 'robots', 'firmware', 'hex');
/** What each hex was built with, and its SHA-256. */
const HASHES_FILE = 'built-with.json';

/**
 * Guards motors: a hex may be whole line by line and still not be the firmware: a line is missing, or it is another
 * board's. A programmer would write that, and find it verified.
 *
 * @returns its path
 * @throws FileError unless it is byte by byte what was built for the board
 */
export function firmwareFile(board: BoardName, folder = HEX_FOLDER): string {
  const { hex, title } = BOARDS[board];
  const file = join(folder, hex);
  const sum = createHash('sha256').update(loadText(file)).digest('hex');
  if (loadText(join(folder, HASHES_FILE)).includes(`"${hex}": "${sum}"`)) return file;
  const found = `this is not the firmware that was built for an ${title}, by ${HASHES_FILE} beside it`;
  throw new FileError([
    placedFault(file, 1, 1, `${found}; install Steerbot again, or build the firmware anew`),
  ]);
}

/** What it makes of the program memory of an ATmega328P. @throws FileError where it is damaged */
export const firmwareBytes = (board: 'uno' | 'nano'): Uint8Array =>
  new Uint8Array(loadFirmware(firmwareFile(board)).buffer);
