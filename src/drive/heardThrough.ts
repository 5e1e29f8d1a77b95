/** A program's view of what its robot's sensors say. */
import { merge, partition, share } from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { Reading } from '../signals/signals.js';
import { misuse } from '../validation/caller.js';
import { described, isStream } from '../validation/options.js';
import type { DriveRunOptions } from './run.js';

/** What a board tells of itself. */
const BOARD_READINGS: readonly Reading['kind'][] = ['tripped', 'link', 'battery'];

/** Guards people: no program holds back what the board tells of itself. */
export function heardThrough(body: Driver, readings: DriveRunOptions['readings']): Driver {
  if (!readings) return body;
  const [board$, sensors$] = partition(body.readings$, ({ kind }) => BOARD_READINGS.includes(kind));
  const heard$ = readings(sensors$);
  if (!isStream(heard$))
    throw misuse(
      `drive: readings gives ${described(heard$)}; it must return an Observable, such as own$.pipe(…)`,
    );
  return {
    readings$: merge(board$, heard$).pipe(share()),
    arm: () => body.arm(),
    drive: (duties) => body.drive(duties),
    stop: () => body.stop(),
    close: () => body.close(),
  };
}
