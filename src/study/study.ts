/** A study from a program: scenes beside each other, seed by seed, each seed with its own draws. */
import { simulate } from '../../sim/engine/run.js';
import { requireScenario } from '../../sim/scenario/requireScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { wallTime } from '../control/clock.js';
import { asCalled } from '../validation/asCalled.js';
import { misuse } from '../validation/caller.js';
import { messageOf } from '../validation/errors.js';
import { aFunction, type Checks, described, requireOptions } from '../validation/options.js';
import { isRecord } from '../validation/values.js';
import { studyPlot } from './plot/studyPlot.js';
import { type ExperimentResult, resultOf } from './result.js';
import { type RunRow, rowOf } from './runRow.js';
import { RunTable } from './runTable.js';
import { parseSeeds, type Seeds, seedsText } from './seeds.js';
import { TABLE_OPTIONS, type TableOption } from './tables/openTable.js';
import { Tally } from './tally.js';
import type { StudyWork, Variant } from './variant.js';

export interface StudyOptions {
  /** What is compared, by name, the first with each other: each makes the scene of a seed. */
  readonly scenes: Readonly<Record<string, (seed: number) => Scenario>>;
  /** `1..100`, `1,5,8`, or the seeds themselves. */
  readonly seeds: string | readonly number[];
  /** Called after each seed, with the run of each scene. */
  readonly onSeed?: (seed: number, runs: Readonly<Record<string, RunRow>>) => void;
}

/** The runs of a study, and what they tell. */
export interface Study {
  /** Of each scene the spread of every figure; of two scenes their difference, seed by seed, with its confidence interval. */
  readonly result: ExperimentResult;
  /** In the order of the seeds: the run of each scene, by its name. */
  readonly runs: readonly { readonly seed: number; readonly runs: Readonly<Record<string, RunRow>> }[];
  /**
   * Distributions of figures as an SVG; default: of those that the scenes' criteria measure, else of all.
   * @throws RangeError for an unknown figure
   */
  plot(figures?: readonly string[]): string;
  /** Writes all runs as a table: `.csv`, `.jsonl` or `.parquet`. @throws RangeError for another ending; Error where it cannot be written */
  write(file: string): void;
}

/**
 * Runs scenes with the same seeds and compares them, here and one after the other. A study over all cores, or many
 * machines, is the command line's: `sim --seeds`.
 *
 * @example
 * ```ts
 * import { loadScenario } from 'steerbot';
 * import { study } from 'steerbot/lab';
 * const scenes = {
 *   wander: (seed: number) => ({ ...loadScenario('wander', { seed }), duration: 5 }),
 *   seek: (seed: number) => loadScenario('seek', { seed }),
 * };
 * const { result, runs } = await study({ scenes, seeds: '1..3' });
 * console.log(result.scenarios.map(({ scenario }) => scenario).join(', ')); // wander, seek
 * console.log(runs.length, runs[0]?.runs.seek?.outcome); // 3 arrived
 * ```
 * @throws RangeError for seeds or scenes that are none, or a scene that does not take its seed; what a scene throws
 */
export function study(options: StudyOptions): Promise<Study> {
  return asCalled(() => {
    requireOptions('study', options, STUDY_SHAPES);
    for (const name of ['scenes', 'seeds'] as const)
      if (options[name] === undefined) throw misuse(`study: ${name} is missing${WANTED[name]}`);
    return studied(options);
  });
}

const WANTED = {
  scenes: "; { name: (seed) => loadScenario('arrive', { seed }) } is wanted",
  seeds: "; '1..100', or a list of numbers, is wanted",
};

const STUDY_SHAPES: Checks<StudyOptions> = {
  scenes: (value) =>
    isRecord(value) && Object.values(value).every((make) => typeof make === 'function')
      ? undefined
      : `is ${described(value)} without functions${WANTED.scenes}`,
  seeds: (value) =>
    typeof value === 'string' || Array.isArray(value) ? undefined : `is ${described(value)}${WANTED.seeds}`,
  onSeed: aFunction,
};

