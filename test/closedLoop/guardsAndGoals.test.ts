/** Each guard before each goal, on ways on which something stands. */
import { describe, expect } from 'vitest';
import { drivePair, GOALS, GUARDS, PLACES, SIGHTS } from '../bench/guardsAndGoals.js';
import { itInBoth as it, itThorough, partOf, thirdOf } from '../support/effort.js';

const PAIRS = Object.keys(GUARDS).flatMap((guard) => Object.keys(GOALS).map((goal) => ({ guard, goal })));

describe('by what is mapped', () => {
  it.each(PAIRS)('$guard before $goal arrives and touches nothing', (pair) => {
    for (const [place, situation] of partOf(PLACES, 3)) {
      const driven = drivePair({ eyes: 'truth', ...pair }, situation);
      expect({ place, ...driven }).toMatchObject({ place, arrived: true, contacts: 0 });
    }
  });
});

describe.each(SIGHTS.slice(1))('by %s', (eyes, guards) => {
  itThorough.each(PAIRS.filter(({ guard }) => guards.includes(guard)))(
    '$guard before $goal arrives at nineteen of twenty places',
    (pair) => {
      const drawn = thirdOf(PLACES);
      const failed = drawn.filter(([, situation]) => !drivePair({ eyes, ...pair }, situation).arrived);
      expect(failed.length).toBeLessThanOrEqual(Math.max(2, 0.0625 * drawn.length));
    },
    60_000,
  );
});
