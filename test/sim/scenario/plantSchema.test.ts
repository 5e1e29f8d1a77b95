import { describe, expect, it } from 'vitest';
import { plantSchema } from '../../../sim/scenario/plantSchema.js';
import { AS_DECLARED } from '../../../sim/scenario/plantSpec.js';

describe('a plant', () => {
  it('without a name has no errors but those that it gives', () => {
    expect(plantSchema.parse(undefined)).toEqual(AS_DECLARED);
    expect(plantSchema.parse('ideal')).toEqual(AS_DECLARED);
    expect(plantSchema.parse({ delay: '60 ms' })).toEqual({ ...AS_DECLARED, delay: 0.06 });
  });

  it('named table has a typical body, of which a part may be changed', () => {
    const table = plantSchema.parse('table');
    expect(table).toMatchObject({
      battery: { full: 8.4, sag: 0.5, capacity: 2 },
      slip: { way: 0.02, heading: 0.03 },
    });
    const changed = plantSchema.parse({ base: 'table', slip: 0.01, wheelSpeedError: { left: 0.1 } });
    expect(changed).toEqual({ ...table, slip: 0.01, wheelSpeedError: { left: 0.1, right: 0 } });
  });

  it('takes units, and figures of wheels with and without directions', () => {
    const { deadband, battery } = plantSchema.parse({
      deadband: { left: 0.1, right: { forward: 0.2, back: 0.3 } },
      battery: { full: '7.2 V', sag: '300 mohm', capacity: '1500 mAh', charge: 0.5 },
    });
    expect(deadband).toEqual({ left: { forward: 0.1, back: 0.1 }, right: { forward: 0.2, back: 0.3 } });
    expect(battery).toEqual({ full: 7.2, sag: 0.3, capacity: 1.5, charge: 0.5 });
  });

  it.each([['tabel'], [{ base: 'tabel' }], [{ slip: 2 }], [{ battery: { full: 8 } }], [{ lagg: 1 }], [3]])(
    'refuses %j',
    (value) => {
      expect(plantSchema.safeParse(value).success).toBe(false);
    },
  );
});