async function studied({ scenes, seeds: given, onSeed }: StudyOptions): Promise<Study> {
  const seeds = seedsOf(given);
  const names = Object.keys(scenes);
  const makers = Object.values(scenes);
  if (names.length === 0) throw misuse('study: scenes holds none; a study has one scene or more', RangeError);
  const work: StudyWork = { variants: names.map((scenario) => ({ scenario, settings: [] })) };
  const started = wallTime.now();
  const rows: (readonly RunRow[])[] = [];
  for (const seed of seeds.list) {
    const done: RunRow[] = [];
    for (const make of makers) done.push(await runOnce(make, seed));
    rows.push(done);
    onSeed?.(seed, byName(names, done));
    await nextTurn();
  }
  const wallSeconds = wallTime.now() - started;
  const command = ({ scenario }: Variant, seed: number) => `${scenario}, seed ${seed}`;
  const result = tallied(names, rows, (tallies) => resultOf({ work, seeds, tallies, wallSeconds, command }));
  return {
    result,
    runs: rows.map((each, i) => ({ seed: seeds.list[i] as number, runs: byName(names, each) })),
    plot: (figures) =>
      tallied(names, rows, (tallies) => {
        const known = tallies[0]?.figures ?? [];
        const unknown = figures?.filter((name) => !known.includes(name)) ?? [];
        if (figures?.length === 0 || unknown.length > 0)
          throw misuse(
            `no such figure: '${unknown.join("', '")}'; known are ${known.join(', ')}`,
            RangeError,
          );
        return studyPlot({ work, tallies, result }, figures);
      }),
    write(file) {
      const table = tableIn(file, work);
      try {
        for (const each of rows) table.add(each);
      } finally {
        table.close();
      }
    },
  };
}

/** Adds the runs of each scene up, and gives back the file that many of them need. */
function tallied<Told>(
  names: readonly string[],
  rows: readonly (readonly RunRow[])[],
  tell: (tallies: readonly Tally[]) => Told,
): Told {
  const tallies = names.map(() => new Tally());
  try {
    for (const each of rows) for (const [i, row] of each.entries()) tallies[i]?.add(row);
    return tell(tallies);
  } finally {
    for (const tally of tallies) tally.close();
  }
}

const byName = (names: readonly string[], rows: readonly RunRow[]): Readonly<Record<string, RunRow>> =>
  Object.fromEntries(rows.map((row, i) => [names[i] as string, row]));

/** One run. @throws RangeError for a scene that is the same for every seed */
async function runOnce(make: (seed: number) => Scenario, seed: number): Promise<RunRow> {
  const scene = make(seed);
  requireScenario(`study: the scene of seed ${seed}`, scene);
  const row = rowOf(await simulate(scene));
  if (row.seed !== seed)
    throw misuse(
      `study: the scene of seed ${seed} has seed ${row.seed}; pass the seed on: loadScenario(name, { seed })`,
      RangeError,
    );
  return row;
}

/** Timers and signals of the program come in between. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function seedsOf(given: StudyOptions['seeds']): Seeds {
  try {
    if (typeof given === 'string') return parseSeeds(given);
    if (!Array.isArray(given)) throw new RangeError("seeds are '1..100', or a list of numbers");
    return { ...parseSeeds(seedsText(given)), list: given.map(Number) };
  } catch (error) {
    throw misuse(`study: ${messageOf(error)}`, RangeError);
  }
}

function tableIn(file: string, work: StudyWork): RunTable {
  const known = Object.entries(TABLE_OPTIONS).find(([, ending]) => file.endsWith(ending));
  if (!known)
    throw misuse(`${file}: a table ends with ${Object.values(TABLE_OPTIONS).join(', ')}`, RangeError);
  const option = known[0] as TableOption;
  try {
    return new RunTable(file, work.variants, option);
  } catch (error) {
    throw new Error(messageOf(error).replace(`${option} `, ''), { cause: error });
  }
}
