/** A message of a recording that cannot be understood, though the file around it is whole. */

import type { Seconds } from '../../math/units.js';
import { FileError, placedFault } from '../../validation/errors.js';

export interface DamagedPlace {
  /** From the begin of the recording on. */
  readonly time: Seconds;
  /** The channel's topic; undefined where none of ours holds the message. */
  readonly topic?: string | undefined;
  readonly robot?: string | undefined;
}

export class DamagedRecording extends FileError {
  override readonly name = 'DamagedRecording';

  /** @param why what is wrong with the message, without any of its text: that may be anything */
  constructor(file: string, { time, topic = 'unknown', robot }: DamagedPlace, why: string) {
    const whose = robot === undefined || robot === '' ? '' : ` of robot '${robot}'`;
    const found = `the recording is damaged at ${time.toFixed(3)} s, in channel ${topic}${whose}: ${why}`;
    const cure =
      'record the run anew, or look at the rest: --resimulate --from SECONDS begins behind that time';
    super([placedFault(file, 1, 1, `${found}; ${cure}`)]);
  }
}
