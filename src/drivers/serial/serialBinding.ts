/** The serialport package, loaded when it is first needed: it brings a native module that may not fit the machine. */
import { DriverError } from '../../validation/errors.js';

type Serialport = typeof import('serialport');

/** @throws DriverError with the cure, where the native module does not load */
export async function serialBinding(
  load: () => Promise<Serialport> = () => import('serialport'),
): Promise<Serialport> {
  try {
    return await load();
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new DriverError(`the serial port's native module does not load (${why}); ${cure(why)}`);
  }
}

/** As an optional dependency it is left out where npm could not install it, or was told to. */
const cure = (why: string): string =>
  /cannot find (package|module)/i.test(why)
    ? 'install it with `npm install serialport`'
    : 'build it for this machine with `npm rebuild @serialport/bindings-cpp`';
