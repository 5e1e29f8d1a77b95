/** Runs the tests against mutants: a mutant is killed by the first test that fails with it. */
import type { Mutant } from './mutants.js';
import type { Verdict } from './session.js';
import type { Trials } from './trials.js';

export interface Fate {
  readonly mutant: Mutant;
  /** The test that failed, or null: it survived. */
  readonly killedBy: string | null;
  /** How many test files executed its place. */
  readonly reachedBy: number;
}

/** The tests of a source file: those that are tried first, then those for what survives them, and so on. */
export type TestsOf = (source: string) => readonly (readonly string[])[];

interface Baseline {
  readonly reached: ReadonlySet<number>;
  /** Executed when a module was loaded, once for all mutants of a batch. */
  readonly atLoading: ReadonlySet<number>;
  readonly passes: number;
  /** [ms] */
  readonly took: number;
}

/** A single test may take as long as its whole file took without a mutant, but at least this [ms]. */
const SHORTEST_PATIENCE = 5000;
const BASELINE_PATIENCE = 900_000;
const BATCH = 25;

export class Hunt {
  readonly #trials: Trials;
  readonly #tests: TestsOf;
  readonly #onFate: (fate: Fate) => void;
  readonly #baselines = new Map<string, Baseline>();

  /** @param onFate is told of each mutant as soon as a test kills it, and of the others when all tests have run */
  constructor(trials: Trials, tests: TestsOf, onFate: (fate: Fate) => void = () => {}) {
    this.#trials = trials;
    this.#tests = tests;
    this.#onFate = onFate;
  }

  /** The fates of mutants of one file. */
  async fatesOf(file: string, mutants: readonly Mutant[]): Promise<Fate[]> {
    const killers = new Map<number, string>();
    const reachedBy = new Map<number, number>();
    const tried = new Set<string>();
    const fateOf = (mutant: Mutant): Fate => {
      const { id } = mutant;
      return { mutant, killedBy: killers.get(id) ?? null, reachedBy: reachedBy.get(id) ?? 0 };
    };
    for (const tests of this.#tests(file)) {
      const alive = () => mutants.filter(({ id }) => !killers.has(id)).map(({ id }) => id);
      if (alive().length === 0) break;
      for (const test of await this.#fastestFirst(tests.filter((name) => !tried.has(name)))) {
        tried.add(test);
        const { reached } = await this.#baseline(test);
        const ids = alive().filter((id) => reached.has(id));
        for (const id of ids) reachedBy.set(id, (reachedBy.get(id) ?? 0) + 1);
        const killed = new Map(await this.#killedBy(test, ids));
        for (const [id, killer] of killed) killers.set(id, `${test}: ${killer}`);
        for (const mutant of mutants) if (killed.has(mutant.id)) this.#onFate(fateOf(mutant));
      }
    }
    const fates = mutants.map(fateOf);
    for (const fate of fates) if (fate.killedBy === null) this.#onFate(fate);
    return fates;
  }

  async #fastestFirst(tests: readonly string[]): Promise<string[]> {
    const timed: { test: string; took: number }[] = [];
    for (const test of tests) timed.push({ test, took: (await this.#baseline(test)).took });
    return timed.sort((a, b) => a.took - b.took).map(({ test }) => test);
  }

  /** The mutants that a test file kills, each with the test's name. */
  async #killedBy(test: string, ids: readonly number[]): Promise<[number, string][]> {
    const { atLoading } = await this.#baseline(test);
    const together = ids.filter((id) => !atLoading.has(id));
    const killed: [number, string][] = [];
    for (let i = 0; i < together.length; i += BATCH)
      killed.push(...(await this.#inBatch(test, together.slice(i, i + BATCH))));
    for (const id of ids.filter((id) => atLoading.has(id))) killed.push(...(await this.#alone(test, id)));
    return killed;
  }

  /** What earlier mutants left behind must not fail a test: the code as it is comes last, and must pass. */
  async #inBatch(test: string, ids: readonly number[]): Promise<[number, string][]> {
    const verdicts = await this.#try(test, [...ids, null]);
    if (verdicts.at(-1)?.passed) return killedAmong(ids, verdicts);
    const killed: [number, string][] = [];
    for (const id of ids) killed.push(...(await this.#alone(test, id)));
    return killed;
  }

  async #alone(test: string, id: number): Promise<[number, string][]> {
    const verdicts = await this.#try(test, [id]);
    return verdicts.length > 0 ? killedAmong([id], verdicts) : [[id, 'does not end, or does not load']];
  }

  async #try(test: string, mutants: readonly (number | null)[]): Promise<readonly Verdict[]> {
    const { passes, took } = await this.#baseline(test);
    const testTimeout = Math.max(SHORTEST_PATIENCE, took);
    const mostPasses = 20 * passes + 10_000_000;
    const patience = 3 * testTimeout + mutants.length * testTimeout;
    return await this.#trials.run(
      { test, mutants, onlyLoadsFirst: false, mostPasses, testTimeout },
      patience,
    );
  }

  /** @throws Error where a test fails without any mutant */
  async #baseline(test: string): Promise<Baseline> {
    const known = this.#baselines.get(test);
    if (known) return known;
    const from = performance.now();
    const mutants = [null, null];
    const limits = { mostPasses: Number.MAX_SAFE_INTEGER, testTimeout: BASELINE_PATIENCE };
    const trial = { test, mutants, onlyLoadsFirst: true, ...limits };
    const [, whole] = await this.#trials.run(trial, BASELINE_PATIENCE);
    if (!whole?.passed) throw new Error(`${test} fails without a mutant: ${whole?.failure}`);
    const { loadedFirst, loaded, reached, passes } = whole.executed;
    const again = new Map(loaded);
    const once = loadedFirst.filter(([id, times]) => times > (again.get(id) ?? 0));
    const baseline = {
      reached: new Set(reached),
      atLoading: new Set(once.map(([id]) => id)),
      passes,
      took: Math.round(performance.now() - from),
    };
    this.#baselines.set(test, baseline);
    return baseline;
  }
}

const killedAmong = (ids: readonly number[], verdicts: readonly Verdict[]): [number, string][] =>
  ids.flatMap((id, i): [number, string][] => {
    const verdict = verdicts[i];
    return verdict && !verdict.passed ? [[id, verdict.failure]] : [];
  });
