/** The end of the program itself. */
import type { Driver } from './driver.js';

/**
 * Guards people: an error that nothing catches ends a program, and the board of a driver of its own may have no dead-man.
 *
 * @returns forgets the driver
 */
export function stopsAtExit(driver: Pick<Driver, 'stop'>): () => void {
  const stop = () => driver.stop();
  process.once('exit', stop);
  return () => process.off('exit', stop);
}
