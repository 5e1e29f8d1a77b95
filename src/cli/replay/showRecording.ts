/** `steerbot replay FILE`: shows a recording on the page, with a bar to move in time. */

import { wallTime } from '../../control/clock.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import { ReplaySession } from '../../session/replaySession.js';
import { type ServeOptions, showSession } from '../pageHost/servePage.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { damageOf } from './replay.js';

/** Runs until it is interrupted. @throws FileError where the file is no recording, or a damaged place is reached */
export async function showRecording(file: string, { listen }: ServeOptions): Promise<ExitCode> {
  const recording = openRecording(file);
  try {
    const damage = damageOf(recording);
    if (damage !== undefined) process.stderr.write(`${damage}\n`);
    const reached = await showSession(
      listen ? { listen } : {},
      () => new ReplaySession(recording, wallTime),
      (session, _, interrupted) => Promise.race([interrupted, session.damage]),
    );
    if (reached) throw reached;
    return EXIT.done;
  } finally {
    recording.close();
  }
}
