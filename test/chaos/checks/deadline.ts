/** A tick in every period of the run's time, except where the clock is disturbed. */
import type { Seconds } from '../../../src/math/units.js';
import type { Check, Moment } from '../moment.js';

const TOLERANCE: Seconds = 1e-6;

export function deadlines(): Check {
  let last: Seconds | null = null;
  let wasRegular = true;
  return {
    rule: 'deadline',
    tick({ at, robot, regular }: Moment) {
      const passed = last === null ? null : at - last;
      const onTime = wasRegular && regular;
      [last, wasRegular] = [at, regular];
      const period = 1 / robot.control.rate;
      if (passed === null || !onTime || Math.abs(passed - period) <= TOLERANCE) return undefined;
      return `${passed.toFixed(4)} s since the last tick, and the period is ${period.toFixed(4)} s`;
    },
  };
}
