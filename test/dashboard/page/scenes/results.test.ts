import { beforeEach, describe, expect, it } from 'vitest';
import {
  criteria,
  crossings,
  hasResults,
  outcomeOf,
  remarks,
} from '../../../../src/dashboard/page/scenes/results.js';
import { storeView } from '../../../../src/dashboard/page/store.js';
import { frameOf, sceneOf } from '../views.js';

beforeEach(() => {
  storeView(sceneOf('a'));
  storeView(frameOf({}));
});

describe('the result on the page', () => {
  it('is not shown before the run is judged', () => {
    expect(hasResults.value).toBe(false);
  });

  it('has the criteria and the remarks', () => {
    const verdict = [{ words: 'contacts: 0', passed: true }];
    storeView({ ...frameOf({}), verdict, remarks: ['a has no encoders'] });
    expect(hasResults.value).toBe(true);
    expect(criteria.value).toEqual(verdict);
    expect(remarks.value).toEqual(['a has no encoders']);
  });

  it('tells nothing but contacts of what was lost after its user took over, until it is judged', () => {
    const verdict = [
      { words: 'distance.atMost: 2 m', passed: false, lost: 'a was far', at: 3 },
      { words: 'contacts: 1', passed: false, lost: 'a touched w', at: 4 },
      { words: 'clearance: 0 m', passed: false, lost: 'a was near', at: 1 },
    ];
    const words = () => criteria.value.map((row) => row.words.split(':')[0]);
    storeView({ ...frameOf({}), verdict, takenOverAt: 2 });
    expect(words()).toEqual(['contacts', 'clearance']);
    storeView({ ...frameOf({}), verdict, takenOverAt: 2, judgedAt: 9 });
    expect(words()).toHaveLength(3);
    storeView({ ...frameOf({}), verdict });
    expect(words()).toHaveLength(3);
  });

  it('is passed by a whole run only: one that was stopped or changed on its way counts for nothing', () => {
    const met = { ...frameOf({}), verdict: [{ words: 'overshoot: 0 mm', passed: true }], judgedAt: 5 };
    expect(outcomeOf(frameOf({}))).toBeUndefined();
    expect(outcomeOf(met)).toMatchObject({ passed: true, words: 'Passed: all 1 of what is asked is met.' });
    expect(outcomeOf({ ...met, takenOverAt: 6 })).toMatchObject({ passed: true });
    expect(outcomeOf({ ...met, takenOverAt: 4 })).not.toHaveProperty('passed');
    const missed = { ...met, verdict: [...met.verdict, { words: 'contacts: 1', passed: false }] };
    expect(outcomeOf(missed)).toMatchObject({ passed: false });
  });

  it('is shown for remarks alone, and for crossings alone', () => {
    storeView({ ...frameOf({}), remarks: ['a has no encoders'] });
    expect(hasResults.value).toBe(true);
    storeView({ ...frameOf({}), flow: { crossings: 0, perSecond: 0 } });
    expect(hasResults.value).toBe(true);
    expect(crossings.value).toBe(0);
  });
});
