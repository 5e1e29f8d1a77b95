import { describe, expect, it } from 'vitest';
import { restoredTick, type StoredTick, withoutMarks } from '../../src/recording/format/stored.js';
import { tickOf } from '../dashboard/page/views.js';

const { contributions, mode, ...rest } = tickOf({});
const spoken = [{ behavior: 'seek', force: { x: 1, y: 0 }, marks: [] }];
const earlier = (drivenBy: string) => ({ ...rest, voices: spoken, drivenBy }) as unknown as StoredTick;

describe('a tick of an earlier recording', () => {
  it.each([
    ['mission', 'auto'],
    ['hand', 'manual'],
  ])('that was driven by %s is read under the names of today', (before, now) => {
    const expected = { ...rest, contributions: spoken, mode: now };
    expect(restoredTick(earlier(before), () => undefined)).toEqual(expected);
    expect(withoutMarks(earlier(before))).toEqual(expected);
  });

  it('whose cause is words alone has the kind of the fault with these words', () => {
    const faults = [{ at: 2, kind: 'rangeSilent' as const, what: 'no echo' }];
    for (const [what, kind] of [
      ['no echo', 'rangeSilent'],
      ['the page failed', 'program'],
    ]) {
      const told = { ...tickOf({ safety: 'stopped', faults }), cause: what } as unknown as StoredTick;
      expect(restoredTick(told, () => undefined)?.cause).toEqual({ kind, what });
      expect(withoutMarks(told).cause).toEqual({ kind, what });
    }
  });

  it('that has all ages by name tells those of the sensors apart', () => {
    const { estimate } = tickOf({});
    const named = { estimate: { ...estimate, ages: { encoders: 0.01, front: 0.2, sensors: 0.3 } } };
    const told = { ...tickOf({}), ...named } as unknown as StoredTick;
    const ages = { encoders: 0.01, sensors: { front: 0.2, sensors: 0.3 } };
    expect(restoredTick(told, () => undefined)?.estimate.ages).toEqual(ages);
    expect(withoutMarks(told).estimate.ages).toEqual(ages);
  });
});
