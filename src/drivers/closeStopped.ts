/** The end of a connection, with what is known of the wheels by then. */
import type { Seconds } from '../math/units.js';
import type { ConnectedRobot } from './driver.js';

/** A line that carries a tenth of what it is given still takes less. */
const PATIENCE: Seconds = 2;

/**
 * Stops a robot, and waits at most two seconds for its board to say that the motors are off.
 *
 * @returns whether that was said; always true of a body in this program
 */
export async function stopped(robot: ConnectedRobot): Promise<boolean> {
  robot.stop();
  return robot.kind !== undefined || saidOff(robot);
}

/** The same, and closes the connection. */
export async function closeStopped(robot: ConnectedRobot): Promise<boolean> {
  const isOff = await stopped(robot);
  await robot.close();
  return isOff;
}

const saidOff = (robot: ConnectedRobot): Promise<boolean> =>
  new Promise((done) => {
    if (!robot.motorsOff) return done(false);
    const cancel = robot.time.after(PATIENCE, () => done(false));
    void robot.motorsOff().then((isOff) => {
      cancel();
      done(isOff);
    });
  });
