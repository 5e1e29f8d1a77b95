/** Tests before a run that a file can be written, so that a long run is not lost. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { messageOf, UsageError } from '../../validation/errors.js';

/**
 * @param example a file name that would work
 * @throws UsageError where it cannot be written, or the existing file is of another kind than the example
 */
export function mustBeWritable(option: string, file: string, example: string): void {
  const path = resolve(file);
  let there: Stats | undefined;
  // The slash distinguishes a folder from a file of that name.
  const folder = `${dirname(path)}/`;
  if (!existsSync(folder))
    throw new UsageError(`${option} ${file}: there is no folder ${dirname(path)}; create it first`);
  try {
    accessSync(folder, constants.W_OK);
    there = statSync(path, { throwIfNoEntry: false });
    if (there) accessSync(path, constants.W_OK);
  } catch {
    throw new UsageError(`${option} ${file} may not be written; name one in a folder of yours`);
  }
  if (there?.isDirectory()) {
    throw new UsageError(`${option} '${file}' is a folder; name a file such as ${example}`);
  }
  // Guards files: an existing file may only be an older one of the same kind, and no robot.
  if (there?.isFile() && extensionOf(file) !== extensionOf(example)) {
    throw new UsageError(`${option} ${file} exists and would be lost; name a file such as ${example}`);
  }
}

const extensionOf = (file: string): string => extname(file).toLowerCase();

/** A recording cannot be made again, so none is overwritten. @throws UsageError */
export function mustBeNew(option: string, file: string, example: string): void {
  mustBeWritable(option, file, example);
  if (existsSync(resolve(file))) {
    throw new UsageError(`${option} ${file} exists already; name another file, or move it away first`);
  }
}

/** Nothing is one below a file that is no folder. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** @throws UsageError where two outputs of one command would be the same file, also by another spelling or a link */
export function mustBeApart(outputs: Readonly<Record<string, string | undefined>>): void {
  const taken = new Map<string, string>();
  for (const [option, file] of Object.entries(outputs)) {
    if (file === undefined) continue;
    const other = taken.get(realFile(file));
    if (other !== undefined)
      throw new UsageError(
        `${option} ${file} is the file of ${other}, too; name another file for one of them`,
      );
    taken.set(realFile(file), option);
  }
}

/** Where links lead to; it need not exist yet. */
export function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const path = resolve(file);
    const folder = dirname(path);
    if (isLink(path)) return realFile(resolve(folder, readlinkSync(path)));
    return folder === path ? path : join(realFile(folder), basename(path));
  }
}

/**
 * Writes what a command was asked for. A full disk leaves an older file as it was, and no new one; a device or a pipe is
 * written to as it is.
 *
 * @param example a file name that would work
 * @throws UsageError where it cannot be written
 */
export function writeOutput(option: string, file: string, text: string, example: string): void {
  try {
    const there = statSync(resolve(file), { throwIfNoEntry: false });
    if (there && !there.isFile()) writeFileSync(file, text);
    else replaceFile(resolve(file), text);
  } catch (error) {
    throw new UsageError(
      `${option} '${file}' cannot be written (${messageOf(error)}); name a file such as ${example}`,
    );
  }
}

/**
 * Replaces a file at once: a reader, also after a power failure, finds the old text or the new one.
 *
 * A link stays a link: its target is written. The permissions stay. The text is first written to a file beside it with
 * an unpredictable name, so that no file or link of another user is overwritten.
 *
 * @throws Error as the file system does; then the file is as it was, and nothing is left beside it
 */
export function replaceFile(file: string, text: string): void {
  const target = linkTarget(file);
  const there = statSync(target, { throwIfNoEntry: false });
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}.new`);
  try {
    writeExclusive(beside, text, there && there.mode & 0o777);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** @returns whether it was written; false if the name exists already */
export function createFile(file: string, text: string): boolean {
  try {
    writeExclusive(file, text, undefined);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Refuses anything that exists, links too. Returns once the text is on the disk, or leaves no file. */
function writeExclusive(file: string, text: string, mode: number | undefined): void {
  // A file that others may not read is never open to them, not even while it is written.
  const descriptor = openSync(file, 'wx', mode === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, text);
    if (mode !== undefined) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Where a file's text is: behind all links, also behind a dangling one. */
function linkTarget(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    return isLink ? linkTarget(resolve(dirname(file), readlinkSync(file))) : resolve(file);
  }
}
