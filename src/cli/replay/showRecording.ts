/** `steerbot replay FILE`: a recording on the page that it was seen on, with a bar to go to and fro in it. */

import { wallTime } from '../../control/clock.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import { EXIT, type ExitCode } from '../exitCodes.js';
import { type ShownOptions, show } from '../onlookers/showing.js';
import { damageOf } from './replay.js';
import { ReplaySession } from './session.js';

/** Until it is interrupted. @throws FileError where the file is no recording */
export async function showRecording(file: string, { listen }: ShownOptions): Promise<ExitCode> {
  const recording = openRecording(file);
  const damage = damageOf(recording);
  if (damage !== undefined) process.stderr.write(`${damage}\n`);
  await show(
    listen ? { listen } : {},
    (onlookers) => new ReplaySession(recording, wallTime, onlookers.show),
    (_session, _onlookers, interrupted) => interrupted,
  );
  recording.close();
  return EXIT.done;
}
