/** A written value with the place of each part, in a file or in a program. */
import type { z } from 'zod';
import { type FileFault, placedFault } from '../validation/errors.js';
import { issueMessages, pathIn, sayIssue } from '../validation/issues.js';
import { type KeyPath, valueAt } from '../validation/values.js';

export abstract class PlacedValue {
  /** The file, or the program's name for the value. */
  abstract readonly file: string;
  abstract readonly value: unknown;
  readonly #moved = new Map<string, KeyPath>();
  readonly #settings = new Map<string, string>();
  /** Of what a setting was added to. */
  readonly #holders = new Map<string, string>();

  /** Declares that the value of `path` is written at `writtenAt`: its faults are shown there. */
  move(path: KeyPath, writtenAt: KeyPath): void {
    this.#moved.set(path.join('\n'), writtenAt);
  }

  /** Declares that the value of `path` is not written here: its faults name the setting that gave it. */
  give(path: KeyPath, setting: string): void {
    this.#settings.set(path.join('\n'), setting);
    this.#holders.set(path.slice(0, -1).join('\n'), setting);
  }

  /** A fault of the whole: what it is about is written nowhere in it. */
  faultOfAll(message: string): FileFault {
    return placedFault(this.file, 0, 0, message);
  }

  /** A fault at the value of `path`, or at its key; if the path is not written, at the nearest parent. */
  fault(path: KeyPath, message: string, at: 'value' | 'key' = 'value'): FileFault {
    for (let length = path.length; length > 0; length--) {
      const prefix = path.slice(0, length).join('\n');
      const setting = this.#settings.get(prefix);
      if (setting !== undefined) return this.faultOfAll(`the setting '${setting}': ${message}`);
      const moved = this.#moved.get(prefix);
      if (moved) return this.fault(moved, message, at);
    }
    const added = this.#holders.get(path.join('\n'));
    return this.place(
      path,
      added === undefined ? message : `${message}; the setting '${added}' is in it`,
      at,
    );
  }

  protected abstract place(path: KeyPath, message: string, at: 'value' | 'key'): FileFault;

  /** The value that is written at `path`. */
  written(path: KeyPath): unknown {
    return valueAt(this.value, path);
  }

  /** Checks this value, or `value` instead, with a schema. */
  check<T>(schema: z.ZodType<T>, value: unknown = this.value): { value?: T; faults: FileFault[] } {
    const result = schema.safeParse(value, { error: sayIssue });
    if (result.success) return { value: result.data, faults: [] };
    const faults = result.error.issues
      .flatMap((issue) => issueMessages(issue, value))
      .map(({ path, message, at }) => this.fault(path, message, at));
    return { faults };
  }
}

/** An object from a program: its faults name the path of the value, `scenario.robots[0].at.x`. */
export class ProgramValue extends PlacedValue {
  readonly file: string;
  readonly value: unknown;

  /** @param name of the object in messages */
  constructor(value: unknown, name: string) {
    super();
    this.file = name;
    this.value = value;
  }

  protected place(path: KeyPath, message: string): FileFault {
    return placedFault(pathIn(this.file, path), 0, 0, message);
  }
}
