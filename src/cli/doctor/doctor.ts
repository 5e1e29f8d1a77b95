/** `steerbot doctor`: everything that may keep a robot from driving, and what to do about it. It arms nothing unless asked to. */
import { AvrBoard } from '../../../sim/avr/board.js';
import { attachBusDevice } from '../../../sim/avr/busDevices.js';
import { toCycles } from '../../../sim/avr/clock.js';
import { EchoModule } from '../../../sim/avr/echoModule.js';
import { firmwareOf } from '../../../sim/avr/loadFirmware.js';
import { boardPinNumber, FIRST_ANALOG } from '../../../sim/avr/pins.js';
import { loadRobot } from '../../config/loadDefinition.js';
import { packageManifest } from '../../config/loadFile.js';
import { refuseWrongDevice } from '../../drivers/firmata/boardCheck.js';
import { isBluetooth, NoBoard, type PortInfo, serialBinding } from '../../drivers/serial/ports.js';
import { isTcp } from '../../drivers/serial/tcpAddress.js';
import type { SensorDefinition } from '../../kit/sensors/index.js';
import { ms, type Seconds } from '../../math/units.js';
import { BAUD_RATE } from '../../robot/baud.js';
import { boardPinsOf } from '../../robot/braking.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { boardInputs, pinVolts } from '../../sensors/boardInputs.js';
import { FileError, UnreadableFile, UsageError } from '../../validation/errors.js';
import { isVirtual } from '../calibrate/openRig.js';
import {
  type BoardAccess,
  emulatedBoardAccess,
  realBoardAccess,
  refuseUnemulated,
} from '../drive/boardAccess.js';
import { findPort } from '../drive/findPort.js';
import { type LinkOptions, linkOf, noBoardIn, refuseBoardless, refuseLink } from '../linkOptions.js';
import { checkPermissions } from '../ports.js';
import { EMULATED } from '../portWords.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { isAttended } from '../terminal/terminal.js';
import { type AnswerCheck, checkAnswer } from './answerCheck.js';
import { boardSkipped, checkBoard } from './boardChecks.js';
import { CHECK, type CheckRow, ok, reportChecks, skipped, wrong, wrongByError } from './checkRow.js';
import type { LinkKind } from './linkChecks.js';

export interface DoctorOptions extends LinkOptions {
  readonly json?: boolean;
  /** Also turns the wheels, once they are raised. */
  readonly turnWheels?: boolean;
}

/** Arms no motor but for `turnWheels`. @throws FileError where there is no such robot; UsageError */
export async function doctor(name: string | undefined, options: DoctorOptions): Promise<ExitCode> {
  const { port, json = false, turnWheels = false } = options;
  refuseLink(options);
  refuseBoardless(options, 'look at');
  if (turnWheels) refuseUnraised(name, port);
  const { rows: aboutRobot, robot } = checkRobot(name);
  const rows = [checkNode(), await checkBinding(), ...aboutRobot, ...(await checkPermissions(port))];
  const { rows: aboutBoard, missing } =
    port === EMULATED ? await checkEmulatedBoard(robot) : await checkRealBoard(options, robot);
  rows.push(...aboutBoard);
  const answer = turnWheels ? await answerOf(rows, robot, options) : undefined;
  if (answer) rows.push(answer.row);
  process.stdout.write(`${json ? JSON.stringify({ checks: rows }) : reportChecks(rows)}\n`);
  if (missing) return EXIT.noRobot;
  if (answer?.interrupted) return EXIT.interrupted;
  return rows.some(({ state }) => state === 'wrong') ? EXIT.criterionFailed : EXIT.done;
}

/** Guards people: no wheel turns unless somebody has said that it is off the ground. @throws UsageError */
function refuseUnraised(name: string | undefined, port: string): void {
  if (name === undefined) throw new UsageError('--turn-wheels needs to know the robot; name it, or its file');
  if (isVirtual(port) || isAttended()) return;
  throw new UsageError('--turn-wheels asks you to raise the wheels; run it in a terminal');
}

/** No wheel is turned on a board or by a file that has a fault. */
async function answerOf(
  rows: readonly CheckRow[],
  robot: RobotDefinition | undefined,
  options: LinkOptions,
): Promise<AnswerCheck> {
  if (!robot || rows.some(({ state }) => state === 'wrong'))
    return { row: skipped(CHECK.answer, 'something else is wrong'), interrupted: false };
  return checkAnswer(robot, linkOf(options));
}

interface BoardReport {
  readonly rows: readonly CheckRow[];
  readonly missing: boolean;
}

async function checkRealBoard(
  { port: wanted, baud: given, insecureLink = false }: LinkOptions,
  robot: RobotDefinition | undefined,
): Promise<BoardReport> {
  const attended = isAttended();
  try {
    const port = await findPort(wanted, attended);
    const baud = given ?? robot?.link?.baud;
    const line = { insecureLink, ...(baud !== undefined && { baud }) };
    if (robot?.board) refuseWrongDevice(port, robot.board);
    const said = port.label === '' ? port.path : `${port.path}, ${port.label}`;
    return await checkThrough(realBoardAccess(port.path, line), robot, { said, kind: kindOf(port, baud) });
  } catch (error) {
    return { rows: portFault(error), missing: error instanceof NoBoard };
  }
}

