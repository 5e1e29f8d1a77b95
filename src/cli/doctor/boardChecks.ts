/** What a board says of itself: its firmware, its pins, how long it takes to answer, and its battery. */

import { refuseWrongBoard } from '../../drivers/firmata/boardCheck.js';
import { watchSensors } from '../../drivers/firmata/boardSensors.js';
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import { BLINKING_HANDSHAKE_TIMEOUT, HANDSHAKE_TIMEOUT } from '../../drivers/firmata/handshake.js';
import { type IdentifiedBoard, identifyBoard, openFirmataLink } from '../../drivers/firmata/identifyBoard.js';
import {
  betterFirmware,
  DEAD_BATTERY_VOLTAGE,
  flashCure,
  noPower,
} from '../../drivers/firmata/linkErrors.js';
import type { Port } from '../../drivers/serial/port.js';
import {
  FIRMWARE_MINOR_VERSION,
  RATE_MINOR_VERSION,
  STALL_MINOR_VERSION,
} from '../../drivers/steerbot/frame.js';
import { measureRoundTrips } from '../../drivers/steerbot/roundTrips.js';
import { BOARDS, type BoardName, boardWith, DEFAULT_BOARD } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds, type Volts } from '../../math/units.js';
import { hasDeadMan } from '../../robot/deadMan.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { batteryInput } from '../../sensors/boardInputs.js';
import { CHECK, type CheckRow, ok, skipped, warning, wrong, wrongByError } from './checkRow.js';
import { checkDrivers } from './driverChecks.js';
import { deadManRow, delayRow, type LinkKind, rateRow, speedRow, unguardedRows } from './linkChecks.js';
import { checkSensors } from './sensorChecks.js';
import { checkSonars } from './sonarChecks.js';

/** The checks that are skipped when no board answers. */
export const boardSkipped = (why: string): CheckRow[] => [
  skipped(CHECK.firmware, why),
  ...laterChecksSkipped(why),
];

const laterChecksSkipped = (why: string): CheckRow[] =>
  [CHECK.board, CHECK.delay, CHECK.battery].map((check) => skipped(check, why));

/** @param robot undefined where its file is missing or faulty @param kind a cable unless given */
export async function checkBoard(
  port: Port,
  time: TimeSource,
  robot: RobotDefinition | undefined,
  kind: LinkKind = { through: 'usb' },
): Promise<CheckRow[]> {
  const patience = isStandard(robot) ? BLINKING_HANDSHAKE_TIMEOUT : HANDSHAKE_TIMEOUT;
  const link = await openFirmataLink(port, time, robot ?? {}, patience).catch((error: Error) => error);
  if (link instanceof Error) {
    return [wrongByError(CHECK.firmware, link, port.name), ...laterChecksSkipped('no board answers')];
  }
  return checkLink(link, time, { robot, kind }).finally(() => link.close());
}

const isStandard = (robot: RobotDefinition | undefined): boolean => robot?.firmware === 'standard-firmata';
const boardOf = (robot: RobotDefinition | undefined): BoardName => robot?.board ?? DEFAULT_BOARD;

async function checkLink(
  link: FirmataLink,
  time: TimeSource,
  { robot, kind }: MeasuredLink,
): Promise<CheckRow[]> {
  const board = boardOf(robot);
  const met = isStandard(robot)
    ? unguardedFirmware(link, board)
    : await identifyBoard(link, time, board).catch((error: Error) =>
        wrongByError(CHECK.firmware, error, link.name),
      );
  return [
    'line' in met ? guardedFirmware(met, board, link.name) : met,
    boardRow(link, robot),
    ...('line' in met
      ? await checkTimes(met, time, { robot, kind })
      : [skipped(CHECK.delay, 'only the Steerbot firmware can answer this')]),
    await checkBattery(link, time, robot),
    ...(await checkDrivers(link, time, robot)),
    ...('line' in met ? await checkSensors(link, time, robot) : []),
    ...('line' in met ? await checkSonars(link, met, time, robot) : []),
  ];
}

