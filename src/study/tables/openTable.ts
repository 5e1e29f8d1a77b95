/** Opens a table in the format that an option says. */
import { CsvTable } from './csv.js';
import { JsonLinesTable } from './jsonLines.js';
import { ParquetTable } from './parquet.js';
import type { TableWriter } from './table.js';
import { TableFile } from './tableFile.js';

/** The option for each format, and the ending of its files. */
export const TABLE_OPTIONS = { '--csv': '.csv', '--jsonl': '.jsonl', '--parquet': '.parquet' } as const;

export type TableOption = keyof typeof TABLE_OPTIONS;

const WRITERS: Readonly<Record<TableOption, new (file: TableFile) => TableWriter>> = {
  '--csv': CsvTable,
  '--jsonl': JsonLinesTable,
  '--parquet': ParquetTable,
};

/** Empties the file and opens it. @param stem of a file name that would work: `runs` @throws UsageError */
export const openTable = (file: string, option: TableOption, stem: string): TableWriter =>
  new WRITERS[option](new TableFile({ file, option, example: `${stem}${TABLE_OPTIONS[option]}` }));
