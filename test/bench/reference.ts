/** An earlier commit of this repository, built beside this one, to be measured in turn with it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../src/config/loadFile.js';
import { git } from './figures/origin.js';

/** Speeds are given in times of this commit's. */
export const REFERENCE = '8dc9f21';

/** Why it cannot be built; undefined: it can. */
export function troubleWith(commit: string): string | undefined {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return undefined;
  } catch {
    return `${commit} is no ancestor here: a clone with its whole history is needed (git fetch --unshallow)`;
  }
}

/** Checks it out and builds it, hands its dist to the work, and removes it. */
export async function withReference<T>(commit: string, work: (dist: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-reference-'));
  const tree = join(folder, 'tree');
  try {
    git('worktree', 'add', '--detach', tree, commit);
    symlinkSync(join(packageFolder(), 'node_modules'), join(tree, 'node_modules'), 'junction');
    const compiler = join(packageFolder(), 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: tree, stdio: 'inherit' });
    return await work(join(tree, 'dist'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}
