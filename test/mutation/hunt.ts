/** Runs the tests against mutants: a mutant is killed by the first test that fails with it. */
import type { Mutant } from './mutants.js';
import type { Verdict } from './session.js';
import type { Trials } from './trials.js';

export interface Fate {
  readonly mutant: Mutant;
  /** The test that failed, or null: it survived. */
  readonly killedBy: string | null;
  /** How many test files execute its place. */
  readonly reachedBy: number;
}

/** Where the tests of a source file are: those that are tried first, and those for what survives them. */
export interface TestsOf {
  direct(source: string): readonly string[];
  wider(source: string): readonly string[];
}

interface Baseline {
  readonly reached: ReadonlySet<number>;
  readonly passes: number;
  /** [ms] */
  readonly took: number;
}

/** A loaded machine may be this much slower than it was without a mutant. */
const SLOWER = 10;
const SHORTEST_PATIENCE = 20_000;
const BASELINE_PATIENCE = 600_000;

export class Hunt {
  readonly #trials: Trials;
  readonly #tests: TestsOf;
  readonly #baselines = new Map<string, Baseline>();

  constructor(trials: Trials, tests: TestsOf) {
    this.#trials = trials;
    this.#tests = tests;
  }

  async fateOf(mutant: Mutant): Promise<Fate> {
    const tried = new Set<string>();
    let reachedBy = 0;
    for (const tests of [this.#tests.direct, this.#tests.wider]) {
      for (const test of await this.#inOrder(tests(mutant.file), mutant, tried)) {
        reachedBy += 1;
        const { passed, failure } = await this.#try(mutant, test);
        if (!passed) return { mutant, killedBy: `${test}: ${failure}`, reachedBy };
      }
    }
    return { mutant, killedBy: null, reachedBy };
  }

  /** The tests that execute the mutant's place and were not tried yet: the first as it is, then the fastest. */
  async #inOrder(tests: readonly string[], mutant: Mutant, tried: Set<string>): Promise<string[]> {
    const reaching: { test: string; took: number }[] = [];
    for (const test of tests) {
      if (tried.has(test)) continue;
      tried.add(test);
      const { reached, took } = await this.#baseline(test);
      if (reached.has(mutant.id)) reaching.push({ test, took });
    }
    const [mirror, ...others] = reaching;
    const sorted = others.sort((a, b) => a.took - b.took);
    return [mirror, ...sorted].flatMap((entry) => entry?.test ?? []);
  }

  async #try(mutant: Mutant, test: string): Promise<Verdict> {
    const { passes, took } = await this.#baseline(test);
    const testTimeout = Math.max(SHORTEST_PATIENCE, SLOWER * took);
    const mostPasses = 20 * passes + 10_000_000;
    return await this.#trials.run({ mutant: mutant.id, test, mostPasses, testTimeout }, 2 * testTimeout);
  }

  /** @throws Error where a test fails without any mutant */
  async #baseline(test: string): Promise<Baseline> {
    const known = this.#baselines.get(test);
    if (known) return known;
    const from = performance.now();
    const endless = { mostPasses: Number.MAX_SAFE_INTEGER, testTimeout: BASELINE_PATIENCE };
    const verdict = await this.#trials.run({ mutant: null, test, ...endless }, BASELINE_PATIENCE);
    if (!verdict.passed) throw new Error(`${test} fails without a mutant: ${verdict.failure}`);
    const { passes, reached } = verdict;
    const baseline = { reached: new Set(reached), passes, took: Math.round(performance.now() - from) };
    this.#baselines.set(test, baseline);
    return baseline;
  }
}
