/** Files that come with Steerbot stay as they are: what somebody changes of one goes to a copy in the working folder. */
import { existsSync, lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { isPackaged } from '../../config/loadFile.js';
import { createFile, replaceFile } from '../terminal/outputFile.js';

/** A file to be written. */
export interface Write {
  readonly file: string;
  readonly text: string;
  /** The file of the package in whose place it is written; undefined where it is the user's own, which is replaced. */
  readonly copyOf?: string;
}

/** The copies of one session. */
export class OwnCopies {
  readonly #made = new Map<string, string>();

  /** The copy that was made of a file and is still there; else that file itself. */
  now(file: string): string {
    const copy = this.#made.get(resolve(file));
    return copy !== undefined && existsSync(copy) ? copy : file;
  }

  /** Whether this session has made that file. */
  made(file: string): boolean {
    return [...this.#made.values()].includes(resolve(file));
  }

  /** How that text of a file is to be saved. @param planned what is to be written besides: names that are taken */
  planned(file: string, text: string, planned: readonly Write[] = []): Write {
    if (!isPackaged(file)) return { file, text };
    return { file: freeName(file, new Set(planned.map((write) => write.file))), text, copyOf: resolve(file) };
  }

  /**
   * The last first: a scenario stands before the robots that it names, and must find them.
   *
   * Guards files: one that has come into being meanwhile is not written over.
   *
   * @throws Error as the file system does
   */
  write(writes: readonly Write[]): void {
    for (const { file, text, copyOf } of writes.toReversed()) {
      if (copyOf === undefined) replaceFile(file, text);
      else if (createFile(file, text)) this.#made.set(copyOf, file);
      else throw new Error(`${file} was made meanwhile by somebody else; save again`);
    }
  }
}

/** `my-scout.yaml`, or `my-scout-2.yaml` where that is there already. */
function freeName(file: string, taken: ReadonlySet<string>): string {
  const name = basename(file).replace(/\.ya?ml$/, '');
  for (let n = 1; ; n++) {
    const path = resolve(n === 1 ? `my-${name}.yaml` : `my-${name}-${n}.yaml`);
    // A link that leads nowhere takes a name, too.
    if (!taken.has(path) && !lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
