/** What is published of crowds that change places. */
import { median } from './clock.js';
import type { Figures } from './figures/figures.js';
import { CONDITIONS, type Condition } from './rovers.js';
import { exploreSwaps, runSwap } from './swap.js';

/** Seed 0 is exactly symmetric. */
const SEEDS = [0, 1, 2];
/** Of the case that takes longest. */
const FEW_SEEDS = [0, 1];
/** Longer no run is waited for [s]. */
const LIMIT = 60;

type Measure = 'last' | 'median' | 'through' | 'arrived';

/** What the docs say of each case, and under which conditions. */
const PUBLISHED: readonly (readonly [name: string, Condition, ...Measure[]])[] = [
  ['circle25', 'ideal', 'last'],
  ['circle25', 'late', 'last'],
  ['circle25', 'worst', 'last'],
  ['circle100', 'ideal', 'median', 'last'],
  ['circle8', 'ideal', 'last'],
  ['circle8', 'late', 'last'],
  ['pair', 'ideal', 'last'],
  ['pair', 'late', 'last'],
  ['pair', 'worst', 'last'],
  ['corridor', 'ideal', 'through'],
  ['corridor', 'late', 'through'],
  ['corridor', 'worst', 'arrived'],
  ['random30', 'ideal', 'arrived'],
  ['random30', 'late', 'arrived'],
  ['random30', 'worst', 'arrived'],
];

const UNITS: Readonly<Record<Measure, string>> = { last: '×', median: '×', through: 's', arrived: 'robots' };

function measured(name: string, condition: Condition, seed: number, limit = LIMIT) {
  const { run, free } = runSwap(name, { ...CONDITIONS[condition], seed, limit });
  const { times, through, contacts, gap } = run;
  const arrived = times.filter(Number.isFinite).length;
  return { last: Math.max(...times) / free, median: median(times) / free, through, arrived, contacts, gap };
}

/** @param words see `exploreSwaps`; without any: what is published */
export function benchSwap(words: readonly string[], figures: Figures): void {
  if (words.length > 0) {
    exploreSwaps(words);
    return;
  }
  let contacts = 0;
  for (const [name, condition, ...measures] of PUBLISHED) {
    console.log(condition);
    const runs = (name === 'circle100' ? FEW_SEEDS : SEEDS).map((seed) => measured(name, condition, seed));
    contacts += runs.reduce((sum, run) => sum + run.contacts, 0);
    for (const measure of measures) {
      const values = runs.map((run) => run[measure]);
      const id = `swap.${name}.${condition}.${measure}`;
      figures.exact(`${id}.least`, Math.min(...values), UNITS[measure]);
      figures.exact(`${id}.most`, Math.max(...values), UNITS[measure]);
    }
  }
  figures.exact('swap.contacts', contacts, '');
}

/** Eight on a circle, late, and the begin of a corridor with errors of all kinds. */
export function probeSwap(figures: Figures): void {
  const circle = measured('circle8', 'late', 1);
  figures.probe('swap.probe.circle', circle.last + circle.gap);
  figures.probe('swap.probe.corridor', measured('corridor', 'worst', 1, 4).gap);
  figures.probe('swap.probe.crowd', measured('circle25', 'late', 1, 4).gap);
}
