/** Where a measurement comes from: the code, and the machine. */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { packageFolder } from '../../../src/config/loadFile.js';
import type { BenchRun } from './figureFile.js';

/** What a bench measures, and what it measures with. */
const MEASURED = ['src', 'sim', 'robots', 'test/bench', 'test/support', 'package-lock.json'];

/** @throws Error where there is no repository, or git does not know what is asked */
export const git = (...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: packageFolder(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Files that differ from the commit, so that it does not tell what was measured. */
export function changedFiles(): string[] {
  const lines = git('status', '--porcelain', '--', ...MEASURED).split('\n');
  return lines.filter((line) => line !== '');
}

/** Of what is measured from now on. */
export function originNow(): Omit<BenchRun, 'figures' | 'command'> {
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model.trim() ?? 'unknown', cores: cpus().length, node: process.version };
  return { commit: git('rev-parse', 'HEAD'), date: new Date().toISOString().slice(0, 10), machine };
}
