/** Does the board that was written to answer, and with what? Ctrl-C leaves it alone: it has its firmware by then. */

import type { BoardName } from '../../drivers/boards.js';
import { refuseWrongBoard } from '../../drivers/firmata/boardCheck.js';
import type { ExpectedRobot } from '../../drivers/firmata/handshake.js';
import { identifyBoard, openFirmataLink } from '../../drivers/firmata/identifyBoard.js';
import type { Port } from '../../drivers/serial/port.js';
import type { TimeSource } from '../../math/time.js';
import type { Reach } from '../drive/reach.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';

/** A robot, as much as is known of it, and the board that it was flashed as. */
export type Flashed = ExpectedRobot & { readonly board: BoardName };

/**
 * The protocol's version and the firmware's own; undefined where it was interrupted before.
 *
 * @throws DriverError where it does not answer, or is another board
 */
export async function askVersion(robot: Flashed, reach: Reach): Promise<string | undefined> {
  let interruption: Interruption | undefined;
  const opening = reach.open();
  const watch = interruptions$.subscribe((each) => {
    interruption ??= each;
    // Whoever waits at it hears no more, and gives up.
    void opening.then((port) => port.close()).catch(() => {});
  });
  try {
    const version = await reach.during(opening.then((port) => answer(robot, port, reach.time)));
    if (!interruption) return version;
  } catch (error) {
    if (!interruption) throw error;
  } finally {
    watch.unsubscribe();
  }
  if (interruption.error !== undefined) throw interruption.error;
  return undefined;
}

async function answer(robot: Flashed, port: Port, time: TimeSource): Promise<string> {
  const link = await openFirmataLink(port, time, robot);
  try {
    refuseWrongBoard(link, robot);
    const { status } = await identifyBoard(link, time, robot.board);
    return `${status.protocol}.${status.minor}`;
  } finally {
    await link.close();
  }
}
