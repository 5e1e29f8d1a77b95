/**
 * `steerbot flash`: puts Steerbot's firmware on a board, with avrdude where it is installed, else with our own boot
 * loader protocol; then checks that the firmware answers.
 */

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { confirm } from '@clack/prompts';
import { BootableBoard } from '../../../sim/avr/bootableBoard.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { loadRobot } from '../../config/loadDefinition.js';
import { knownNames, loadText, packageFolder, ROBOTS } from '../../config/loadFile.js';
import { refuseWrongBoard, refuseWrongDevice } from '../../drivers/firmata/boardCheck.js';
import type { ExpectedRobot } from '../../drivers/firmata/handshake.js';
import { identifyBoard, openFirmataLink } from '../../drivers/firmata/identifyBoard.js';
import { NoBootLoader } from '../../drivers/flash/bootLoader.js';
import { AvrdudeFailed, noBootLoader, noProgrammer } from '../../drivers/flash/flashErrors.js';
import { hasAvrdude, type OnProgress, programBoard, runAvrdude } from '../../drivers/flash/programBoard.js';
import type { Port } from '../../drivers/serial/port.js';
import { isTcp } from '../../drivers/serial/tcpAddress.js';
import { BOARD_NAMES, BOARDS, type BoardName, isBoard } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { RobotDefinition } from '../../robot/robot.js';
import {
  didYouMean,
  FileError,
  oneOf,
  placedFault,
  UnreadableFile,
  UsageError,
} from '../../validation/errors.js';
import {
  type BoardAccess,
  emulatedBoardAccess,
  realBoardAccess,
  refuseUnemulated,
} from '../drive/boardAccess.js';
import { findPort } from '../drive/findPort.js';
import { noBoardIn, refuseBoardless } from '../linkOptions.js';
import { EMULATED } from '../portWords.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { deferSignals, type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { showFlashProgress } from '../terminal/statusLine.js';
import { isAttended } from '../terminal/terminal.js';

export interface FlashOptions {
  readonly port: string;
  /** Writes without asking. */
  readonly yes?: boolean;
}

/** @throws UsageError, FileError before anything is written; DriverError */
export async function flash(what: string, { port, yes = false }: FlashOptions): Promise<ExitCode> {
  refuseBridge(port);
  refuseBoardless({ port }, 'write to');
  const robot = flashTarget(what);
  const { board } = robot;
  const attended = isAttended();
  if (!yes && !attended)
    throw new UsageError('flash asks before it writes, and there is no terminal; add --yes');
  const access = await boardAccessTo(port, board, attended);
  const programmer = await programmerFor(board, access.port);
  if (!yes && !(await confirmWrite(board, access, programmer))) {
    process.stderr.write('nothing was written\n');
    return EXIT.interrupted;
  }
  return writeFirmware(robot, access, programmer);
}

/** @throws UsageError */
function refuseBridge(port: string): void {
  if (port === '') throw new UsageError('--port is empty; give auto, a path, serial:ID or emulated');
  if (!isTcp(port)) return;
  throw new UsageError(
    `a bridge like ${port} has no wire to the board's reset pin, and a board must be reset to be flashed; ` +
      'plug the board in by its USB cable, and flash it there',
  );
}

/** For a board alone no motors are known. @throws FileError, UsageError */
function flashTarget(what: string): FlashTarget {
  if (isBoard(what)) return { board: what };
  const { name, board, motors } = robotNamed(what);
  if (board) return { board, motors };
  throw new UsageError(noBoardIn(name));
}

