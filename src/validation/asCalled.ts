/** The inside of a public function that answers later. */
import { atCaller, deeply, isOurs } from './caller.js';
import { DriverError } from './errors.js';

/** Does the work; what it refuses, now or later, points to the line of the program that has called. */
export async function asCalled<T>(work: () => T | Promise<T>): Promise<T> {
  const call = deeply(() => new Error());
  try {
    return await work();
  } catch (error) {
    throw isOurs(error) || error instanceof DriverError ? atCaller(error, call) : error;
  }
}
