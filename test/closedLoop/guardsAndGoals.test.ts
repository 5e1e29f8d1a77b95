/** Each guard before each goal, on ways on which something stands. */
import { describe, expect } from 'vitest';
import {
  driveCompany,
  drivePair,
  driveSensed,
  GOALS,
  GUARDS,
  PLACES,
  SIGHTS,
} from '../bench/guardsAndGoals.js';
import { COMPANY } from '../support/companyAmongThings.js';
import { itInBoth as it, itThorough, partOf, thirdOf } from '../support/effort.js';
import { SENSED } from '../support/sensedWaysAmongThings.js';

const PAIRS = Object.keys(GUARDS).flatMap((guard) => Object.keys(GOALS).map((goal) => ({ guard, goal })));

describe('by what is mapped', () => {
  it.each(PAIRS)('$guard before $goal arrives and touches nothing', (pair) => {
    for (const [place, situation] of partOf(PLACES, 2)) {
      const driven = drivePair({ eyes: 'truth', ...pair }, situation);
      expect({ place, ...driven }).toMatchObject({ place, arrived: true, contacts: 0 });
    }
  });
});

const COMPANIES = Object.keys(GUARDS).flatMap((guard) =>
  Object.keys(COMPANY).map((goal) => ({ guard, goal })),
);

describe('a goal without an end of its own, by what is mapped', () => {
  it.each(partOf(COMPANIES, 3))('$goal behind $guard gets there and touches nothing', (pair) => {
    for (const [place, situation] of partOf(PLACES, 2)) {
      const driven = driveCompany({ eyes: 'truth', ...pair }, situation);
      expect({ place, ...driven }).toMatchObject({ place, done: true, contacts: 0 });
    }
  });
});

const SENSED_PAIRS = Object.keys(GUARDS).flatMap((guard) =>
  (['followWall', 'followLine'] as const).map((goal) => ({ guard, goal })),
);

describe('a wall or a line, things by what is mapped', () => {
  it.each(partOf(SENSED_PAIRS, 3))('$goal behind $guard gets there and touches nothing', (pair) => {
    for (const [place, way] of partOf(SENSED[pair.goal], 3)) {
      const driven = driveSensed({ eyes: 'truth', ...pair }, way);
      expect({ place, ...driven }).toMatchObject({ place, done: true, contacts: 0 });
    }
  });
});

describe.each(SIGHTS.slice(1))('by %s', (eyes, guards) => {
  itThorough.each(SENSED_PAIRS.filter(({ guard }) => guards.includes(guard)))(
    '$guard before $goal gets there at nineteen of twenty places',
    (pair) => {
      const drawn = thirdOf(SENSED[pair.goal]).filter((_, i) => i % 2 === 0);
      const failed = drawn.filter(([, way]) => !driveSensed({ eyes, ...pair }, way).done);
      expect(failed.length).toBeLessThanOrEqual(Math.max(2, 0.0625 * drawn.length));
    },
  );

  itThorough.each(PAIRS.filter(({ guard }) => guards.includes(guard)))(
    '$guard before $goal arrives at nineteen of twenty places',
    (pair) => {
      const drawn = thirdOf(PLACES);
      const failed = drawn.filter(([, situation]) => !drivePair({ eyes, ...pair }, situation).arrived);
      expect(failed.length).toBeLessThanOrEqual(Math.max(2, 0.0625 * drawn.length));
    },
  );
});
