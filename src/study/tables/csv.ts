/** A table as comma-separated values, after RFC 4180. */
import type { Cell, Column, Row, TableWriter } from './table.js';
import type { TableFile } from './tableFile.js';

/** Quotes a cell that holds a comma, a quote or a line break. */
function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: Row): string => `${cells.map(cellText).join(',')}\r\n`;

export class CsvTable implements TableWriter {
  readonly #file: TableFile;

  constructor(file: TableFile) {
    this.#file = file;
  }

  begin(columns: readonly Column[]): void {
    this.#file.write(csvLine(columns.map(({ name }) => name)));
  }

  add(rows: readonly Row[]): void {
    this.#file.write(rows.map(csvLine).join(''));
  }

  close(): void {
    this.#file.close();
  }
}
