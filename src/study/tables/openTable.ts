/** Opens a table in the format that an option, or the ending of the file's name, says. */
import { resolve } from 'node:path';
import { UsageError } from '../../cli/terminal/exitCodes.js';
import { mustBeWritable } from '../../cli/terminal/outputFile.js';
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

/** The option whose files end so; undefined for another ending. */
const optionByEnding = (file: string): TableOption | undefined =>
  (Object.keys(TABLE_OPTIONS) as TableOption[]).find((option) =>
    file.toLowerCase().endsWith(TABLE_OPTIONS[option]),
  );

/** @throws UsageError */
export function optionFor(file: string): TableOption {
  const option = optionByEnding(file);
  if (option) return option;
  throw new UsageError(`${file}: a table's name ends with ${Object.values(TABLE_OPTIONS).join(', ')}`);
}

/**
 * Checks tables before the first of them is opened, which empties its file.
 *
 * @param stem of a file name that would work: `runs`
 * @throws UsageError
 */
export function mustBeTables(files: readonly (readonly [TableOption, string])[], stem: string): void {
  const taken = new Map<string, TableOption>();
  for (const [option, file] of files) {
    const example = `${stem}${TABLE_OPTIONS[option]}`;
    const other = optionByEnding(file) ?? taken.get(resolve(file)) ?? option;
    if (other !== option) {
      throw new UsageError(`${option} ${file}: a file of that name is for ${other}; name it ${example}`);
    }
    mustBeWritable(option, file, example);
    taken.set(resolve(file), option);
  }
}

/** Empties the file and opens it: errors come before the first row. An older table of the same kind is replaced. */
export function openTable(file: string, option: TableOption, stem: string): TableWriter {
  mustBeTables([[option, file]], stem);
  return new WRITERS[option](new TableFile({ file, option, example: `${stem}${TABLE_OPTIONS[option]}` }));
}
