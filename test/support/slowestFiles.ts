/** A reporter for CI: the files that took longest, so that what grows is seen. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 10;

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .map((module) => ({ name: relative(process.cwd(), module.moduleId), ms: module.diagnostic().duration }))
      .sort((a, b) => b.ms - a.ms);
    console.log(`\nThe ${COUNT} slowest files:`);
    for (const { name, ms } of timed.slice(0, COUNT))
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
}
