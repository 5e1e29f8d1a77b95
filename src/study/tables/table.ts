/** A table for other tools: declared columns, and rows that are written as they come. */

export type Cell = string | number | boolean | null;

export type Row = readonly Cell[];

export interface Column {
  readonly name: string;
  /** `m`, `m/s`; empty for a count, a share, a word or a truth value. */
  readonly unit: string;
  readonly type: 'double' | 'int' | 'boolean' | 'string';
  readonly description: string;
}

/** Keeps at most one group of rows in memory. Null stays null; an empty cell of a CSV file. */
export interface TableWriter {
  /** Declares the columns: once, before the first row. */
  begin(columns: readonly Column[]): void;
  /** Adds rows with a cell for each column. @throws UsageError where the disk is full, for example */
  add(rows: readonly Row[]): void;
  /** @throws UsageError where the rest cannot be written */
  close(): void;
}
