/** `steerbot flash`: puts the firmware on a board, and proves that it answers. */
import { basename } from 'node:path';
import { confirm } from '@clack/prompts';
import { BootableBoard } from '../../../sim/avr/bootableBoard.js';
import { refuseWrongBoard, refuseWrongDevice } from '../../drivers/boardCheck.js';
import { BOARDS, type BoardName, isBoard } from '../../drivers/boards.js';
import { greetBoard, meetBoard } from '../../drivers/meetBoard.js';
import { loadRobot } from '../../files/loadRobot.js';
import { EXIT, type ExitCode } from '../exitCodes.js';
import { findPort } from '../findPort.js';
import { EMULATED, emulatedReach, type Reach, realReach, refuseUnemulated } from '../reach.js';
import { UsageError } from '../usageError.js';
import { firmwareFile } from './firmwareFile.js';
import { type Programmer, programmerFor } from './programmers.js';
import { showWriting } from './showWriting.js';
import { undisturbed } from './undisturbed.js';

export interface FlashOptions {
  readonly port: string;
  /** Asks nothing. */
  readonly yes?: boolean;
}

/** @throws UsageError, FileError before anything is written; DriverError */
export async function flash(what: string, { port, yes = false }: FlashOptions): Promise<ExitCode> {
  const board = boardToFlash(what);
  const attended = Boolean(process.stdin.isTTY && process.stderr.isTTY);
  if (!yes && !attended) throw new UsageError('flash asks before it writes, and nobody is there; add --yes');
  const reach = await reachOf(port, board, attended);
  const programmer = await programmerFor(board, reach.port);
  if (!yes && !(await agreed(board, reach, programmer))) {
    process.stderr.write('nothing was written\n');
    return EXIT.interrupted;
  }
  return write(board, reach, programmer);
}

/** @throws FileError, UsageError */
function boardToFlash(what: string): BoardName {
  if (isBoard(what)) return what;
  const { name, board } = loadRobot(what);
  if (board) return board;
  throw new UsageError(`robot '${name}' names no board; add \`board: uno\` to its file, or nano, or mega`);
}

async function reachOf(wanted: string, board: BoardName, attended: boolean): Promise<Reach> {
  if (wanted === EMULATED) {
    refuseUnemulated(board);
    return emulatedReach(new BootableBoard());
  }
  const port = await findPort(wanted, attended);
  refuseWrongDevice(port, board);
  return realReach(port.path);
}

/** Guards people: whoever says yes has read that the wheels may turn. */
async function agreed(board: BoardName, { port }: Reach, { name }: Programmer): Promise<boolean> {
  const file = basename(firmwareFile(board));
  process.stderr.write(
    `${file} goes onto the ${BOARDS[board].title} at ${port}, by ${name}, over what it runs now.\n` +
      "Lift the wheels off the ground: the board is reset, and nothing holds the motors' pins meanwhile.\n",
  );
  const answer = await confirm({ message: 'Write it?', initialValue: false, output: process.stderr });
  return answer === true;
}

async function write(board: BoardName, reach: Reach, programmer: Programmer): Promise<ExitCode> {
  const shown = showWriting(process.stderr);
  const interrupted = await undisturbed(
    () => reach.during(programmer.write(reach, shown.at)).finally(shown.done),
    () => process.stderr.write('\nhalf a firmware may do anything: it is written to its end first\n'),
  );
  if (interrupted) return EXIT.interrupted;
  const version = await reach.during(answer(board, reach));
  process.stdout.write(
    `${reach.port}: the firmware is written and verified, and answers: Steerbot ${version}\n`,
  );
  if (reach.port === EMULATED) process.stderr.write(`${ONLY_EMULATED}\n`);
  return EXIT.done;
}

/** The protocol's version and the firmware's own. @throws DriverError where it does not answer, or is another board */
async function answer(board: BoardName, { open, time }: Reach): Promise<string> {
  const link = await greetBoard(await open(), time, board);
  try {
    refuseWrongBoard(link, { board });
    const { status } = await meetBoard(link, time, board);
    return `${status.protocol}.${status.minor}`;
  } finally {
    await link.close();
  }
}

const ONLY_EMULATED =
  'this board was emulated and is gone now; `drive --port emulated` starts another, with the same firmware';
