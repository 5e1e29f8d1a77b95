/** Reads the files that users name: by name from a folder of the package, or by path. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean, messageOf, UnreadableFile } from '../validation/errors.js';
import { checkSize, decodeText } from './yaml/sourceText.js';

/** The folder of Steerbot's package.json: the sources are one level below it, the built files two. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The fields of package.json that are used. */
interface Manifest {
  readonly version: string;
  /** The Node.js version that it needs. */
  readonly engines: { readonly node: string };
  /** Packages that only some commands need. */
  readonly peerDependencies: Readonly<Record<string, string>>;
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
  return READ_FAILURES[code] ?? `the file cannot be read (${messageOf(error)})`;
}

/** Who wants to know which files are read now. */
let noted: Set<string> | undefined;

/** Loads something, and notes the files that it is made from, also where they cannot be read or are wrong. */
export function notingFiles<T>(files: Set<string>, load: () => T): T {
  const before = noted;
  noted = files;
  try {
    return load();
  } finally {
    noted = before;
  }
}

/** @throws FileError if there is no such text file */
export function loadText(path: string): string {
  noted?.add(resolve(path));
  let bytes: Uint8Array;
  try {
    const found = statSync(path);
    // A device or a pipe may never end.
    if (!found.isFile() && !found.isDirectory()) throw new Error('this is not a regular file');
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
  /** What its files are, for messages: `a scenario`. */
  readonly what: string;
  /** The command that prints their names. */
  readonly lister: string;
  /** A further folder of the package, whose files have names as well. */
  readonly also?: string;
}

export const ROBOTS: Folder = { folder: 'robots', what: 'a robot', lister: 'steerbot presets' };
export const LESSONS: Folder = { folder: 'docs/lessons', what: 'a lesson', lister: 'steerbot sim --list' };
export const SCENARIOS: Folder = {
  folder: 'sim/scenarios',
  what: 'a scenario',
  lister: LESSONS.lister,
  also: LESSONS.folder,
};

const searchFolders = ({ folder, also }: Folder): string[] => [
  ...[folder, also].flatMap((one) => (one === undefined ? [] : [join(packageFolder(), one)])),
  resolve(folder),
];

const yamlsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((name) => /^(.+)\.ya?ml$/.exec(name)?.[1] ?? []) : [];

/** The names of the files in the package. */
export const packagedNames = ({ folder }: Folder): string[] => yamlsIn(join(packageFolder(), folder));

/** Folders of the package: each new version replaces their files. */
const PACKAGED_FOLDERS = [ROBOTS.folder, SCENARIOS.folder, 'docs'];

/** Whether a file belongs to the package, however its path is written: users' changes must not go into it. */
export function isPackaged(file: string): boolean {
  const path = realPath(file);
  return PACKAGED_FOLDERS.some((folder) => path.startsWith(join(realPath(packageFolder()), folder) + sep));
}

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** The names of a folder's files, the package's first. */
export const knownNames = (folder: Folder): string[] => [...new Set(searchFolders(folder).flatMap(yamlsIn))];

/** Whether it is a name, and no path. */
export const isName = (nameOrPath: string): boolean => /^[^/\\.]+$/.test(nameOrPath);

/**
 * The file that a name or a path stands for. A name is looked up in the package, then in the working directory, then in
 * `from`.
 *
 * @param from the folder that paths are relative to
 * @throws FileError with the name that is meant, and how to see all of them
 */
export function findFile(nameOrPath: string, folder: Folder, from = '.'): string {
  const named = [...searchFolders(folder), from].map((home) => relativeTo(home, `${nameOrPath}.yaml`));
  const found = isName(nameOrPath) ? named.find(existsSync) : undefined;
  const path = found ?? relativeTo(from, nameOrPath);
  if (existsSync(path)) return path;
  const word = /([^/\\]+?)(\.ya?ml)?$/.exec(nameOrPath)?.[1] ?? nameOrPath;
  const allowed = `${folder.what} is a file or a name, and \`npx ${folder.lister}\` prints the names`;
  throw new UnreadableFile(nameOrPath, `no such file; ${allowed}; ${didYouMean(word, knownNames(folder))}`);
}

/** A path named in a file of the folder `from`, relative to the working directory; unchanged if possible. */
export function relativeTo(from: string, path: string): string {
  return from === '.' || isAbsolute(path) ? path : join(from, path);
}
