/** Reads the files that users name: by name out of a folder of ours, or by path. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean, UnreadableFile } from '../validation/errors.js';
import { checkSize, decodeText } from './yaml/sourceText.js';

/** The folder of our package.json: the sources lie one level below it, the built files two. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** What our package.json says. */
interface Manifest {
  readonly version: string;
  /** Which Node.js it asks for. */
  readonly engines: { readonly node: string };
}

export const packageManifest = (): Manifest =>
  JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as Manifest;

const READ_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'this is a folder; a file is wanted',
  EACCES: 'the file may not be read; make it readable',
  EPERM: 'the file may not be read; make it readable',
};

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    READ_FAILURES[code] ??
    `the file cannot be read (${error instanceof Error ? error.message : String(error)})`
  );
}

/** @throws FileError where there is no such text file */
export function loadText(path: string): string {
  let bytes: Uint8Array;
  try {
    const found = statSync(path);
    // A device or a pipe may never end.
    if (!found.isFile() && !found.isDirectory()) throw new Error('it is no regular file');
    checkSize(found.size, path);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'faults' in error) throw error;
    throw new UnreadableFile(path, reason(error));
  }
  return decodeText(bytes, path);
}

export interface Folder {
  /** Below the package, and below the working directory: `sim/scenarios`. */
  readonly folder: string;
  /** What lies in it: `a scenario`. */
  readonly what: string;
}

export const ROBOTS: Folder = { folder: 'robots', what: 'a robot' };
export const SCENARIOS: Folder = { folder: 'sim/scenarios', what: 'a scenario' };

const searchFolders = ({ folder }: Folder): string[] => [join(packageFolder(), folder), resolve(folder)];

const yamlsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((name) => /^(.+)\.ya?ml$/.exec(name)?.[1] ?? []) : [];

/** The names of those that come with us. */
export const packagedNames = ({ folder }: Folder): string[] => yamlsIn(join(packageFolder(), folder));

/** What lies in these comes with us, and is made anew with every version. */
const PACKAGED_FOLDERS = [ROBOTS.folder, SCENARIOS.folder, 'docs'];

/** Whether that file comes with us, however its path is written, so that nobody's changes belong in it. */
export function isPackaged(file: string): boolean {
  const path = realPath(file);
  return PACKAGED_FOLDERS.some((folder) => path.startsWith(join(realPath(packageFolder()), folder) + sep));
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** The names of a folder's files, the package's first. */
export const knownNames = (folder: Folder): string[] => [...new Set(searchFolders(folder).flatMap(yamlsIn))];

const isName = (nameOrPath: string): boolean => /^[^/\\.]+$/.test(nameOrPath);

/**
 * The file that a name or a path stands for. A name is looked for in the package, then in the working directory, and
 * at last beside whoever names it.
 *
 * @param from the folder that paths are relative to
 * @throws FileError with the known names
 */
export function findFile(nameOrPath: string, folder: Folder, from = '.'): string {
  const named = [...searchFolders(folder), from].map((home) => relativeTo(home, `${nameOrPath}.yaml`));
  const found = isName(nameOrPath) ? named.find(existsSync) : undefined;
  const path = found ?? relativeTo(from, nameOrPath);
  if (existsSync(path)) return path;
  const names = knownNames(folder);
  const word = /([^/\\]+?)(\.ya?ml)?$/.exec(nameOrPath)?.[1] ?? nameOrPath;
  const allowed = `${folder.what} is a file, or one of: ${names.join(', ')}`;
  throw new UnreadableFile(nameOrPath, `no such file; ${allowed}; ${didYouMean(word, names)}`);
}

/** A path as a file names it, seen from where we are; as short as it was written where it can be. */
export function relativeTo(from: string, path: string): string {
  return from === '.' || isAbsolute(path) ? path : join(from, path);
}
