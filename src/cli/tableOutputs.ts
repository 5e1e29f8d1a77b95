/** The tables that a command writes, and what is checked before the first of them is emptied. */
import { resolve } from 'node:path';
import { TABLE_OPTIONS, type TableOption } from '../study/tables/openTable.js';
import { UsageError } from '../validation/errors.js';
import { mustBeWritable } from './terminal/outputFile.js';

/** The file of each format, by its option without dashes. */
export interface TableFiles {
  readonly csv?: string;
  readonly jsonl?: string;
  readonly parquet?: string;
}

export type TableOutput = readonly [option: TableOption, file: string];

const OPTIONS = Object.keys(TABLE_OPTIONS) as TableOption[];

/**
 * The tables that are wanted. All of them can be written: opening one empties its file.
 *
 * @param stem of a file name that would work: `runs`
 * @throws UsageError
 */
export function tableOutputs(files: TableFiles, stem: string): readonly TableOutput[] {
  const outputs = OPTIONS.flatMap((option) => {
    const file = files[option.slice(2) as keyof TableFiles];
    return file === undefined ? [] : [[option, file] as const];
  });
  const taken = new Map<string, TableOption>();
  for (const [option, file] of outputs) {
    const example = `${stem}${TABLE_OPTIONS[option]}`;
    const other = optionByEnding(file) ?? taken.get(resolve(file)) ?? option;
    if (other !== option) {
      throw new UsageError(`${option} ${file}: a file of that name is for ${other}; name it ${example}`);
    }
    mustBeWritable(option, file, example);
    taken.set(resolve(file), option);
  }
  return outputs;
}

/** The option whose files end so; undefined for another ending. */
const optionByEnding = (file: string): TableOption | undefined =>
  OPTIONS.find((option) => file.toLowerCase().endsWith(TABLE_OPTIONS[option]));
