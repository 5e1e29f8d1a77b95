/** Files that come with Steerbot stay as they are: changes to one are saved to a copy in the working folder. */
import { existsSync, lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isPackaged } from '../../config/loadFile.js';
import { createFile, replaceFile } from '../terminal/outputFile.js';

/** A file to write. */
export interface Write {
  readonly file: string;
  readonly text: string;
  /** The packaged file that this file is a copy of; undefined for the user's own file, which is replaced. */
  readonly copyOf?: string;
}

/** The copies that one session has made. */
export class OwnCopies {
  readonly #made = new Map<string, string>();

  /** The copy of a file, if it was made and still exists; else the file itself. */
  now(file: string): string {
    const copy = this.#made.get(resolve(file));
    return copy !== undefined && existsSync(copy) ? copy : file;
  }

  /** Whether this session made that file. */
  made(file: string): boolean {
    return [...this.#made.values()].includes(resolve(file));
  }

  /** Where to save the new text of a file. @param planned other files to be written, whose names are taken */
  planned(file: string, text: string, planned: readonly Write[] = []): Write {
    if (!isPackaged(file)) return { file, text };
    return { file: freeName(file, new Set(planned.map((write) => write.file))), text, copyOf: resolve(file) };
  }

  /**
   * Writes the last first: a scenario comes before the robots that it names, and must find them.
   *
   * Guards files: never overwrites a file that appeared after the plan.
   *
   * @throws Error as the file system does
   */
  write(writes: readonly Write[]): void {
    for (const { file, text, copyOf } of writes.toReversed()) {
      if (copyOf === undefined) replaceFile(file, text);
      else if (createFile(file, text)) this.#made.set(copyOf, file);
      else throw new Error(`${file} was created by another program in the meantime; save again`);
    }
  }
}

/** `my-scout.yaml`, or `my-scout-2.yaml` if that exists already. */
function freeName(file: string, taken: ReadonlySet<string>): string {
  const name = basename(file).replace(/\.ya?ml$/, '');
  for (let n = 1; ; n++) {
    const path = resolve(n === 1 ? `my-${name}.yaml` : `my-${name}-${n}.yaml`);
    // A dangling link takes a name, too.
    if (!taken.has(path) && !lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
