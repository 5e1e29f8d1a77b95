/** A driver that a program has made: completed, and with what goes wrong in it told instead of thrown. */
import { Observable, Subject } from 'rxjs';
import { wallTime } from '../control/clock.js';
import type { ConnectedRobot, Driver } from '../drivers/driver.js';
import type { TimeSource } from '../math/time.js';
import type { Seconds } from '../math/units.js';
import type { Reading } from '../signals/signals.js';
import { DriverError, messageOf } from '../validation/errors.js';

/**
 * Guards people: a driver whose `drive` or `stop` fails, at once or later, counts as a lost body and is told to stop; one that
 * does not answer `arm` has refused.
 */
export function ofProgram(driver: Driver | ConnectedRobot, time?: TimeSource): ConnectedRobot {
  const failed = new Subject<never>();
  let hasFailed = false;
  const attempt = (method: 'drive' | 'stop', call: () => unknown) => {
    const fail = (error: unknown) => {
      if (hasFailed) return;
      hasFailed = true;
      attempt('stop', () => driver.stop());
      failed.error(new DriverError(`${method}() of the driver failed: ${messageOf(error)}`));
    };
    try {
      const done: unknown = call();
      if (typeof Object(done).then === 'function') Promise.resolve(done).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  return {
    ...factsOf(driver, time),
    readings$: new Observable<Reading>((subscriber) => {
      const failures = failed.subscribe({ error: (error) => subscriber.error(error) });
      subscriber.add(failures);
      subscriber.add(driver.readings$.subscribe(subscriber));
    }),
    arm: () => answered(async () => driver.arm()),
    drive: (duties) => attempt('drive', () => driver.drive(duties)),
    stop: () => attempt('stop', () => driver.stop()),
    close: () => driver.close(),
  };
}

/** What a program's driver need not say. (Of an object of any class: a copy would lose its methods.) */
function factsOf(
  driver: Driver | ConnectedRobot,
  time: TimeSource = wallTime,
): Omit<ConnectedRobot, keyof Driver> {
  if (!('deadMan' in driver)) return { time, deadMan: null, speedLimit: null, warning: null };
  const { deadMan, speedLimit, warning, kind } = driver;
  return {
    ...{ time: driver.time, deadMan, speedLimit, warning },
    ...(kind && { kind }),
    ...(driver.clock$ && { clock$: driver.clock$.bind(driver) }),
    ...(driver.motorsOff && { motorsOff: driver.motorsOff.bind(driver) }),
    ...(driver.truth && { truth: driver.truth.bind(driver) }),
  };
}

/** As long as this a driver may take to arm its robot. */
const ARMING_TIME: Seconds = 10;

function answered(arm: () => Promise<void>): Promise<void> {
  return new Promise((done, refuse) => {
    const why = `arm() of the driver has not answered within ${ARMING_TIME} s`;
    const cancel = wallTime.after(ARMING_TIME, () => refuse(new DriverError(why)));
    arm().then(done, refuse).finally(cancel);
  });
}
