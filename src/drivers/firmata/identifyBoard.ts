/**
 * Identifies a board without setting it up to drive. Nothing here arms a motor. The greeting stops motors on the
 * board's own pins, and behind an I²C chip that the robot's file names; without such a file the chip is unknown.
 */

import type { BoardName } from '../../kit/boards.js';
import type { TimeSource } from '../../math/time.js';
import type { Port } from '../serial/port.js';
import { FrameLine, type Status } from '../steerbot/frameLine.js';
import { queryFirmware } from '../steerbot/openSteerbot.js';
import { FirmataLink } from './firmataLink.js';
import { type ExpectedRobot, HANDSHAKE_TIMEOUT, shakeHands } from './handshake.js';

/** A line for our frames, and the board's answer to ASK. */
export interface IdentifiedBoard {
  readonly line: FrameLine;
  readonly status: Status;
}

/**
 * Any board that speaks Firmata; the link owns the port until `close`, and closes it if it fails.
 * @throws DriverError where no board answers
 */
export async function openFirmataLink(
  port: Port,
  time: TimeSource,
  robot: ExpectedRobot,
  timeout = HANDSHAKE_TIMEOUT,
): Promise<FirmataLink> {
  const link = new FirmataLink(port, time);
  try {
    await shakeHands(link, time, timeout, robot);
    return link;
  } catch (error) {
    await link.close();
    throw error;
  }
}

/** @throws DriverError where it runs another firmware, or ours in another version */
export async function identifyBoard(
  link: FirmataLink,
  time: TimeSource,
  board: BoardName,
): Promise<IdentifiedBoard> {
  const line = new FrameLine(link, time);
  return { line, status: await queryFirmware(link, line, { board }) };
}
