/** The tables that a command writes, the picture beside them, and what is checked before the first of them is emptied. */
import { TABLE_OPTIONS, type TableOption } from '../study/tables/openTable.js';
import { UsageError } from '../validation/errors.js';
import { mustBeWritable, realFile } from './terminal/outputFile.js';

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
 * @param plot file of a picture that is written, too
 * @throws UsageError
 */
export function tableOutputs(files: TableFiles, stem: string, plot?: string): readonly TableOutput[] {
  const outputs = OPTIONS.flatMap((option) => {
    const file = files[option.slice(2) as keyof TableFiles];
    return file === undefined ? [] : [[option, file] as const];
  });
  if (plot !== undefined) mustBeWritable('--plot', plot, `${stem}.svg`);
  const taken = new Map(plot === undefined ? [] : [[realFile(plot), '--plot']]);
  for (const [option, file] of outputs) {
    const example = `${stem}${TABLE_OPTIONS[option]}`;
    refuseOther(optionByEnding(file), option, file, example);
    mustBeWritable(option, file, example);
    refuseOther(taken.get(realFile(file)), option, file, example);
    taken.set(realFile(file), option);
  }
  return outputs;
}

/** @throws UsageError where it is for another option */
function refuseOther(other: string | undefined, option: TableOption, file: string, example: string): void {
  if (other === undefined || other === option) return;
  throw new UsageError(`${option} ${file}: a file of that name is for ${other}; name it ${example}`);
}

/** The option whose files end so; undefined for another ending. */
const optionByEnding = (file: string): TableOption | '--plot' | undefined =>
  file.toLowerCase().endsWith('.svg')
    ? '--plot'
    : OPTIONS.find((option) => file.toLowerCase().endsWith(TABLE_OPTIONS[option]));
