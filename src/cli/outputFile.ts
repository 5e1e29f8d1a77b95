/** A file that a command is told to write is tried before a run, so that a long one is not lost for it. */
import { accessSync, constants, existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from './usageError.js';

/**
 * @param example a file's name that would do
 * @throws UsageError where it cannot be written, or what is there is of another kind than the example
 */
export function mustBeWritable(option: string, file: string, example: string): void {
  const path = resolve(file);
  try {
    // The slash tells a folder from a file of that name.
    accessSync(`${dirname(path)}/`, constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch {
    throw new UsageError(
      `${option} ${file}: ${path} or its folder is not there or not writable; make it first`,
    );
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    throw new UsageError(`${option} '${file}' is a folder; name a file such as ${example}`);
  }
  // Guards files: what is there may only be an older one of its kind, and no robot.
  if (there?.isFile() && endingOf(file) !== endingOf(example)) {
    throw new UsageError(`${option} ${file} is there and would be lost; name a file such as ${example}`);
  }
}

const endingOf = (file: string): string => extname(file).toLowerCase();

/** A recording cannot be made again: none is written over. @throws UsageError */
export function mustBeNew(option: string, file: string, example: string): void {
  mustBeWritable(option, file, example);
  if (existsSync(resolve(file))) {
    throw new UsageError(`${option} ${file} is there already; name another, or move it away first`);
  }
}

/** A file that is half written when the power goes is worse than an old one. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
