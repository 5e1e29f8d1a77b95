/** Builds where what was built is older than any of its sources: `npm ci` has built just before the first `npm test`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = ['dist/bundle/main.js', 'dist/page/index.html'].map((name) => join(root, name));
const SOURCES = ['src', 'sim', 'test/bench', 'test/budgets', 'test/support'];

const changedAt = (name) => (existsSync(name) ? statSync(name).mtimeMs : Number.NEGATIVE_INFINITY);
const newest = Math.max(
  changedAt(join(root, 'package-lock.json')),
  ...SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => changedAt(join(root, folder, name))),
  ),
);

if (Math.min(...BUILT.map(changedAt)) <= newest) {
  // `npm` says how it was started, so that no shell is needed to find it.
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, 'run', 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