/** @throws FileError; UsageError for a name of neither a robot nor a board */
function robotNamed(what: string): RobotDefinition {
  try {
    return loadRobot(what);
  } catch (error) {
    if (!(error instanceof UnreadableFile) || /[./\\]/.test(what)) throw error;
    const found = `'${what}' is no robot, and no board on which Steerbot's firmware runs`;
    const allowed = `those boards are ${oneOf(BOARD_NAMES)}, and \`npx steerbot presets\` prints the robots`;
    const meant = didYouMean(what, [...BOARD_NAMES, ...knownNames(ROBOTS)]);
    throw new UsageError([found, allowed, meant].filter(Boolean).join('; '));
  }
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

/** Asks only after the user could read that the wheels may turn. */
async function confirmWrite(board: BoardName, { port }: BoardAccess, { name }: Programmer): Promise<boolean> {
  const file = basename(firmwareFile(board));
  process.stderr.write(
    `${file} will replace the program on the ${BOARDS[board].title} at ${port}, by ${name}.\n` +
      "Lift the wheels off the ground: while the board is reset, nothing holds the motors' pins.\n",
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
    () => process.stderr.write('\nhalf a firmware may do anything: the writing is finished first\n'),
  );
  const version = interrupted ? undefined : await confirmVersion(robot, access);
  if (version === undefined) {
    process.stderr.write(
      `\n${access.port}: the firmware is written and verified; whether it answers was not checked\n`,
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

/** The board that is flashed, and as much of its robot as is known. */
export type FlashTarget = ExpectedRobot & { readonly board: BoardName };

/**
 * The version of the protocol and of the firmware; undefined if interrupted first.
 *
 * @throws DriverError where the firmware does not answer, or the board is another one
 */
export async function confirmVersion(robot: FlashTarget, access: BoardAccess): Promise<string | undefined> {
  let interruption: Interruption | undefined;
  const opening = access.open();
  const watch = interruptions$.subscribe((each) => {
    interruption ??= each;
    // The pending question gets no answer any more, and gives up.
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
  /** Shown to users. */
  readonly name: string;
  /** Writes, reads back, compares. @throws DriverError */
  write(access: BoardAccess, progress: OnProgress): Promise<void>;
}

/** @throws DriverError where no programmer for this board is at hand; FileError where the firmware's file is faulty */
export async function programmerFor(board: BoardName, port: string): Promise<Programmer> {
  if (port !== EMULATED && (await hasAvrdude())) return avrdude(board, firmwareFile(board));
  if (!BOARDS[board].isEmulated) throw noProgrammer(board);
  return bootLoader(board, firmwareBytes(board));
}

const avrdude = (board: BoardName, file: string): Programmer => ({
  name: 'avrdude',
  async write(access) {
    // Unlike avrdude, we say in one sentence why a port cannot be opened.
    await (await access.open()).close();
    await atEachRate(board, AvrdudeFailed, (baudRate) =>
      runAvrdude({ board, port: access.port, file, baudRate }),
    );
  },
});

const bootLoader = (board: BoardName, program: Uint8Array): Programmer => ({
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

/** Tries the usual rate, then that of old boot loaders, as long as it fails with `retried`. */
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
/** Lists what each hex was built with, and its SHA-256. */
const HASHES_FILE = 'built-with.json';

/**
 * Guards motors: a hex whose lines are all valid may still not be the firmware: a line is missing, or it is another
 * board's. A programmer would write it and report it as verified.
 *
 * @returns its path
 * @throws FileError unless it is, byte by byte, what was built for the board
 */
export function firmwareFile(board: BoardName, folder = HEX_FOLDER): string {
  const { hex, title } = BOARDS[board];
  const file = join(folder, hex);
  const sum = createHash('sha256').update(loadText(file)).digest('hex');
  if (loadText(join(folder, HASHES_FILE)).includes(`"${hex}": "${sum}"`)) return file;
  const found = `this is not the firmware that was built for an ${title}, as ${HASHES_FILE} beside it says`;
  throw new FileError([placedFault(file, 1, 1, `${found}; install Steerbot again, or rebuild the firmware`)]);
}

/** The firmware as program memory of an ATmega328P. @throws FileError where the file is damaged */
export const firmwareBytes = (board: BoardName): Uint8Array =>
  new Uint8Array(loadFirmware(firmwareFile(board)).buffer);
