/** Watches the files of a scene: who edits one wants to see what it does now. */
import { statSync } from 'node:fs';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';

/** Files are looked at so often; a change is told when it has lasted for one more look, since it may be half written. */
const LOOK_PERIOD: Seconds = 0.15;

/** Some editors write another file in the place of the old one, which has another number then. */
function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'missing';
}

const stateOfAll = (files: Iterable<string>): string => [...files].map(stateOf).join('\n');

export class FileWatch {
  readonly #files: () => Iterable<string>;
  readonly #time: TimeSource;
  readonly #changed: () => void;
  #known: string;
  #last: string;
  #end: () => void = () => {};

  /** @param changed called after a change of any of the files, once it has settled */
  constructor(files: () => Iterable<string>, time: TimeSource, changed: () => void) {
    this.#files = files;
    this.#time = time;
    this.#changed = changed;
    this.#known = stateOfAll(files());
    this.#last = this.#known;
    this.#next();
  }

  /** The files are as they are on purpose: written by this program, or just read. */
  accept(): void {
    this.#known = stateOfAll(this.#files());
    this.#last = this.#known;
  }

  close(): void {
    this.#end();
  }

  #next(): void {
    this.#end = this.#time.after(LOOK_PERIOD, () => {
      this.#look();
      this.#next();
    });
  }

  #look(): void {
    const now = stateOfAll(this.#files());
    const isSettled = now === this.#last;
    this.#last = now;
    if (now === this.#known || !isSettled) return;
    this.#known = now;
    this.#changed();
    this.accept();
  }
}
