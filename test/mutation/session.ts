/** The process in which the tests run, with Vitest loaded once: one test file against some mutants at a time. */
import { resolve } from 'node:path';
import { createVitest, type TestSuite, type Vitest } from 'vitest/node';
import { withSwitches } from './mutants.js';

/** What a test file is run with, in one worker. */
export interface Trial {
  readonly test: string;
  /** One after the other; null: the code as it is. */
  readonly mutants: readonly (number | null)[];
  /** With the first of them the file is loaded, but its tests are not run. */
  readonly onlyLoadsFirst: boolean;
  /** Places executed before a mutant counts as endless. */
  readonly mostPasses: number;
  /** [ms] */
  readonly testTimeout: number;
}

/** What was executed of the code as it is. */
export interface Executed {
  /** How often each place was executed while the test file was loaded: with its modules, and once more. */
  readonly loadedFirst: readonly (readonly [id: number, times: number])[];
  readonly loaded: readonly (readonly [id: number, times: number])[];
  /** Until its end. */
  readonly reached: readonly number[];
  readonly passes: number;
}

export interface Verdict {
  readonly passed: boolean;
  /** The first failed test, or what else went wrong. */
  readonly failure: string;
  readonly executed: Executed;
}

/** A source file, and the id of its first mutant. */
export interface Switched {
  readonly file: string;
  readonly firstId: number;
}

const HERE = resolve(process.cwd(), 'test/mutation');

const compilesMutantsIn = (root: string, sources: readonly Switched[]) => ({
  name: 'mutants',
  enforce: 'pre' as const,
  transform(code: string, path: string) {
    const source = sources.find(({ file }) => resolve(root, file) === resolve(path));
    return source ? { code: withSwitches(source.file, code, source.firstId), map: null } : undefined;
  },
});

/** @param root of the sources and their tests */
export const openVitest = (root: string, sources: readonly Switched[]): Promise<Vitest> =>
  createVitest(
    'test',
    {
      config: false,
      root,
      include: [resolve(HERE, 'batch.ts')],
      setupFiles: [resolve(HERE, '../support/setup.ts'), resolve(HERE, 'inWorker.ts')],
      pool: 'threads',
      maxWorkers: 1,
      watch: false,
      reporters: [{}],
      env: { NO_COLOR: '1', STEERBOT_TESTS: 'test' },
    },
    { plugins: [compilesMutantsIn(root, sources)] },
  );

const NOTHING: Executed = { loadedFirst: [], loaded: [], reached: [], passes: 0 };

function verdictOf(suite: TestSuite): Verdict {
  const passed = suite.state() !== 'failed';
  const [failed] = suite.children.allTests('failed');
  const words = failed ? `${failed.fullName}: ${failed.result().errors?.[0]?.message}` : 'it did not run';
  return { passed, failure: passed ? '' : words, executed: suite.meta().executed ?? NOTHING };
}

/** @returns a verdict on each of its mutants, or none where the file did not run to its end */
export async function judge(vitest: Vitest, trial: Trial): Promise<readonly Verdict[]> {
  const project = vitest.getRootProject();
  project.provide('trial', { ...trial, test: resolve(vitest.config.root, trial.test) });
  // Vitest keeps what it knows of earlier runs.
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const spec = project.createSpecification(resolve(HERE, 'batch.ts'));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec]);
  const suites = testModules.flatMap(({ children }) => [...children.suites()]);
  const isWhole = suites.length === trial.mutants.length && unhandledErrors.length === 0;
  return isWhole ? suites.map(verdictOf) : [];
}
