/** Rows of a table as text, and a file that they are added to. Source: RFC 4180. */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { UsageError } from '../terminal/usageError.js';

export type Cell = string | number | boolean | null;

/** A cell that holds a comma, a quote or a line's end is quoted. */
function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** A table that grows by whole rows: whatever ends the program, no row is written in part. */
export class CsvFile {
  readonly #file: string;
  readonly #descriptor: number;

  /** Empties the file. @throws UsageError */
  constructor(file: string) {
    this.#file = file;
    this.#descriptor = this.#do(() => openSync(file, 'w'));
  }

  /** @throws UsageError where the disk is full, and the like */
  add(rows: readonly (readonly Cell[])[]): void {
    this.#do(() => writeFileSync(this.#descriptor, rows.map(csvLine).join('')));
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #do<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      throw new UsageError(`--csv '${this.#file}' cannot be written (${why}); name a file such as runs.csv`);
    }
  }
}
