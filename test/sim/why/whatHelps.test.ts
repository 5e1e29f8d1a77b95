/** A failed run's cause is found among the alternatives that would have helped. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import type { Result } from '../../../sim/referee/result.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { alternativesOf } from '../../../sim/why/alternatives.js';
import { whatHelps } from '../../../sim/why/whatHelps.js';
import { itThorough, THOROUGH, thirdOf } from '../../support/effort.js';
import { PLANTED_CAUSES, type PlantedCause, SOUND } from '../../support/plantedCauses.js';

const run = async (scenario: Scenario): Promise<Result | undefined> => {
  try {
    return await simulate(scenario);
  } catch {
    return undefined;
  }
};

/** The place of the planted cause in the list; −1 where it is not in it. */
async function placeOf({ scenario, about }: PlantedCause): Promise<number> {
  const result = await simulate(scenario);
  const found = await whatHelps(scenario, result, run);
  return found.findIndex((one) => about.test(one.about));
}

describe('the runs in which causes are planted', () => {
  itThorough(
    'pass without them, and fail with them',
    async () => {
      for (const scenario of SOUND) expect(await simulate(scenario)).toMatchObject({ passed: true });
      for (const { name, scenario } of PLANTED_CAUSES)
        expect([name, (await simulate(scenario)).passed]).toEqual([name, false]);
      expect(PLANTED_CAUSES.length).toBeGreaterThanOrEqual(50);
    },
    120_000,
  );
});

/** Found second: without either of the box and the wall beside it there is a way. */
const KNOWN_SECOND = ['gap: box'];

describe('the list of what would have helped', () => {
  // All of them every night; a part with each commit.
  const tried = THOROUGH ? thirdOf(PLANTED_CAUSES) : PLANTED_CAUSES.filter((_, i) => i % 50 === 2);
  it.each(tried)(
    'has first: $name',
    async (cause) => {
      const place = await placeOf(cause);
      if (KNOWN_SECOND.includes(cause.name)) expect(place).toBe(1);
      else expect(place).toBe(0);
    },
    120_000,
  );

  it('says each alternative in words of its own', () => {
    for (const { scenario } of PLANTED_CAUSES) {
      const words = alternativesOf(scenario).map((one) => one.words);
      expect(words.filter((said, i) => words.indexOf(said) < i)).toEqual([]);
      for (const said of words) expect(said).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it('has what comes nearest where nothing would have helped', async () => {
    const [stop] = SOUND;
    if (!stop) throw new Error('no scenario');
    const quick: Scenario = { ...stop, criteria: [{ criterion: 'arrived', before: 2 }] };
    const result = await simulate(quick);
    const found = await whatHelps(quick, result, run);
    expect(found).toMatchObject([{ passed: false, gained: 0 }]);
    const [nearest] = found;
    const time = ({ criteria }: Result) => criteria[0]?.measured ?? Number.POSITIVE_INFINITY;
    expect(time(await simulate(nearest?.scenario ?? quick))).toBeLessThan(0.9 * time(result));
  }, 60_000);

  it('is empty where nothing would have helped, or nothing can be run', async () => {
    const [stop] = SOUND;
    if (!stop) throw new Error('no scenario');
    const far: Scenario = { ...stop, criteria: [{ criterion: 'moved', atLeast: 100 }] };
    const result = await simulate(far);
    expect(result.passed).toBe(false);
    expect(await whatHelps(far, result, run)).toEqual([]);
    expect(await whatHelps(far, result, async () => undefined)).toEqual([]);
  }, 60_000);
});
