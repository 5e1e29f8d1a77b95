/** `npm run mutants -- --sample 500 --seed 1`: how many seeded mistakes in the code that guards people the tests find. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Fate, Hunt } from './hunt.js';
import { type Mutant, mutantsOf } from './mutants.js';
import { Progress } from './progress.js';
import { reportOn, tell } from './report.js';
import { drawn } from './sample.js';
import { namedSurvivors } from './survivors.js';
import { NEAR_GROUPS, testsOf } from './testFiles.js';
import { Trials } from './trials.js';

const CONTROL = 'receive sense teleop step guard perceive halt autoArm loop'.split(' ');
const STEERBOT = 'frame frameLine commandTimes stallLimits steerbotDriver'.split(' ');
const GUARDED = [
  ...['safety', 'locomotion'].flatMap((part) =>
    readdirSync(`src/${part}`).map((name) => `src/${part}/${name}`),
  ),
  ...CONTROL.map((name) => `src/control/${name}.ts`),
  ...STEERBOT.map((name) => `src/drivers/steerbot/${name}.ts`),
  'src/drivers/firmata/firmataLink.ts',
  'src/signals/readings.ts',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many are drawn; default all. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Parts of the paths of the files that are mutated. */
    files: { type: 'string', multiple: true, default: [] },
    /** Ids, as the report says them. */
    only: { type: 'string', multiple: true, default: [] },
    /** Only the nearest tests, and those that import the file: quick, and harder to pass. */
    near: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const all: Mutant[] = [];
const sources = GUARDED.map((file) => {
  const firstId = all.length;
  all.push(...mutantsOf(file, readFileSync(file, 'utf8'), firstId));
  return { file, firstId };
});

const parts = [...values.files, ...positionals];
const ids = values.only.flatMap((list) => list.split(',')).map(Number);
const meant = all.filter(
  ({ id, file }) =>
    (parts.length === 0 || parts.some((part) => file.includes(part))) &&
    (ids.length === 0 || ids.includes(id)),
);
const chosen = values.sample ? drawn(meant, Number(values.sample), Number(values.seed)) : meant;

const say = (words: string) => process.stderr.write(`${words}\n`);
if (values.list) {
  for (const { id, file, line, operator, code, becomes } of chosen)
    console.log(`#${id} ${file}:${line} ${operator}\n    - ${code}\n    + ${becomes}`);
  process.exit();
}

const mutated = sources.filter(({ file }) => chosen.some((mutant) => mutant.file === file));
const trials = new Trials(process.cwd(), mutated);
const groups = values.near ? NEAR_GROUPS : undefined;
const progress = new Progress(chosen.length, say);
const hunt = new Hunt(
  trials,
  (file) => testsOf(file).slice(0, groups),
  (fate) => progress.tell(fate),
);
process.once('SIGINT', () => {
  say(progress.summary);
  void trials.close().finally(() => process.exit(130));
});
const fates: Fate[] = [];
const from = performance.now();
for (const { file } of mutated) {
  const ofFile = chosen.filter((mutant) => mutant.file === file);
  const found = await hunt.fatesOf(file, ofFile);
  fates.push(...found);
  const alive = found.filter(({ killedBy }) => killedBy === null);
  const killed = found.length - alive.length;
  const seconds = Math.round((performance.now() - from) / 1000);
  say(`${seconds} s: ${killed} of ${found.length} killed in ${file}`);
  for (const { mutant } of alive) say(`  alive: #${mutant.id} line ${mutant.line}: ${mutant.becomes}`);
}
await trials.close();

const report = reportOn(fates, all, namedSurvivors());
const seconds = Math.round((performance.now() - from) / 1000);
const { sample, seed } = values;
if (values.json) console.log(JSON.stringify({ sample, seed, seconds, ...report, fates }));
else console.log(`${tell(report)}\n${chosen.length} of ${all.length} mutants, seed ${seed}, ${seconds} s`);
process.exitCode = report.total.survived > 0 || report.outdated.length > 0 ? 1 : 0;
