/** `steerbot replay FOLDER`: how each of its recordings ended, and in which of them something happened. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import type { News, VerdictView } from '../../signals/view.js';
import { messageOf, UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';

export interface FolderOptions {
  readonly json?: boolean;
  /** Only recordings whose log has these words, or is of this level, in upper or lower case. */
  readonly event?: string;
}

/** One recording in short. */
export interface RecordingRow {
  readonly file: string;
  readonly scene?: string;
  readonly recordedAt?: string;
  readonly duration?: Seconds;
  readonly robots?: readonly string[];
  /** Whether every criterion was met; null where the run was not judged. */
  readonly passed?: boolean | null;
  /** The criteria that were lost, in words. */
  readonly lost?: readonly string[];
  readonly faults?: number;
  /** The log's entries with the words that were asked for. */
  readonly events?: readonly Pick<News, 'at' | 'words'>[];
  /** Why it cannot be read. */
  readonly unreadable?: string;
}

/** @throws UsageError where the folder holds no recording */
export function listRecordings(folder: string, { json, event }: FolderOptions): ExitCode {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.mcap'))
    .sort();
  if (files.length === 0)
    throw new UsageError(`${folder} holds no recording; name a folder with .mcap files, or one file`);
  const rows = files
    .map((name) => rowOf(join(folder, name), name, event?.toLowerCase()))
    .filter(({ events, unreadable }) => event === undefined || unreadable !== undefined || events?.length);
  process.stdout.write(`${json ? JSON.stringify(rows) : report(rows, event)}\n`);
  return EXIT.done;
}

/** Reads one at a time, and closes it: memory does not grow with their number. */
function rowOf(path: string, file: string, event: string | undefined): RecordingRow {
  try {
    const recording = openRecording(path);
    try {
      return { file, ...inShort(recording, event) };
    } finally {
      recording.close();
    }
  } catch (error) {
    return { file, unreadable: messageOf(error).split('\n', 1)[0] ?? '' };
  }
}

function inShort(recording: Recording, event: string | undefined): Omit<RecordingRow, 'file'> {
  const { about, duration, frameCount, robots } = recording;
  const last = frameCount > 0 ? recording.frame(frameCount - 1) : undefined;
  const news = [...recording.newsBetween(-1, frameCount - 1), ...(last?.news ?? [])];
  const lost = (last?.verdict ?? []).filter(({ passed }) => !passed).map(lossOf);
  const recordedAt = about.get('recordedAt');
  const scene = recording.sceneCount > 0 ? recording.scene(recording.sceneCount - 1).name : undefined;
  const isJudged = last?.judgedAt !== undefined || lost.length > 0;
  const found = news.filter(
    ({ level, words }) => event !== undefined && `${level}: ${words}`.toLowerCase().includes(event),
  );
  return {
    ...(scene !== undefined && { scene }),
    ...(recordedAt !== undefined && { recordedAt }),
    ...{ duration, robots, lost, passed: isJudged ? lost.length === 0 : null },
    faults: news.filter(({ level }) => level === 'fault').length,
    ...(event !== undefined && { events: found.map(({ at, words }) => ({ at, words })) }),
  };
}

const lossOf = ({ words, lost }: VerdictView): string => lost ?? words;

function report(rows: readonly RecordingRow[], event: string | undefined): string {
  const wide = Math.max(...rows.map(({ file }) => file.length));
  const lines = rows.flatMap((row) => [lineOf(row, wide), ...eventLines(row)]);
  const count = `${rows.length} ${rows.length === 1 ? 'recording' : 'recordings'}`;
  return [...lines, event === undefined ? count : `${count} with “${event}”`].join('\n');
}

function lineOf(
  { file, unreadable, scene, duration = 0, passed, lost = [], faults = 0 }: RecordingRow,
  wide: number,
): string {
  const name = file.padEnd(wide);
  if (unreadable !== undefined) return `${name}  ${pc.red(unreadable)}`;
  const outcome =
    passed === null ? 'not judged' : passed ? pc.green('✓ passed') : pc.red(`✗ ${lost.join('; ')}`);
  const noticed = faults === 0 ? '' : `, ${faults} ${faults === 1 ? 'fault' : 'faults'}`;
  return `${name}  ${scene ?? '?'}, ${duration.toFixed(1)} s${noticed}: ${outcome}`;
}

const eventLines = ({ events = [] }: RecordingRow): string[] =>
  events.map(({ at, words }) => `    ${at.toFixed(2)} s: ${words}`);
