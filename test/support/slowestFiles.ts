/** A reporter for CI: the files that took longest, so that what grows is seen; and last, where a log is cut least, what failed. */
import { relative } from 'node:path';
import type { Reporter, TestModule, TestResult } from 'vitest/node';

const COUNT = 10;
const MOST_CHARACTERS = 2000;

/** The messages, and where in the tests they arose. */
const causes = ({ errors = [] }: TestResult): string =>
  errors
    .map(({ message, stack = '' }) => {
      const inTests = stack.split('\n').filter((line) => line.includes('/test/'));
      return `${message.slice(0, MOST_CHARACTERS)}\n${inTests.join('\n')}`;
    })
    .join('\n');

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .map((module) => ({ name: relative(process.cwd(), module.moduleId), ms: module.diagnostic().duration }))
      .sort((a, b) => b.ms - a.ms);
    console.log(`\nThe ${COUNT} slowest files:`);
    for (const { name, ms } of timed.slice(0, COUNT))
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
    for (const module of modules)
      for (const test of module.children.allTests('failed'))
        console.log(
          `\nFailed: ${relative(process.cwd(), module.moduleId)} > ${test.fullName}\n${causes(test.result())}`,
        );
  }
}
