/** `steerbot replay FOLDER`: how each of its recordings ended, and in which of them something happened. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import type { Seconds } from '../../math/units.js';
import { openRecording } from '../../recording/reading/openRecording.js';
import type { Recording } from '../../recording/reading/recording.js';
import type { InkName } from '../../scene/inks.js';
import { drawRecordedFigure, type FigureLine } from '../../scene/plot/recordedFigure.js';
import { historyOf, stretchOf } from '../../session/recordedViews.js';
import type { News, SceneView, VerdictView } from '../../signals/view.js';
import { messageOf, UsageError } from '../../validation/errors.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { mustBeApart } from '../terminal/outputFile.js';

export interface FolderOptions {
  readonly json?: boolean;
  /** Only recordings whose log has these words, or is of this level, in upper or lower case. */
  readonly event?: string;
  /** All ways in one picture. */
  readonly plot?: string;
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
export function listRecordings(folder: string, { json, event, plot }: FolderOptions): ExitCode {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.mcap'))
    .sort();
  if (files.length === 0)
    throw new UsageError(`${folder} holds no recording; name a folder with .mcap files, or one file`);
  for (const name of files) mustBeApart({ [name]: join(folder, name), '--plot': plot });
  const ways: Way[] = [];
  const rows = files
    .map((name) => {
      const path = join(folder, name);
      return rowOf(path, name, event?.toLowerCase(), plot === undefined ? undefined : ways);
    })
    .filter((row) => isAsked(row, event) || row.unreadable !== undefined);
  if (plot !== undefined) writeFileSync(plot, overlaid(ways));
  process.stdout.write(`${json ? JSON.stringify(rows) : report(rows, event)}\n`);
  return EXIT.done;
}

/** Reads one at a time, and closes it: memory does not grow with their number. */
function rowOf(path: string, file: string, event: string | undefined, ways: Way[] | undefined): RecordingRow {
  try {
    const recording = openRecording(path);
    try {
      const row = { file, ...inShort(recording, event) };
      if (ways && isAsked(row, event)) ways.push(...waysIn(recording, row));
      return row;
    } finally {
      recording.close();
    }
  } catch (error) {
    return { file, unreadable: messageOf(error).split('\n', 1)[0] ?? '' };
  }
}

const isAsked = ({ events }: RecordingRow, event: string | undefined): boolean =>
  event === undefined || (events !== undefined && events.length > 0);

/** The last run of a recording on a picture. */
interface Way extends FigureLine {
  readonly scene: SceneView;
}

/** So many frames of each: its way is a line of some hundred points. */
const WAY_FRAMES = 600;

const OUTCOMES = [
  { words: 'passed', ink: 'velocity', is: true },
  { words: 'failed', ink: 'fault', is: false },
  { words: 'not judged', ink: 'muted', is: null },
] as const;

function waysIn(recording: Recording, { passed }: RecordingRow): readonly Way[] {
  if (recording.sceneCount === 0) return [];
  const scene = recording.scene(recording.sceneCount - 1);
  const { ink } = OUTCOMES.find(({ is }) => is === passed) ?? OUTCOMES[2];
  const stretch = stretchOf(recording, recording.sceneCount - 1);
  const { trails } = historyOf(recording, stretch, scene.robots, WAY_FRAMES);
  return Object.values(trails).flatMap((lines) => lines.map((points) => ({ scene, points, ink })));
}

/** All recordings' ways in the scene of the first one; failed runs are drawn last, on top of the others. @throws UsageError where there is none */
function overlaid(ways: readonly Way[]): string {
  const [first] = ways;
  if (!first) throw new UsageError('--plot: none of these recordings has a way to draw');
  const order: readonly InkName[] = ['muted', 'velocity', 'fault'];
  const lines = ways.toSorted((a, b) => order.indexOf(a.ink) - order.indexOf(b.ink));
  const legend = OUTCOMES.filter(({ ink }) => ways.some((way) => way.ink === ink));
  return drawRecordedFigure({ scene: first.scene, frames: [], samples: [], lines, charts: [], legend });
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
