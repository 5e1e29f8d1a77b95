/** For a program that cannot arm a tripped board again: the trip ends its readings. */
import { map, type OperatorFunction } from 'rxjs';
import type { Reading } from '../signals/signals.js';
import { DeadManTripped } from '../validation/errors.js';

/** The same readings; errors with DeadManTripped when the board has stopped itself. */
export const failOnTrip = (): OperatorFunction<Reading, Reading> =>
  map((reading) => {
    if (reading.kind === 'tripped') throw new DeadManTripped(reading.why);
    return reading;
  });
