/** A table as JSON lines: an object for each row, with the names of the columns as keys. */
import type { Column, Row, TableWriter } from './table.js';
import type { TableFile } from './tableFile.js';

export class JsonLinesTable implements TableWriter {
  readonly #file: TableFile;
  #names: readonly string[] = [];

  constructor(file: TableFile) {
    this.#file = file;
  }

  begin(columns: readonly Column[]): void {
    this.#names = columns.map(({ name }) => name);
  }

  /** JSON has no NaN and no infinity: both become null. */
  add(rows: readonly Row[]): void {
    this.#file.write(rows.map((row) => this.#line(row)).join(''));
  }

  close(): void {
    this.#file.close();
  }

  #line(row: Row): string {
    return `${JSON.stringify(Object.fromEntries(this.#names.map((name, i) => [name, row[i] ?? null])))}\n`;
  }
}