function guardedFirmware(
  { status: { protocol, minor } }: IdentifiedBoard,
  board: BoardName,
  port: string,
): CheckRow {
  const found = `Steerbot ${protocol}.${minor}`;
  if (minor >= FIRMWARE_MINOR_VERSION) return ok(CHECK.firmware, found);
  return warning(
    CHECK.firmware,
    `${found}, which ${lacking(minor)}; ${protocol}.${FIRMWARE_MINOR_VERSION} does`,
    flashCure(board, port).replace('put the firmware on it', 'update it'),
  );
}

/** The most important thing that an older firmware cannot do. */
function lacking(minor: number): string {
  if (minor < STALL_MINOR_VERSION) return 'does not notice a stalled wheel';
  if (minor < RATE_MINOR_VERSION) return 'knows no sonars, no encoders with one channel and no faster line';
  return 'does not count the commands that are lost on the line';
}

/** A board with another firmware drives, but nothing on the board stops it: the user must know. */
function unguardedFirmware({ firmware, name }: FirmataLink, board: BoardName): CheckRow {
  if (/steerbot/i.test(firmware)) return wrongByError(CHECK.firmware, betterFirmware(name, firmware), name);
  return warning(
    CHECK.firmware,
    `${firmware}, on which nothing stops the motors if this computer fails`,
    `${flashCure(board, name).replace('the firmware', "Steerbot's")}, and set \`firmware: steerbot\` there`,
  );
}

function boardRow(link: FirmataLink, robot: RobotDefinition | undefined): CheckRow {
  const pins = link.io.pins.length;
  const found = boardWith(pins);
  const like = found ? `: an ${BOARDS[found].title} or its like` : '';
  const said = `${pins} pins, ${link.io.analogPins.length} of them analog${like}`;
  if (!robot) return skipped(CHECK.board, `${said}; no robot file to compare it with`);
  try {
    refuseWrongBoard(link, robot);
    return ok(CHECK.board, said);
  } catch (error) {
    return wrongByError(CHECK.board, error, link.name);
  }
}

interface MeasuredLink {
  readonly robot: RobotDefinition | undefined;
  readonly kind: LinkKind;
}

/** What the link is like, and what fits it. */
async function checkTimes(
  { line, status }: IdentifiedBoard,
  time: TimeSource,
  { robot, kind }: MeasuredLink,
): Promise<CheckRow[]> {
  const trips = await measureRoundTrips(line, time);
  const rows = [delayRow(trips, kind), ...rateRow(kind, status.minor)];
  if (trips.answered === 0) return rows;
  if (robot && !hasDeadMan(robot)) return [...rows, ...unguardedRows()];
  return [...rows, deadManRow(trips, robot?.control), speedRow(trips, robot)];
}

const SAMPLE_PERIOD: Seconds = ms(20);
const LISTENING_TIME: Seconds = 0.5;

const BATTERY_CURE =
  'wire a divider from the battery to a pin, and add `battery: { pin: A3, divider: 2, low: 6.4 V }` to the file';

async function checkBattery(
  link: FirmataLink,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<CheckRow> {
  if (!robot?.battery) return skipped(CHECK.battery, 'nothing measures it', robot ? BATTERY_CURE : null);
  const seen: Volts[] = [];
  watchSensors(link, [batteryInput(robot.battery)], {
    time,
    interval: SAMPLE_PERIOD,
    otherTraffic: 0,
    each: (measured) => {
      if (measured.kind === 'battery') seen.push(measured.volts);
    },
  });
  await new Promise<void>((done) => time.after(LISTENING_TIME, done));
  return batteryRow(link.name, seen, robot.battery.low);
}

export function batteryRow(port: string, seen: readonly Volts[], low: Volts): CheckRow {
  const volts = seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)];
  if (volts === undefined) {
    return wrong(
      CHECK.battery,
      'its pin measures nothing; correct `battery.pin`, which must be an analog one',
    );
  }
  if (volts < DEAD_BATTERY_VOLTAGE) return wrongByError(CHECK.battery, noPower(port, volts), port);
  const found = `${volts.toFixed(1)} V`;
  return volts < low
    ? warning(CHECK.battery, `${found}, below ${low} V`, 'charge it, or change it')
    : ok(CHECK.battery, found);
}
