/** `steerbot replay FILE --csv OUT.csv`: writes a recording as tables for other tools. */
import { statSync } from 'node:fs';
import type { DamagedRecording } from '../../recording/reading/damaged.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { openTable, type TableOption } from '../../study/tables/openTable.js';
import { tickRows } from '../../study/tables/recordedTicks.js';
import type { Row, TableWriter } from '../../study/tables/table.js';
import { TICK_COLUMNS } from '../../study/tables/tickColumns.js';
import { UsageError } from '../../validation/errors.js';
import { type TableFiles, tableOutputs } from '../tableOutputs.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { damageOf } from './replay.js';

const UNRECORDED = 'the computer was too busy to record what came of them, only what led to them';

/** Rows handed over at a time: a file is written in larger pieces than a row. */
const ROWS_AT_ONCE = 500;

/**
 * Writes all that can be read, a piece at a time.
 *
 * @throws FileError where the file is no recording, and after all rows where a message in it cannot be read; UsageError
 */
export function writeTables(file: string, files: TableFiles): ExitCode {
  const recording = openRecording(file);
  try {
    const damage = damageOf(recording);
    if (damage !== undefined) process.stderr.write(`${damage}\n`);
    const outputs = tableOutputs(files, 'ticks');
    for (const [option, output] of outputs) mustBeAnother(option, output, file);
    const tables = outputs.map(([option, output]) => openTable(output, option, 'ticks'));
    const unread: DamagedRecording[] = [];
    const rows = writeAll(recording, tables, unread);
    const names = outputs.map(([, output]) => output).join(', ');
    const missing = Math.max(0, recording.tickCount - rows);
    const without = missing > 0 ? `; ${missing} ticks are missing: ${UNRECORDED}` : '';
    process.stderr.write(
      `${rows} rows, one for each recorded tick of each robot, are in ${names}${without}\n`,
    );
    const [first] = unread;
    if (!first) return EXIT.done;
    process.stderr.write(`messages left out because they cannot be read: ${unread.length}; the first:\n`);
    throw first;
  } finally {
    recording.close();
  }
}

/** @returns the number of rows */
function writeAll(recording: Recording, tables: readonly TableWriter[], unread: DamagedRecording[]): number {
  let count = 0;
  let waiting: Row[] = [];
  const write = () => {
    for (const table of tables) table.add(waiting);
    count += waiting.length;
    waiting = [];
  };
  try {
    for (const table of tables) table.begin(TICK_COLUMNS.map(({ of: _, ...column }) => column));
    for (const row of tickRows(recording, (damage) => unread.push(damage))) {
      waiting.push(row);
      if (waiting.length === ROWS_AT_ONCE) write();
    }
    write();
  } finally {
    for (const table of tables) table.close();
  }
  return count;
}

/** Guards the recording: opening a table empties its file. @throws UsageError */
function mustBeAnother(option: TableOption, output: string, recording: string): void {
  const [there, read] = [output, recording].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (there && read && there.ino === read.ino && there.dev === read.dev) {
    throw new UsageError(
      `${option} ${output} is the recording itself, and would be lost; name another file, such as ticks.csv`,
    );
  }
}
