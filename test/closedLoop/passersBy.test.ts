/** What has passed is forgotten: a robot that waited for a person is soon on its way again. */
import { describe, expect, it } from 'vitest';
import type { Seconds } from '../../src/math/units.js';
import { exceptions, partOf } from '../support/effort.js';
import { PASSERS, type Passed, passBy, WATCHERS } from '../support/passersBy.js';

/** From when the way is free. */
const WAITS: Seconds = 2;
/** How much longer than at full speed the robot takes from then to its goal: it may stop once more for the same person. */
const LATE: Seconds = 4;

const inTime = ({ contacts, waits, late }: Passed) => contacts === 0 && waits <= WAITS && late <= LATE;

describe.each(Object.entries(WATCHERS))('a robot with %s', (_, robot) => {
  // What may as well stand beside a sonar's cone is still kept.
  it('drives on within two seconds after a person has crossed its way, but for one of twenty at most', () => {
    const late = partOf(PASSERS, 5)
      .map((passer) => ({ passer, ...passBy(robot, passer, { seed: PASSERS.indexOf(passer) + 1 }) }))
      .filter((passed) => !inTime(passed));
    expect(late.length, JSON.stringify(late)).toBeLessThanOrEqual(exceptions(0.05, PASSERS.length));
  });
});
