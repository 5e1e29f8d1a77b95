/** `steerbot sim --resume FILE`: a recorded simulation is run again up to where its recording ends, and goes on from there. */

import type { Result } from '../../../sim/referee/result.js';
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { UsageError } from '../../validation/errors.js';
import { ownBehaviorsOf } from '../ownBehaviors.js';
import { recordingName } from '../pageHost/pageAddress.js';
import type { PageHost } from '../pageHost/pageHost.js';
import { showSession } from '../pageHost/servePage.js';
import { EXIT, type ExitCode, exitCodeOf } from '../terminal/exitCodes.js';
import { mustBeApart, mustBeNew } from '../terminal/outputFile.js';
import { pastRun } from './pastRun.js';
import { recorderTo } from './recorderTo.js';
import { report } from './report.js';
import { bodiesOf, RunAgain } from './runAgain.js';
import type { PastRun } from './runToRepeat.js';
import type { SimOptions } from './sim.js';
import { tellWhatIsKept } from './simShown.js';

/** The options that go with it: all else is as it was recorded. */
export type ResumeOptions = Pick<
  SimOptions,
  'json' | 'headless' | 'speed' | 'record' | 'listen' | 'foxglove' | 'behaviors'
> & {
  /** Goes on from this time of the recording, and forgets what came later. */
  readonly from?: Seconds;
};

/** @throws FileError, UsageError where it cannot go on */
export async function resumeSim(file: string, options: ResumeOptions): Promise<ExitCode> {
  const own = await ownBehaviorsOf(options.behaviors);
  mustBeApart({ '--resume': file, '--record': options.record });
  if (options.record !== undefined) mustBeNew('--record', options.record, 'run.mcap');
  const recording = openRecording(file);
  try {
    const until = options.from ?? Number.POSITIVE_INFINITY;
    if (options.from !== undefined && options.from > recording.duration)
      throw new UsageError(
        `--from ${options.from}: the recording goes from 0 to ${recording.duration.toFixed(2)} s; name a time within`,
      );
    const past = pastRun(recording, own, until);
    const { headless, json, foxglove, speed = 1 } = options;
    const shown = foxglove !== undefined || !(headless || json || !Number.isFinite(speed));
    const result = await (shown ? resumeShown : resumeUnseen)(recording, past, options);
    if (!result) process.stderr.write('interrupted; the wheels are stopped\n');
    return result ? exitCodeOf(result) : EXIT.interrupted;
  } finally {
    recording.close();
  }
}

async function resumeUnseen(
  recording: Recording,
  past: PastRun,
  { json, record }: ResumeOptions,
): Promise<Result | undefined> {
  const take = record === undefined ? undefined : recorderTo(record);
  const bodies = await bodiesOf(past);
  const run = new RunAgain(recording, past, { ...bodies, ...(take && { record: take.record }) });
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const started = wallTime.now();
  let result: Result | undefined;
  void run.session.judged.then((judged) => {
    result = { ...judged, wallSeconds: wallTime.now() - started };
  });
  try {
    run.session.start(take?.record ?? (() => {}));
    await run.goOnUntil(() => interruption.signal.aborted || (result !== undefined && !run.isAgain));
  } catch (error) {
    take?.discard();
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    run.session.close();
  }
  take?.close();
  if (result) process.stdout.write(`${json ? JSON.stringify(result) : report(result)}\n`);
  return result;
}

/** Users watch it from where its recording ends, and may take part. */
async function resumeShown(
  recording: Recording,
  past: PastRun,
  { json, speed, ...shown }: ResumeOptions,
): Promise<Result | undefined> {
  const bodies = await bodiesOf(past);
  let run: RunAgain | undefined;
  const session = (host: PageHost) => {
    const given = { record: host.record, recording: () => host.recording, ...bodies };
    run = new RunAgain(recording, past, { ...given, keep: () => host.keep(recordingName(past.name)) }, speed);
    return run.session;
  };
  return showSession(shown, session, async (running, host, interrupted) => {
    const again = run as RunAgain;
    tellWhatIsKept(host, running);
    let isLeft = false;
    void interrupted.then(() => {
      isLeft = true;
    });
    await again.goOnUntil(() => isLeft || !again.isAgain);
    again.clock.release(wallTime);
    running.tell('info', `goes on from the recording, at ${running.current.run.at.toFixed(2)} s`);
    const result = await Promise.race([running.judged, interrupted]);
    if (result) process.stdout.write(`${json ? JSON.stringify(result) : report(result)}\n`);
    if (result && !shown.headless) await interrupted;
    return result;
  });
}
