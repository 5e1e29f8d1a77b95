/**
 * `npm run bench [NAMES…] [-- WORDS…]`: figures worth quoting, measured here and now; words are the named bench's own.
 * With `--write` they are stored in docs/figures.json, and the pages that quote them are written anew; `--quote` does that
 * alone; `--check` makes all stored figures that repeat to the digit again, and ends with 1 where one has become another.
 */
import { type Bench, type BenchName, benches, isBench } from './benches.js';
import { checkInFull, commandOf } from './figures/again.js';
import { readRuns, storeRun, tableOf } from './figures/figureFile.js';
import { Figures } from './figures/figures.js';
import { changedFiles, originNow } from './figures/origin.js';
import { requotePages } from './figures/pages.js';

const MODES = ['--write', '--quote', '--check'];

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

const given = process.argv.slice(2);
const modes = given.filter((word) => MODES.includes(word));
const others = given.filter((word) => !MODES.includes(word));
const end = others.findIndex((word) => !isBench(word));
const names = (end < 0 ? others : others.slice(0, end)) as BenchName[];
const words = others.slice(names.length);
if (modes.length > 1) refuse(`${modes.join(' and ')}: one of them at a time`);
if (words.length > 0 && names.length !== 1)
  refuse(`${words[0]}: no bench has this name, and only one bench at a time is given words`);

function quote(): void {
  for (const page of requotePages(tableOf(readRuns()))) console.log(`${page} quotes other numbers now`);
}

async function check(): Promise<void> {
  const found = await checkInFull(names);
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}

function committedOrigin(): ReturnType<typeof originNow> {
  const changed = changedFiles();
  if (changed.length > 0)
    refuse(`commit first, so that the figures have a commit to be of:\n${changed.join('\n')}`);
  return originNow();
}

async function measure(stores: boolean): Promise<void> {
  const origin = stores ? committedOrigin() : undefined;
  for (const [name, bench] of Object.entries(benches) as [BenchName, Bench][]) {
    if (names.length > 0 ? !names.includes(name) : bench.isLong) continue;
    console.log(`\n# ${name}`);
    const figures = new Figures();
    await bench.run(words, figures);
    if (origin !== undefined) await store(name, bench, figures, origin);
  }
  if (stores) quote();
}

/** With some words a bench only looks at a part of what it publishes: that is not stored. */
async function store(
  name: BenchName,
  { probe }: Bench,
  figures: Figures,
  origin: ReturnType<typeof originNow>,
): Promise<void> {
  if (Object.keys(figures.table).length === 0) {
    console.log(`nothing of ${[name, ...words].join(' ')} is published`);
    return;
  }
  await probe?.(figures);
  storeRun(name, { command: commandOf(name, words), ...origin, figures: figures.table });
}

if (modes[0] === '--quote') quote();
else if (modes[0] === '--check') await check();
else await measure(modes[0] === '--write');
