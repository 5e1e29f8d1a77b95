/** The process in which the tests run: one test file against one mutant at a time, with Vitest loaded once. */
import { resolve } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { withSwitches } from './mutants.js';

/** What a test file is run with. */
export interface Trial {
  /** The chosen one; null: the code as it is. */
  readonly mutant: number | null;
  readonly test: string;
  /** Places executed before the mutant counts as endless. */
  readonly mostPasses: number;
  /** [ms] */
  readonly testTimeout: number;
}

export interface Verdict {
  readonly passed: boolean;
  /** The first failed test, or what else went wrong. */
  readonly failure: string;
  readonly reached: readonly number[];
  readonly passes: number;
}

/** A source file, and the id of its first mutant. */
export interface Switched {
  readonly file: string;
  readonly firstId: number;
}

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
      include: ['**/*.ts'],
      setupFiles: ['setup', '../mutation/inWorker'].map((name) =>
        resolve(process.cwd(), 'test/support', `${name}.ts`),
      ),
      pool: 'threads',
      maxWorkers: 1,
      watch: false,
      bail: 1,
      reporters: [{}],
      env: { NO_COLOR: '1', STEERBOT_TESTS: 'test' },
    },
    { plugins: [compilesMutantsIn(root, sources)] },
  );

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error && 'message' in error ? String(error.message) : 'it did not run';

export async function judge(vitest: Vitest, trial: Trial): Promise<Verdict> {
  const project = vitest.getRootProject();
  project.provide('trial', trial);
  const spec = project.createSpecification(resolve(vitest.config.root, trial.test));
  // Vitest keeps what it knows of earlier runs.
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec]);
  const [module] = testModules;
  const failed = module ? [...module.children.allTests('failed')][0] : undefined;
  const error = module?.errors()[0] ?? unhandledErrors[0];
  const { reached = [], passes = 0 } = module?.meta() ?? {};
  const passed = module?.state() === 'passed' && unhandledErrors.length === 0;
  const failure = failed ? `${failed.fullName}: ${failed.result().errors?.[0]?.message}` : messageOf(error);
  return { passed, failure: passed ? '' : failure, reached, passes };
}
