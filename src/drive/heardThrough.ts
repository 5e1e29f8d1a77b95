/** A program's view of what its robot's sensors say. */
import { catchError, EMPTY, merge, mergeMap, type Observable, of, partition, share } from 'rxjs';
import type { Driver } from '../drivers/driver.js';
import type { TimeSource } from '../math/time.js';
import type { RobotDefinition } from '../robot/robot.js';
import type { Reading } from '../signals/signals.js';
import { messageAt, misuse } from '../validation/caller.js';
import { described, isStream } from '../validation/options.js';
import { datedReading, type ReadingNews, readingMistake } from './ownReadings.js';
import type { DriveRunOptions } from './run.js';

/** What a board tells of itself. */
const BOARD_READINGS: readonly Reading['kind'][] = ['tripped', 'link', 'battery'];

/** A robot, by whose file readings are checked, and its body. */
interface Heard {
  readonly robot: RobotDefinition;
  readonly body: Driver & { readonly time: TimeSource };
}

/**
 * Guards people: no program holds back what the board tells of itself, and none goes on without the readings that it was to
 * give.
 *
 * @param refuse is told of what cannot be meant; where the program's stream fails or ends, the body is lost
 */
export function heardThrough(
  { robot, body }: Heard,
  readings: DriveRunOptions['readings'],
  refuse: (why: string) => void,
): Driver {
  if (!readings) return body;
  const [board$, sensors$] = partition(body.readings$, ({ kind }) => BOARD_READINGS.includes(kind));
  const heard$: Observable<ReadingNews> = readings(sensors$);
  if (!isStream(heard$))
    throw misuse(
      `drive: readings gives ${described(heard$, 'nothing')}; it must return an Observable, such as own$.pipe(…)`,
    );
  const checked$ = heard$.pipe(
    mergeMap((news) => {
      const mistake = readingMistake(robot, news);
      if (mistake === undefined) return of(datedReading(news, body.time.now()));
      refuse(`readings ${mistake}`);
      return EMPTY;
    }),
    catchError((error: unknown) => {
      throw new Error(`the program's readings failed: ${messageAt(error)}`);
    }),
  );
  return {
    readings$: merge(board$, checked$).pipe(share()),
    arm: () => body.arm(),
    drive: (duties) => body.drive(duties),
    stop: () => body.stop(),
    close: () => body.close(),
  };
}
