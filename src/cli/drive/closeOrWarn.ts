import { closeStopped } from '../../drivers/closeStopped.js';
import type { ConnectedRobot } from '../../drivers/driver.js';

/** STOP is sent, and the board may not have it yet. */
export const UNCONFIRMED =
  'it was told to stop, but has not said that its motors are off: look at its wheels, and switch its power off if they turn';

/** Guards people: what is said at the end must not let them take hold of a wheel that may still turn. */
export async function closeOrWarn(body: ConnectedRobot): Promise<void> {
  if (!(await closeStopped(body))) process.stderr.write(`\n${UNCONFIRMED}\n`);
}
