/** Watches the files of a scene, which begins again when the user edits one. */
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

export class FileWatch {
  readonly #files: () => Iterable<string>;
  readonly #time: TimeSource;
  readonly #changed: () => void;
  /** The state of each watched file that the scene is made from. */
  #known = new Map<string, string>();
  /** What the last look has found changed, if it was that. */
  #last = '';
  #end: () => void = () => {};

  /** @param changed called after a change of any of the files, once it has settled */
  constructor(files: () => Iterable<string>, time: TimeSource, changed: () => void) {
    this.#files = files;
    this.#time = time;
    this.#changed = changed;
    this.accept();
    this.#next();
  }

  /** The files are as they are on purpose: this program has written them. */
  accept(): void {
    this.#known = new Map([...this.#files()].map((file) => [file, stateOf(file)]));
  }

  /** Another set of files is watched: those that are new to it were read just now. */
  adopt(): void {
    const before = this.#known;
    this.#known = new Map([...this.#files()].map((file) => [file, before.get(file) ?? stateOf(file)]));
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
    const changes = [...this.#known].flatMap(([file, state]) => {
      const now = stateOf(file);
      return now === state ? [] : [[file, now] as const];
    });
    const now = JSON.stringify(changes);
    const isSettled = now === this.#last;
    this.#last = now;
    if (changes.length === 0 || !isSettled) return;
    // Noted before they are read: what is written meanwhile is another change.
    for (const [file, state] of changes) this.#known.set(file, state);
    this.#changed();
  }
}
