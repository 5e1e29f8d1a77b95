/** `steerbot compare RECORDING`: which figures of its body made a robot move unlike what its file lets expect. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parsePlant } from '../../../sim/scenario/plantSchema.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import { UsageError } from '../../validation/errors.js';
import { damageOf } from '../replay/replay.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { mustBeWritable, writeOutput } from '../terminal/outputFile.js';
import { explain } from './explain.js';
import { plantText } from './plantFile.js';
import { type RecordedRun, recordedRun } from './recordedRun.js';
import { comparisonDocument, reportComparison } from './report.js';

export interface CompareOptions {
  /** Of a recording with several. */
  readonly robot?: string;
  readonly write?: string;
  readonly json?: boolean;
}

const EXAMPLE = 'plant.yaml';

/** @throws FileError, UsageError where the recording does not tell how the body moved */
export function compare(file: string, { robot, write, json }: CompareOptions): ExitCode {
  if (write !== undefined) mustBeBody(write);
  const run = runIn(file, robot);
  const found = explain(run);
  if (write !== undefined) writeOutput('--write', write, plantText(run, found, file), EXAMPLE);
  const document = () => JSON.stringify(comparisonDocument(run, found, write ?? null));
  process.stdout.write(`${json ? document() : reportComparison(run, found)}\n`);
  if (write !== undefined && !json) process.stdout.write(`  the body is in ${write}\n`);
  return EXIT.done;
}

/** Guards files: robots, scenarios and missions are of the same kind by their names. */
function mustBeBody(file: string): void {
  mustBeWritable('--write', file, EXAMPLE);
  if (!existsSync(file) || !statSync(file).isFile() || isPlant(file)) return;
  throw new UsageError(
    `--write ${file} exists, is no body that was written so, and would be lost; name a file such as ${EXAMPLE}`,
  );
}

function isPlant(file: string): boolean {
  try {
    parsePlant(readFileSync(file, 'utf8'), file);
    return true;
  } catch {
    return false;
  }
}

function runIn(file: string, robot: string | undefined): RecordedRun {
  const recording = openRecording(file);
  try {
    const damage = damageOf(recording);
    if (damage !== undefined) process.stderr.write(`${damage}\n`);
    return recordedRun(recording, robot);
  } finally {
    recording.close();
  }
}
