/**
 * Tests run the JavaScript in dist, as users do, if it is newer than every source: without Vitest's import wrappers a
 * simulation takes a quarter less time. After an edit of a source, tests run the TypeScript.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'sim'];

/** The built program. */
export const PROGRAM = join(ROOT, 'dist/bundle/main.js');

/** Folders count too: removing a file changes only its folder. */
const newestIn = (folder: string): number =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
    .map((name) => statSync(join(folder, name)).mtimeMs)
    .reduce((newest, time) => Math.max(newest, time), 0);

/** Whether dist is there and newer than every file of src and sim. */
export const isBuiltNewest = (): boolean =>
  existsSync(PROGRAM) && FOLDERS.every((folder) => newestIn(join(ROOT, folder)) < statSync(PROGRAM).mtimeMs);

/** The compiled file of an import of src or sim; undefined where the build has none, as of the pages' parts. */
function builtFile(path: string, importer: string): string | undefined {
  const source = resolve(dirname(importer), path);
  const [folder, ...rest] = source.slice(ROOT.length).split(/[/\\]/);
  if (!source.startsWith(ROOT) || folder === undefined || !FOLDERS.includes(folder)) return undefined;
  const built = join(ROOT, 'dist', folder, ...rest);
  return existsSync(built) ? built : undefined;
}

/** A Vite plugin: relative imports of src and sim become those of dist. */
const toBuilt = {
  name: 'built modules',
  enforce: 'pre' as const,
  resolveId: (path: string, importer?: string) =>
    importer !== undefined && /^\.\.?\/.*\.js$/.test(path)
      ? builtFile(path, importer.replace(/\?.*/, ''))
      : undefined,
};

interface Modules {
  readonly plugins: (typeof toBuilt)[];
  readonly server: { readonly deps?: { readonly external: RegExp[] } };
}

/** For the configuration of a project: tests import what is built, and Node itself loads it. */
export const builtModules = (): Modules => ({
  plugins: [toBuilt],
  server: { deps: { external: [/\/dist\/(src|sim)\//] } },
});

/** Tests import the TypeScript, which Vitest compiles. */
export const SOURCES: Modules = { plugins: [], server: {} };
