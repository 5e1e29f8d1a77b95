/** `steerbot sim --resume FILE`: a recorded simulation is run again up to where its recording ends, and goes on from there. */

import { rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Result } from '../../../sim/referee/result.js';
import { Again } from '../../../sim/session/again.js';
import type { SessionHost } from '../../../sim/session/openScene.js';
import { SimSession } from '../../../sim/session/simSession.js';
import { packageManifest } from '../../config/loadFile.js';
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { Recorder } from '../../recording/recorder.js';
import { FileError, messageOf, UsageError } from '../../validation/errors.js';
import { importOwnBehaviors } from '../ownBehaviors.js';
import { recordingName } from '../pageHost/pageAddress.js';
import type { PageHost } from '../pageHost/pageHost.js';
import { showSession } from '../pageHost/servePage.js';
import { cannotResume } from '../replay/resimulate.js';
import { EXIT, type ExitCode, exitCodeOf } from '../terminal/exitCodes.js';
import { mustBeApart, mustBeNew } from '../terminal/outputFile.js';
import { ImpatientClock } from './impatientClock.js';
import { type PastRun, pastRun } from './pastRun.js';
import { report } from './report.js';
import type { SimOptions } from './sim.js';
import { emulation, tellWhatIsKept } from './simShown.js';

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
  const own = options.behaviors === undefined ? {} : await importOwnBehaviors(options.behaviors);
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

/** The session that is run again, and its clock: it never waits while it is. */
class RunAgain {
  readonly clock = new ImpatientClock();
  readonly session: SimSession;
  readonly #again: Again;
  readonly #recording: Recording;

  constructor(recording: Recording, { sceneOf, name, told }: PastRun, host: HostOptions, speed = 1) {
    this.#recording = recording;
    const again = new Again(told);
    this.#again = again;
    const open = (scene: string) => {
      if (!again.begun) throw new RangeError(`the recording does not open '${scene}' here`);
      return sceneOf(again.begun);
    };
    const given = { open, gallery: () => [], time: this.clock, again, ...host };
    try {
      this.session = new SimSession(given, name, { speed });
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw cannotResume(recording, `${messageOf(error)}; add --behaviors FILE.js with your own behaviors`);
    }
  }

  /** @param isOver asked after each slice @throws FileError where the run is not the recorded one */
  async goOnUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.clock.goOn();
      const { departure } = this.#again;
      if (departure) throw cannotResume(this.#recording, departsWords(departure));
      await nextTurn();
    }
  }

  get isAgain(): boolean {
    return !this.#again.isOver;
  }
}

type HostOptions = Partial<Pick<SessionHost, 'record' | 'recording' | 'keep' | 'bodyOf'>>;

const departsWords = ({ at, path }: NonNullable<Again['departure']>): string =>
  `this Steerbot computes another run than the recorded one, from ${at.toFixed(2)} s on (${path}); ` +
  'resume it with the version that recorded it, and with the same --behaviors';

const bodiesOf = async ({ firmware, sceneOf, first }: PastRun) =>
  firmware ? emulation(sceneOf(first).scenario) : {};

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

interface RecordedTo {
  readonly record: Recorder['record'];
  /** @throws UsageError where it could not be written completely */
  readonly close: () => void;
  /** What could not go on leaves no file behind. */
  readonly discard: () => void;
}

function recorderTo(file: string): RecordedTo {
  let trouble: string | undefined;
  const recorder = new Recorder({
    ...{ time: wallTime, version: packageManifest().version, recordedAt: Date.now(), file, memory: 'none' },
    onEvent: (event) => {
      if (event.kind === 'trouble') trouble = event.why;
    },
  });
  return {
    record: (news) => recorder.record(news),
    close: () => {
      recorder.close();
      if (trouble !== undefined) throw new UsageError(`--record ${file}: ${trouble}`);
    },
    discard: () => {
      recorder.close();
      rmSync(file, { force: true });
    },
  };
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
