/** The end of the program itself. */
import type { Driver } from './driver.js';

const driven = new Set<Pick<Driver, 'stop'>>();

function stopAll(): void {
  for (const driver of driven) driver.stop();
}

/**
 * Guards people: an error that nothing catches ends a program, and the board of a driver of its own may have no dead-man.
 *
 * @returns forgets the driver
 */
export function stopsAtExit(driver: Pick<Driver, 'stop'>): () => void {
  // One listener for all: a program may drive many robots.
  if (driven.size === 0) process.on('exit', stopAll);
  driven.add(driver);
  return () => {
    driven.delete(driver);
    if (driven.size === 0) process.off('exit', stopAll);
  };
}
