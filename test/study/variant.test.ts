import { describe, expect, it } from 'vitest';
import { labelOf, labelsOf, variantsOf } from '../../src/study/variant.js';

const NONE = { missions: [], sweeps: [] };
const SWEEPS = [
  { key: 'robots.a.at.x', values: [0, 0.1] },
  { key: 'sensing', values: ['truth', 'odometry'] },
];

describe('the variants of a study', () => {
  it('are the scenarios where nothing is set', () => {
    expect(variantsOf({ scenarios: ['a', 'b'], ...NONE })).toEqual([
      { scenario: 'a', settings: [] },
      { scenario: 'b', settings: [] },
    ]);
  });

  it('are a grid of all values, of which the last one changes fastest', () => {
    const variants = variantsOf({ scenarios: ['a'], missions: [], sweeps: SWEEPS });
    expect(variants.map(({ settings }) => settings.map(({ value }) => value))).toEqual([
      [0, 'truth'],
      [0, 'odometry'],
      [0.1, 'truth'],
      [0.1, 'odometry'],
    ]);
  });

  it('have every mission with every scenario and value', () => {
    const variants = variantsOf({ scenarios: ['a', 'b'], missions: ['m', 'n'], sweeps: SWEEPS });
    expect(variants).toHaveLength(16);
    expect(new Set(variants.map(labelOf)).size).toBe(16);
  });

  it('are named by what distinguishes them', () => {
    expect(labelsOf(variantsOf({ scenarios: ['a', 'b'], ...NONE }))).toEqual(['a', 'b']);
    expect(
      labelsOf(variantsOf({ scenarios: ['a'], missions: ['m'], sweeps: [SWEEPS[0] ?? never()] })),
    ).toEqual(['m, x = 0', 'm, x = 0.1']);
    expect(labelsOf(variantsOf({ scenarios: ['a'], ...NONE }))).toEqual(['a']);
    const settings = ['robots.a.at.x', 'robots.b.at.x'].map((key) => ({ key, value: 1 }));
    expect(labelOf({ scenario: 's', settings })).toBe('s, robots.a.at.x = 1, robots.b.at.x = 1');
  });
});

function never(): never {
  throw new Error('there is a first sweep');
}
