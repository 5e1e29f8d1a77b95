/** Numbers by row and name, of which only the latest rows are in memory: a million runs take no more than a thousand. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROWS_IN_MEMORY = 1024;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

interface Column {
  readonly latest: Float64Array;
  /** Where its earlier parts are in the file; none for rows before the name came up. */
  readonly parts: { readonly firstRow: number; readonly position: number }[];
}

export class Columns {
  readonly #columns = new Map<string, Column>();
  readonly #scratch = new ScratchFile();
  #rows = 0;

  /** Of the row that is not ended yet. NaN stands for a row without the name. */
  set(name: string, value: number): void {
    const column = this.#columns.get(name) ?? { latest: emptyPart(), parts: [] };
    this.#columns.set(name, column);
    column.latest[this.#rows % ROWS_IN_MEMORY] = value;
  }

  endRow(): void {
    this.#rows += 1;
    if (this.#rows % ROWS_IN_MEMORY === 0) this.#store();
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  /** The values of all ended rows; no values for an unknown name. @param into used if it is long enough */
  read(name: string, into?: Float64Array): Float64Array {
    const column = this.#columns.get(name);
    if (!column) return new Float64Array();
    const buffer = into && into.length >= this.#rows ? into : new Float64Array(this.#rows);
    const values = buffer.subarray(0, this.#rows).fill(Number.NaN);
    for (const { firstRow, position } of column.parts) {
      this.#scratch.read(values.subarray(firstRow, firstRow + ROWS_IN_MEMORY), position);
    }
    const inMemory = this.#rows % ROWS_IN_MEMORY;
    values.set(column.latest.subarray(0, inMemory), this.#rows - inMemory);
    return values;
  }

  close(): void {
    this.#scratch.close();
  }

  #store(): void {
    for (const { latest, parts } of this.#columns.values()) {
      const position = this.#scratch.append(latest);
      parts.push({ firstRow: this.#rows - ROWS_IN_MEMORY, position });
      latest.fill(Number.NaN);
    }
  }
}

const emptyPart = (): Float64Array => new Float64Array(ROWS_IN_MEMORY).fill(Number.NaN);

/** A file of the system's folder for such, made when the first numbers come. */
class ScratchFile {
  #folder: string | undefined;
  #descriptor = -1;
  #length = 0;

  /** @returns where they begin */
  append(values: Float64Array): number {
    if (this.#folder === undefined) this.#open();
    const position = this.#length;
    for (let done = 0; done < values.byteLength; ) {
      done += writeSync(this.#descriptor, values, done, values.byteLength - done, position + done);
    }
    this.#length += values.length * BYTES;
    return position;
  }

  read(into: Float64Array, position: number): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let done = 0; done < bytes.byteLength; ) {
      const read = readSync(this.#descriptor, bytes, done, bytes.byteLength - done, position + done);
      if (read === 0) throw new Error('the file of the figures was cut short');
      done += read;
    }
  }

  close(): void {
    if (this.#folder === undefined) return;
    closeSync(this.#descriptor);
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #open(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'steerbot-study-'));
    this.#descriptor = openSync(join(this.#folder, 'figures'), 'w+', 0o600);
    // An open file without a name is gone with the program, however it ends. Windows keeps it until it is closed.
    if (process.platform !== 'win32') rmSync(this.#folder, { recursive: true, force: true });
  }
}