function kindOf({ path, usbId }: PortInfo, baud: number = BAUD_RATE): LinkKind {
  if (isTcp(path)) return { through: 'radio' };
  if (isBluetooth(path)) return { through: 'radio', baud };
  return { through: usbId === undefined ? 'serial' : 'usb', baud };
}

/** The voltage of a well charged battery, relative to its lowest. */
const CHARGED_RATIO = 1.2;

async function checkEmulatedBoard(robot: RobotDefinition | undefined): Promise<BoardReport> {
  if (robot?.board) refuseUnemulated(robot.board);
  const board = new AvrBoard(firmwareOf(robot?.board));
  if (robot?.battery) {
    const { pin, low } = robot.battery;
    board.setAnalog(boardPinNumber(pin) - FIRST_ANALOG, pinVolts(robot.battery, CHARGED_RATIO * low));
  }
  for (const sensor of robot?.sensors ?? []) standStill(board, sensor);
  for (const input of robot ? boardInputs(robot) : []) {
    if (input.kind !== 'sonar') continue;
    const [trigger, echo] = [boardPinNumber(input.trigger), boardPinNumber(input.echo)];
    new EchoModule(board, { trigger, echo });
  }
  for (const motor of [robot?.motors.left, robot?.motors.right]) {
    const { enableDiag } = boardPinsOf(motor);
    // As its resistor holds it while the chip has no fault.
    if (enableDiag !== undefined) board.setPin(boardPinNumber(enableDiag), true);
  }
  return checkThrough(emulatedBoardAccess(board), robot, {
    said: 'an emulated board, within this process',
    kind: { through: 'usb' },
  });
}

const MEASURING_PERIOD: Seconds = ms(10);

/** The robot around an emulated board stands, and faces north. */
function standStill(board: AvrBoard, sensor: SensorDefinition): void {
  const measure = attachBusDevice(board, sensor);
  if (!measure) return;
  const each = (at: Seconds) => {
    measure({ kind: 'turnRate', at, sensor: sensor.id, turnRate: 0 });
    measure({ kind: 'heading', at, sensor: sensor.id, heading: 0 });
    measure({ kind: 'range', at, sensor: sensor.id, distances: [null] });
    const next = at + MEASURING_PERIOD;
    board.events.at(toCycles(next), () => each(next));
  };
  each(0);
}

async function checkThrough(
  access: BoardAccess,
  robot: RobotDefinition | undefined,
  { said, kind }: { readonly said: string; readonly kind: LinkKind },
): Promise<BoardReport> {
  const port = await access.open();
  const rows = await access.during(checkBoard(port, access.time, robot, kind));
  return { rows: [ok(CHECK.port, said), ...rows], missing: false };
}

const portFault = (error: unknown): CheckRow[] => [
  wrongByError(CHECK.port, error),
  ...boardSkipped('there is no line to a board'),
];

/** @param running such as `20.19.0` @param wanted by package.json */
export function checkNode(
  running = process.versions.node,
  wanted = packageManifest().engines.node,
): CheckRow {
  const [least = [], found = []] = [wanted, running].map((text) =>
    /\d+(\.\d+)*/.exec(text)?.[0].split('.').map(Number),
  );
  const [major = 0, minor = 0] = found;
  const [leastMajor = 0, leastMinor = 0] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(CHECK.node, running);
  return wrong(
    CHECK.node,
    `${running} is too old; install ${leastMajor}.${leastMinor} or later from https://nodejs.org`,
  );
}

async function checkBinding(): Promise<CheckRow> {
  try {
    await serialBinding();
    return ok(CHECK.serial, 'it loads');
  } catch (error) {
    return wrongByError(CHECK.serial, error);
  }
}

export interface CheckedRobot {
  readonly rows: readonly CheckRow[];
  /** Present if the file has no faults. */
  readonly robot?: RobotDefinition;
}

/** @throws FileError where there is no such file */
export function checkRobot(name: string | undefined): CheckedRobot {
  if (name === undefined) {
    return {
      rows: [skipped(CHECK.robot, 'no robot was named', 'check a robot too with `steerbot doctor ROBOT`')],
    };
  }
  try {
    const robot = loadRobot(name);
    const { board } = robot;
    if (board) return { robot, rows: [ok(CHECK.robot, `${robot.name}: ${board}, wired without a fault`)] };
    return {
      robot,
      rows: [wrong(CHECK.robot, noBoardIn(robot.name))],
    };
  } catch (error) {
    if (!(error instanceof FileError) || error instanceof UnreadableFile) throw error;
    const rows = error.faults.map(({ line, found, allowed, cure }) =>
      wrong(
        CHECK.robot,
        [line > 0 ? `line ${line}: ${found}` : found, allowed, cure].filter((part) => part !== '').join('; '),
      ),
    );
    return { rows };
  }
}
