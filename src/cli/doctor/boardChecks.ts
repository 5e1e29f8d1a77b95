/** Who is at the other end of the line, is it the right one, and how quickly does it answer? Nothing is armed. */

import { BOARDS, type BoardName, boardWith } from '../../drivers/boards.js';
import { refuseWrongBoard } from '../../drivers/firmata/boardCheck.js';
import type { FirmataLink } from '../../drivers/firmata/firmataLink.js';
import { BLINKING_HANDSHAKE_TIMEOUT, HANDSHAKE_TIMEOUT } from '../../drivers/firmata/handshake.js';
import { type IdentifiedBoard, identifyBoard, openFirmataLink } from '../../drivers/firmata/identifyBoard.js';
import { betterFirmware } from '../../drivers/firmata/linkErrors.js';
import type { Port } from '../../drivers/serial/port.js';
import type { TimeSource } from '../../math/time.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { checkBattery } from './batteryCheck.js';
import { checkDelay } from './delayCheck.js';
import { CHECK, ok, type Row, skipped, warning, wrongBy } from './row.js';

/** What is not looked at where nobody answers. */
export const unreached = (why: string): Row[] => [skipped(CHECK.firmware, why), ...unknown(why)];

const unknown = (why: string): Row[] =>
  [CHECK.board, CHECK.delay, CHECK.battery].map((check) => skipped(check, why));

/** @param robot undefined where its file is not known, or wrong */
export async function checkBoard(
  port: Port,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<Row[]> {
  const patience = isStandard(robot) ? BLINKING_HANDSHAKE_TIMEOUT : HANDSHAKE_TIMEOUT;
  const link = await openFirmataLink(port, time, robot ?? {}, patience).catch((error: Error) => error);
  if (link instanceof Error) {
    return [wrongBy(CHECK.firmware, link, port.name), ...unknown('nobody answers')];
  }
  return checkLink(link, time, robot).finally(() => link.close());
}

const isStandard = (robot: RobotDefinition | undefined): boolean => robot?.firmware === 'standard-firmata';
const boardOf = (robot: RobotDefinition | undefined): BoardName => robot?.board ?? 'uno';

async function checkLink(
  link: FirmataLink,
  time: TimeSource,
  robot: RobotDefinition | undefined,
): Promise<Row[]> {
  const board = boardOf(robot);
  const met = isStandard(robot)
    ? unguarded(link, board)
    : await identifyBoard(link, time, board).catch((error: Error) =>
        wrongBy(CHECK.firmware, error, link.name),
      );
  return [
    'line' in met ? guarded(met) : met,
    boardRow(link, robot),
    'line' in met
      ? await checkDelay(met.line, time)
      : skipped(CHECK.delay, 'only the Steerbot firmware is asked for that'),
    await checkBattery(link, time, robot),
  ];
}

const guarded = ({ status: { protocol, minor } }: IdentifiedBoard): Row =>
  ok(CHECK.firmware, `Steerbot ${protocol}.${minor}`);

/** Guards people: a board with another firmware drives, but nothing on it stops it. */
function unguarded({ firmware, name }: FirmataLink, board: BoardName): Row {
  if (/steerbot/i.test(firmware)) return wrongBy(CHECK.firmware, betterFirmware(name, firmware), name);
  return warning(
    CHECK.firmware,
    `${firmware}, on which nothing stops the motors if this computer fails`,
    `put Steerbot's on it with \`steerbot flash ${board} --port ${name}\`, and \`firmware: steerbot\` into the file`,
  );
}

function boardRow(link: FirmataLink, robot: RobotDefinition | undefined): Row {
  const pins = link.io.pins.length;
  const found = boardWith(pins);
  const like = found ? `: an ${BOARDS[found].title} or its like` : '';
  const said = `${pins} pins, ${link.io.analogPins.length} of them analog${like}`;
  if (!robot) return skipped(CHECK.board, `${said}; no robot file to compare it with`);
  try {
    refuseWrongBoard(link, robot);
    return ok(CHECK.board, said);
  } catch (error) {
    return wrongBy(CHECK.board, error, link.name);
  }
}
