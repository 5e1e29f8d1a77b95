/** A value as it was written, and where each part of it stands: in a file, or in a program. */
import type { z } from 'zod';
import { type FileFault, placedFault } from '../validation/errors.js';
import { issueMessages, sayIssue } from '../validation/issues.js';
import { type KeyPath, valueAt } from '../validation/values.js';

export abstract class PlacedValue {
  /** The file, or what a program calls the value. */
  abstract readonly file: string;
  abstract readonly value: unknown;
  readonly #moved = new Map<string, KeyPath>();

  /** A value that is written elsewhere: faults of `path` are shown at `writtenAt`. */
  move(path: KeyPath, writtenAt: KeyPath): void {
    this.#moved.set(path.join('\n'), writtenAt);
  }

  /** A fault of the value at `path`, or of its key; where the path is not written, of what would hold it. */
  fault(path: KeyPath, message: string, at: 'value' | 'key' = 'value'): FileFault {
    for (let length = path.length; length > 0; length--) {
      const moved = this.#moved.get(path.slice(0, length).join('\n'));
      if (moved) return this.fault(moved, message, at);
    }
    return this.place(path, message, at);
  }

  protected abstract place(path: KeyPath, message: string, at: 'value' | 'key'): FileFault;

  /** The value that is written at `path`. */
  written(path: KeyPath): unknown {
    return valueAt(this.value, path);
  }

  /** What a schema finds in the value, or in `value` in its stead. */
  check<T>(schema: z.ZodType<T>, value: unknown = this.value): { value?: T; faults: FileFault[] } {
    const result = schema.safeParse(value, { error: sayIssue });
    if (result.success) return { value: result.data, faults: [] };
    const faults = result.error.issues
      .flatMap((issue) => issueMessages(issue, value))
      .map(({ path, message, at }) => this.fault(path, message, at));
    return { faults };
  }
}

/** An object of a program: its faults name the path of the value, `scenario.robots[0].at.x`. */
export class ProgramValue extends PlacedValue {
  readonly file: string;
  readonly value: unknown;

  /** @param name by which messages call the object */
  constructor(value: unknown, name: string) {
    super();
    this.file = name;
    this.value = value;
  }

  protected place(path: KeyPath, message: string): FileFault {
    const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
    return placedFault(`${this.file}${keys.join('')}`, 0, 0, message);
  }
}
