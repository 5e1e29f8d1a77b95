/**
 * Code that changes a figure of the docs is found: the probe of each bench, a short part of it whose digits change with
 * its figures, is made again, and in turn all of a short bench. `npm run bench -- --check` makes all figures again that
 * repeat, which takes an hour.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Bench, benches } from '../bench/benches.js';
import { differences, wordsOf } from '../bench/figures/again.js';
import { readRuns } from '../bench/figures/figureFile.js';
import { Figures } from '../bench/figures/figures.js';
import { describeThorough, thirdOf } from '../support/effort.js';

const stored = Object.entries(readRuns());
const benchOf = (name: string): Bench | undefined => (benches as Readonly<Record<string, Bench>>)[name];
const probed = stored.filter(([name]) => benchOf(name)?.probe !== undefined);
const short = stored.filter(([name]) => benchOf(name)?.isShort);

describeThorough('made again, to the last stored digit', () => {
  beforeAll(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });
  afterAll(() => vi.restoreAllMocks());

  it.each(probed)('the probe of %s is the same', async (name, run) => {
    const again = new Figures();
    await benchOf(name)?.probe?.(again);
    expect(differences('probe', run.figures, again.table)).toEqual([]);
    expect(Object.keys(again.table)).not.toEqual([]);
  });

  it.each(thirdOf(short))('every figure of %s that repeats is the same', async (name, run) => {
    const again = new Figures();
    await benchOf(name)?.run(wordsOf(run), again);
    expect(differences('exact', run.figures, again.table)).toEqual([]);
  });

  it('every bench with figures that repeat has a probe', () => {
    const repeating = stored.filter(([, { figures }]) =>
      Object.values(figures).some(({ kind }) => kind === 'exact'),
    );
    const without = repeating.filter(([name]) => benchOf(name)?.probe === undefined).map(([name]) => name);
    expect(without).toEqual([]);
  });

  it.each([
    ['another digit', 1.00000000001],
    ['none', undefined],
  ])('%s is a difference', (_, value) => {
    const figure = (one: number) => ({ 'a.probe.b': { kind: 'probe', value: one, unit: '' } }) as const;
    expect(differences('probe', figure(1), value === undefined ? {} : figure(value))).toHaveLength(1);
    expect(differences('probe', {}, figure(1))).toHaveLength(1);
    expect(differences('probe', figure(1), figure(1))).toEqual([]);
  });
});
