/** `steerbot replay FILE --resimulate`: feeds the recorded inputs through the current code, and reports the result. */
import pc from 'picocolors';
import { first } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import { ReplaySession } from '../../session/replaySession.js';
import { FASTEST_PACE } from '../../signals/session.js';
import { UsageError } from '../../validation/errors.js';
import { ownBehaviorsOf } from '../ownBehaviors.js';
import type { PageHost } from '../pageHost/pageHost.js';
import { type ServeOptions, showSession } from '../pageHost/servePage.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { branchingOf } from './branch/branching.js';
import type { Departure } from './rerun.js';
import { type Resimulation, resimulate } from './resimulate.js';

export { openRecording } from '../../recording/reading/openRecording.js';

export interface ReplayOptions {
  readonly resimulate?: boolean;
  /** Time in the recording [s]. */
  readonly from?: number;
  readonly json?: boolean;
  /** The file of the user's own behaviors. */
  readonly behaviors?: string;
}

/** @throws FileError, UsageError where nothing can be re-run */
export async function replay(file: string, options: ReplayOptions): Promise<ExitCode> {
  const { from = 0, json, behaviors } = options;
  const own = await ownBehaviorsOf(behaviors);
  const recording = openRecording(file);
  try {
    mustBeWithin(from, recording);
    const damage = damageOf(recording);
    if (damage !== undefined) process.stderr.write(`${damage}\n`);
    const result = resimulate(recording, { from, own });
    process.stdout.write(
      `${json ? JSON.stringify(documentOf(recording, result)) : report(recording, result)}\n`,
    );
    return result.identical ? EXIT.done : EXIT.criterionFailed;
  } finally {
    recording.close();
  }
}

function mustBeWithin(from: number, { duration }: Recording): void {
  if (from >= 0 && from <= duration) return;
  throw new UsageError(
    `--from ${from}: the recording goes from 0 to ${duration.toFixed(2)} s; name a time within`,
  );
}

/** What is missing in a recording; undefined if nothing is. */
export function damageOf({ file, ended, lost }: Recording): string | undefined {
  if (ended && lost === 0) return undefined;
  const missing = lost === 0 ? '' : `; ${lost} bytes of it cannot be read and are left out`;
  return `${file}: ${ended ? 'the recording is damaged' : 'the recording was never ended'}${missing}`;
}

const documentOf = ({ file, about, ended, lost }: Recording, result: Resimulation) => ({
  file,
  about: Object.fromEntries(about),
  ended,
  lostBytes: lost,
  ...result,
  speed: result.seconds / result.wallSeconds,
});

function report(recording: Recording, result: Resimulation): string {
  const { robots, difference, seconds, wallSeconds } = result;
  const made = `${seconds.toFixed(2)} s re-run in ${wallSeconds.toFixed(2)} s`;
  const speed = `${(seconds / wallSeconds).toFixed(0)} × real time`;
  return [
    `${pc.bold(recording.about.get('scene') ?? recording.file)}: ${made}, ${speed}`,
    ...robots.map(({ robot, ticks, keyframes, skipped, unseen, identical }) => {
      const left = [
        ...(skipped > 0 ? [`${skipped} before any keyframe`] : []),
        ...(unseen > 0 ? [`${unseen} without a recorded frame`] : []),
      ];
      const rest = left.length > 0 ? ` (left out: ${left.join(', ')})` : '';
      return `  ${robot}: ${ticks} ticks and ${keyframes} keyframes the same${rest}${identical ? '' : pc.red(', then not')}`;
    }),
    difference ? pc.red(differs(difference)) : pc.green('identical'),
  ].join('\n');
}

function differs({ robot, time, what, path, recorded, made }: Departure): string {
  const where = what === 'tick' ? 'the first tick that differs' : 'the first keyframe whose state differs';
  return `${where}: ${robot} at ${time.toFixed(3)} s: ${path}: was ${shown(recorded)}, is ${shown(made)}`;
}

/** With every digit, because the last one may differ. */
function shown(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

export interface ShownOptions extends Pick<ServeOptions, 'listen' | 'foxglove'> {
  /** Recorded seconds per second, or infinite. */
  readonly speed?: number;
  /** The file of the user's own behaviors, for other futures. */
  readonly behaviors?: string;
}

/** Ten minutes with a lidar are 160 MB: the page's history reads all of it at once. */
const SHOWN_CACHED_BYTES = 3 << 26;

/** Runs until it is interrupted. @throws FileError where the file is no recording, or a damaged place is reached */
export async function showRecording(file: string, options: ShownOptions): Promise<ExitCode> {
  const { speed, behaviors, ...shown } = options;
  const own = await ownBehaviorsOf(behaviors);
  const recording = openRecording(file, SHOWN_CACHED_BYTES);
  try {
    const damage = damageOf(recording);
    if (damage !== undefined) process.stderr.write(`${damage}\n`);
    const recordedAt = Date.parse(recording.about.get('recordedAt') ?? '');
    const reached = await showSession(
      { ...shown, ...(Number.isFinite(recordedAt) && { recordedAt }) },
      () => new ReplaySession(recording, wallTime, branchingOf(recording, own)),
      (session, host, interrupted) => {
        if (speed !== undefined) session.operate({ kind: 'speed', times: Math.min(speed, FASTEST_PACE) });
        if (shown.foxglove) playWhenSeen(session, host);
        return Promise.race([interrupted, session.damage]);
      },
    );
    if (reached) throw reached;
    return EXIT.done;
  } finally {
    recording.close();
  }
}

/** Foxglove has no button to play: the recording begins when its first client is there. */
function playWhenSeen(session: ReplaySession, { foxgloveClients$ }: PageHost): void {
  foxgloveClients$.pipe(first((clients) => clients > 0)).subscribe({
    next: () => session.operate({ kind: 'pause', paused: false }),
    // It has ended without a client.
    error: () => {},
  });
}
