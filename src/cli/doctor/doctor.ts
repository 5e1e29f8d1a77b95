/** `steerbot doctor`: everything that may keep a robot from driving, each with what to do about it. */
import { AvrBoard } from '../../../sim/avr/board.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { FIRST_ANALOG, pinNumber } from '../../../sim/avr/pins.js';
import { refuseWrongDevice } from '../../drivers/firmata/boardCheck.js';
import { NoBoard } from '../../drivers/serial/ports.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { pinVolts } from '../../sensors/boardInputs.js';
import { findPort } from '../drive/findPort.js';
import { EMULATED, emulatedReach, type Reach, realReach, refuseUnemulated } from '../drive/reach.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { isAttended } from '../terminal/terminal.js';
import { checkBoard, unreached } from './boardChecks.js';
import { checkMachine } from './machineChecks.js';
import { checkPermissions } from './portChecks.js';
import { report } from './report.js';
import { checkRobot } from './robotChecks.js';
import { CHECK, ok, type Row, wrongBy } from './row.js';

export interface DoctorOptions {
  readonly port: string;
  readonly json?: boolean;
}

/** Never arms a motor. @throws FileError where there is no such robot; UsageError */
export async function doctor(
  name: string | undefined,
  { port, json = false }: DoctorOptions,
): Promise<ExitCode> {
  const { rows: aboutRobot, robot } = checkRobot(name);
  const rows = [...(await checkMachine()), ...aboutRobot, ...(await checkPermissions(port))];
  const { rows: aboutBoard, missing } = port === EMULATED ? await emulated(robot) : await real(port, robot);
  rows.push(...aboutBoard);
  process.stdout.write(`${json ? JSON.stringify({ checks: rows }) : report(rows)}\n`);
  if (missing) return EXIT.noRobot;
  return rows.some(({ state }) => state === 'wrong') ? EXIT.criterionFailed : EXIT.done;
}

interface Checked {
  readonly rows: readonly Row[];
  readonly missing: boolean;
}

async function real(wanted: string, robot: RobotDefinition | undefined): Promise<Checked> {
  const attended = isAttended();
  try {
    const port = await findPort(wanted, attended);
    if (robot?.board) refuseWrongDevice(port, robot.board);
    const said = port.label === '' ? port.path : `${port.path}, ${port.label}`;
    return await opened(realReach(port.path), robot, said);
  } catch (error) {
    return { rows: unopened(error), missing: error instanceof NoBoard };
  }
}

/** Like a robot whose battery is well charged. */
const CHARGED = 1.2;

async function emulated(robot: RobotDefinition | undefined): Promise<Checked> {
  if (robot?.board) refuseUnemulated(robot.board);
  const board = new AvrBoard(loadFirmware());
  if (robot?.battery) {
    const { pin, low } = robot.battery;
    board.setAnalog(pinNumber(pin) - FIRST_ANALOG, pinVolts(robot.battery, CHARGED * low));
  }
  return opened(emulatedReach(board), robot, 'an emulated board, within this process');
}

async function opened(reach: Reach, robot: RobotDefinition | undefined, said: string): Promise<Checked> {
  const port = await reach.open();
  const rows = await reach.during(checkBoard(port, reach.time, robot));
  return { rows: [ok(CHECK.port, said), ...rows], missing: false };
}

const unopened = (error: unknown): Row[] => [
  wrongBy(CHECK.port, error),
  ...unreached('there is no line to a board'),
];
