/** The error for an unreadable message in a recording whose file structure is intact. */

import type { Seconds } from '../../math/units.js';
import { FileError, placedFault } from '../../validation/errors.js';

export interface DamagedPlace {
  /** Since the beginning of the recording. */
  readonly time: Seconds;
  /** The channel's topic; undefined if no known channel holds the message. */
  readonly topic?: string | undefined;
  readonly robot?: string | undefined;
}

export class DamagedRecording extends FileError {
  override readonly name = 'DamagedRecording';

  /** @param why the problem, without text of the message, which may be anything */
  constructor(file: string, { time, topic = 'unknown', robot }: DamagedPlace, why: string) {
    const whose = robot === undefined || robot === '' ? '' : ` of robot '${robot}'`;
    const found = `the recording is damaged at ${time.toFixed(3)} s, in channel ${topic}${whose}: ${why}`;
    const cure = 'record the run again, or use the rest: --resimulate --from SECONDS, with a later time';
    super([placedFault(file, 1, 1, `${found}; ${cure}`)]);
  }
}
