/** Writes what was measured into the robot's file; comments, order and units stay. */
import { loadText } from '../../config/loadFile.js';
import { parseRobot } from '../../config/robot/robotFile.js';
import { saveTunables } from '../../config/tuning/tunedFiles.js';
import { SourceDocument } from '../../config/yaml/document.js';
import { UsageError } from '../../validation/errors.js';
import { valueAt } from '../../validation/values.js';
import { replaceFile } from '../terminal/outputFile.js';
import { type BodyFinding, writable } from './findings.js';

export interface RobotSource {
  readonly file: string;
  readonly text: string;
}

/**
 * The file's new text, which is a valid robot; `latency: measured` stays.
 *
 * @throws FileError where a value has no place in it, or contradicts another
 */
export function withFindings({ file, text }: RobotSource, findings: readonly BodyFinding[]): string {
  const document = new SourceDocument(text, file).value;
  const numbers = writable(findings).filter(({ path }) => valueAt(document, path) !== 'measured');
  const after = saveTunables(text, file, numbers);
  parseRobot(after, file);
  return after;
}

/** @throws UsageError where the file is another one by now */
export function writeRobot({ file, text }: RobotSource, after: string): void {
  if (loadText(file) !== text)
    throw new UsageError(`${file} was changed in the meantime; nothing was written, calibrate again`);
  replaceFile(file, after);
}
