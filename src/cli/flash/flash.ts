/** `steerbot flash`: puts the firmware on a board, and proves that it answers. */
import { basename } from 'node:path';
import { confirm } from '@clack/prompts';
import { BootableBoard } from '../../../sim/avr/bootableBoard.js';
import { loadRobot } from '../../config/robot/loadRobot.js';
import { BOARDS, type BoardName, isBoard } from '../../drivers/boards.js';
import { refuseWrongDevice } from '../../drivers/firmata/boardCheck.js';
import { findPort } from '../drive/findPort.js';
import { EMULATED, emulatedReach, type Reach, realReach, refuseUnemulated } from '../drive/reach.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { isAttended } from '../terminal/terminal.js';
import { UsageError } from '../terminal/usageError.js';
import { askVersion, type Flashed } from './askVersion.js';
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
  const robot = robotToFlash(what);
  const { board } = robot;
  const attended = isAttended();
  if (!yes && !attended) throw new UsageError('flash asks before it writes, and nobody is there; add --yes');
  const reach = await reachOf(port, board, attended);
  const programmer = await programmerFor(board, reach.port);
  if (!yes && !(await agreed(board, reach, programmer))) {
    process.stderr.write('nothing was written\n');
    return EXIT.interrupted;
  }
  return write(robot, reach, programmer);
}

/** Of a board alone, no motors are known. @throws FileError, UsageError */
function robotToFlash(what: string): Flashed {
  if (isBoard(what)) return { board: what };
  const { name, board, motors } = loadRobot(what);
  if (board) return { board, motors };
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

async function write(robot: Flashed, reach: Reach, programmer: Programmer): Promise<ExitCode> {
  const shown = showWriting(process.stderr);
  const interrupted = await undisturbed(
    () => reach.during(programmer.write(reach, shown.at)).finally(shown.done),
    () => process.stderr.write('\nhalf a firmware may do anything: it is written to its end first\n'),
  );
  const version = interrupted ? undefined : await askVersion(robot, reach);
  if (version === undefined) {
    process.stderr.write(
      `\n${reach.port}: the firmware is written and verified; not asked whether it answers\n`,
    );
    return EXIT.interrupted;
  }
  process.stdout.write(
    `${reach.port}: the firmware is written and verified, and answers: Steerbot ${version}\n`,
  );
  if (reach.port === EMULATED) process.stderr.write(`${ONLY_EMULATED}\n`);
  return EXIT.done;
}

const ONLY_EMULATED =
  'this board was emulated and is gone now; `drive --port emulated` starts another, with the same firmware';
