import { describe, expect, it } from 'vitest';
import { callsIn, tableOf } from './budgetFiles.js';
import { compare } from './compare.js';
import type { Measured } from './figures.js';
import { type FunctionPlace, namesOf } from './functionNames.js';

const BUDGET: Measured = {
  node: 20,
  figures: {
    square: { functions: 2, calls: 200, bytes: 10_000 },
    lines: { src: 1000 },
    package: { dependencies: 100 },
  },
  calls: { square: { 'src/a.ts:steer': 150, 'src/a.ts:steer > unnamed': 50 } },
};

/** The budget with other figures of one scene. */
const changed = (scene: string, figures: Record<string, number>, more: Partial<Measured> = {}): Measured => ({
  ...BUDGET,
  figures: { ...BUDGET.figures, [scene]: { ...BUDGET.figures[scene], ...figures } },
  ...more,
});

describe('a comparison with the budget', () => {
  it('finds nothing where all is the same, or within 2 %', () => {
    const nothing = { above: [], below: [] };
    expect(compare(BUDGET, BUDGET)).toEqual(nothing);
    expect(compare(BUDGET, changed('square', { calls: 204, bytes: 9800 }))).toEqual(nothing);
    expect(compare(BUDGET, changed('lines', { src: 1020 }))).toEqual(nothing);
  });

  it('says what is above it, by how much, and which functions are new or run more often', () => {
    const calls = {
      square: { 'src/a.ts:steer': 151, 'src/a.ts:steer > unnamed': 40, 'src/b.ts:needless': 14 },
    };
    const { above, below } = compare(BUDGET, changed('square', { functions: 3, calls: 205 }, { calls }));
    expect(above).toEqual([
      [
        'square: functions 3, 50.0 % above the budget of 2',
        'square: calls 205, 2.5 % above the budget of 200',
        '  new: src/b.ts:needless, calls: 14',
        '  more: src/a.ts:steer, calls: 150 → 151',
      ].join('\n'),
    ]);
    expect(below).toEqual([]);
  });

  it('lists the fifteen functions with the most calls more', () => {
    const many = Array.from({ length: 20 }, (_, i) => [`src/b.ts:f${i}`, i + 1]);
    const calls = { square: { ...BUDGET.calls.square, ...Object.fromEntries(many) } };
    const lines = compare(BUDGET, changed('square', { calls: 410 }, { calls })).above[0]?.split('\n');
    expect(lines).toHaveLength(17);
    expect(lines?.[1]).toBe('  new: src/b.ts:f19, calls: 20');
    expect(lines?.[16]).toBe('  and 5 more functions');
  });

  it('says what is below it', () => {
    const { above, below } = compare(BUDGET, changed('lines', { src: 979 }));
    expect([above, below]).toEqual([[], ['lines: src 979, 2.1 % below the budget of 1000']]);
  });

  it('allows not a single dependency more', () => {
    const { above } = compare(BUDGET, changed('package', { dependencies: 101 }));
    expect(above).toEqual(['package: dependencies 101, 1.0 % above the budget of 100']);
  });

  it('has a figure without a budget above it', () => {
    const { above } = compare(BUDGET, changed('swap25', { calls: 7 }));
    expect(above).toEqual(['swap25: calls 7, without a budget']);
  });

  it('leaves bytes out on another version of Node', () => {
    const more = { bytes: 20_000 };
    expect(compare(BUDGET, changed('square', more)).above).toHaveLength(1);
    expect(compare(BUDGET, changed('square', more, { node: 24 })).above).toEqual([]);
  });
});

describe('the table of functions', () => {
  it('is read as it was written', () => {
    const calls = { square: { 'src/b.ts:f': 2, 'src/a.ts:g': 1 }, swap25: { 'src/a.ts:g': 0.04 } };
    expect(tableOf(calls)).toBe('function,square,swap25\nsrc/a.ts:g,1,0.04\nsrc/b.ts:f,2,\n');
    expect(callsIn(tableOf(calls))).toEqual(calls);
  });
});

describe('names of functions', () => {
  const place = (name: string, start: number, end: number): [string, FunctionPlace] => [
    `${name}@${start}`,
    { name, start, end },
  ];

  it('are paths from the outermost, and numbered where they are the same', () => {
    const places = [
      place('', 0, 100),
      place('fold', 10, 50),
      place('', 20, 29),
      place('', 30, 45),
      place('inner', 35, 40),
      place('', 50, 60),
      place('fold', 70, 80),
    ];
    expect([...namesOf(new Map(places)).values()]).toEqual([
      'module',
      'fold',
      'fold > unnamed',
      'fold > unnamed 2',
      'fold > unnamed 2 > inner',
      'unnamed',
      'fold 2',
    ]);
  });

  it('are not those of the fields around a method', () => {
    const places = [place('', 0, 99), place('<instance_members_initializer>', 20, 60), place('tick', 30, 40)];
    expect(namesOf(new Map(places)).get('tick@30')).toBe('tick');
  });

  it('stay when lines move', () => {
    const named = (shift: number) => [
      ...namesOf(new Map([place('', 0, 99), place('', 10 + shift, 20 + shift)])).values(),
    ];
    expect(named(7)).toEqual(named(0));
  });
});
