/** `steerbot replay FILE --branch`: another future of a recorded simulation, beside the one that was recorded. */
import { writeFileSync } from 'node:fs';
import pc from 'picocolors';
import { figureWords } from '../../../../sim/referee/lossWords.js';
import { formatMeters, formatSeconds, type Result } from '../../../../sim/referee/result.js';
import { isCodeSetting, settingWords } from '../../../../sim/scenario/changes.js';
import type { Seconds } from '../../../math/units.js';
import { openRecording } from '../../../recording/reading/openRecording.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { ChangedSetting } from '../../../recording/simulated.js';
import { drawPlot } from '../../../scene/plot/plot.js';
import type { PlottedRun } from '../../../scene/plot/trace.js';
import { UsageError } from '../../../validation/errors.js';
import { parseSweeps } from '../../experiment/sweeps.js';
import { ownBehaviorsOf } from '../../ownBehaviors.js';
import { recorderTo } from '../../sim/recorderTo.js';
import { EXIT, type ExitCode, exitCodeOf } from '../../terminal/exitCodes.js';
import { mustBeApart, mustBeNew } from '../../terminal/outputFile.js';
import { branchText } from './branchText.js';
import { isDrive, type Trust, trustOf, trustWords } from './drivenRun.js';
import { type Future, runFuture } from './future.js';
import { type Farthest, farthestOf, type Parting, partingOf } from './twoFutures.js';

export interface BranchOptions {
  /** Time in the recording. */
  readonly at?: Seconds;
  readonly set?: readonly string[];
  readonly json?: boolean;
  readonly plot?: string;
  readonly record?: string;
  /** A scenario that is this future. */
  readonly write?: string;
  readonly behaviors?: string;
}

/** @throws FileError, UsageError */
export async function branch(file: string, options: BranchOptions): Promise<ExitCode> {
  const { at = 0, set = [], json, plot, record, write } = options;
  mustBeApart({ replay: file, '--plot': plot, '--record': record, '--write': write });
  if (write !== undefined) mustBeNew('--write', write, 'branch.yaml');
  if (record !== undefined) mustBeNew('--record', record, 'branch.mcap');
  const settings = settingsIn(set);
  const own = await ownBehaviorsOf(options.behaviors);
  const codeFile = settings.find(isCodeSetting)?.value;
  const code = codeFile === undefined ? undefined : await ownBehaviorsOf(String(codeFile));
  const recording = openRecording(file);
  try {
    mustBeWithin(at, recording);
    const recorded = await runFuture(recording, { at, settings: [] }, { own, toItsEnd: false });
    const branched = { at, settings, ...(code && { code }) };
    const take = record === undefined ? undefined : recorderTo(record);
    let other: Future;
    try {
      const asked = { own, toItsEnd: recorded.judged, ...(take && { record: take.record }) };
      other = await runFuture(recording, branched, asked);
    } catch (error) {
      take?.discard();
      throw error;
    }
    take?.close();
    const trust = isDrive(recording) && trustOf(recording, at, recorded.ticks.values().next().value ?? []);
    const compared = {
      parting: partingOf(recorded, other),
      farthest: farthestOf(recorded, other),
      ...(trust && { trust }),
    };
    if (plot !== undefined)
      writeFileSync(plot, drawPlot(bothPlotted(recorded, other, settings), other.result));
    if (write !== undefined) {
      const { retold } = other;
      const since = isDrive(recording) ? at : other.changedAt;
      writeFileSync(write, branchText(file, since, changeWords(settings), retold));
      for (const left of retold.leftOut)
        process.stderr.write(`${write}: without ${left}: no file can say it\n`);
    }
    const told = json
      ? JSON.stringify(documentOf(file, settings, recorded, other, trust ? at : other.changedAt, compared))
      : report(settings, recorded, other, compared);
    process.stdout.write(`${told}\n`);
    return other.judged ? exitCodeOf(other.result) : EXIT.done;
  } finally {
    recording.close();
  }
}

function mustBeWithin(at: Seconds, { duration }: Recording): void {
  if (at >= 0 && at <= duration) return;
  throw new UsageError(
    `--at ${at}: the recording goes from 0 to ${duration.toFixed(2)} s; name a time within`,
  );
}

/** @throws UsageError */
const settingsIn = (texts: readonly string[]): readonly ChangedSetting[] =>
  parseSweeps(texts).map(({ key, values }) => {
    if (values.length === 1) return { key, value: values[0] };
    throw new UsageError(
      `--set ${key}: a branch takes one value of each key; start one branch for each of the ${values.length} values`,
    );
  });

interface Compared {
  readonly parting: Parting | null;
  readonly farthest: Farthest | null;
  /** Of a drive that goes on in simulation. */
  readonly trust?: Trust;
}

const documentOf = (
  file: string,
  settings: readonly ChangedSetting[],
  recorded: Future,
  other: Future,
  at: Seconds,
  { parting, farthest, trust }: Compared,
) => ({
  ...{ file, at, ...(trust && { trust }), settings, firstDifference: parting, farthestApart: farthest },
  recorded: { until: recorded.until, judged: recorded.judged, ...recorded.result },
  branch: { until: other.until, judged: other.judged, ...other.result },
});

function report(
  settings: readonly ChangedSetting[],
  recorded: Future,
  other: Future,
  { parting, farthest, trust }: Compared,
): string {
  const { name } = other.scenario;
  const head = trust ? pc.bold(name) : `${pc.bold(name)}, from ${formatSeconds(other.changedAt)} on`;
  return [
    `${head}: ${changeWords(settings)}`,
    ...(trust ? trustWords(trust).map((line) => `  ${line}`) : []),
    ...(parting ? partingLines(parting, farthest) : ['  the same to the last tick']),
    ...rowsOf(recorded.result, other.result),
    ...outcomeLines(recorded, other),
  ].join('\n');
}

const partingLines = (
  { robot, at, path, recorded, branch }: Parting,
  farthest: Farthest | null,
): string[] => [
  `  first tick that differs: ${robot} at ${formatSeconds(at)}: ${path} ${bothInDigits(recorded, branch)}`,
  ...(farthest
    ? [
        `  farthest apart: ${farthest.robot}, ${formatMeters(farthest.distance)} at ${formatSeconds(farthest.at)}`,
      ]
    : []),
];

/** In few digits, or in all where few would hide the difference. */
function bothInDigits(was: unknown, is: unknown): string {
  const [a, b] = [was, is].map((value) =>
    typeof value === 'number' ? String(Number(value.toPrecision(4))) : (JSON.stringify(value) ?? 'nothing'),
  );
  return a === b ? `${was} → ${is}` : `${a} → ${b}`;
}

/** Each criterion, as it was and as it is. */
const rowsOf = (recorded: Result, other: Result): string[] =>
  other.criteria.map((is, i) => {
    const was = recorded.criteria[i];
    const mark = (passed: boolean) => (passed ? pc.green('✓') : pc.red('✗'));
    const before = was ? `${mark(was.passed)} ${figureWords(was)}` : '';
    return `  ${before}  →  ${mark(is.passed)} ${figureWords(is)}`;
  });

const outcomeLines = (recorded: Future, other: Future): string[] =>
  other.result.robots.flatMap(({ id, outcome, timeToGoal }, i) => {
    const was = recorded.result.robots[i];
    const said = (how: string, time: Seconds | null) =>
      time === null ? how : `${how} after ${formatSeconds(time)}`;
    const [before, now] = [said(was?.outcome ?? '', was?.timeToGoal ?? null), said(outcome, timeToGoal)];
    return before === now ? [] : [`  ${id}: ${before}  →  ${now}`];
  });

const changeWords = (settings: readonly ChangedSetting[]): string =>
  settings.length === 0 ? 'nothing changed' : settings.map(settingWords).join(', ');

/** Letters that fit a picture's title. */
const MAX_TITLE = 60;

/** The branch, and the recorded run as ghosts. */
function bothPlotted(
  { plotted: recorded }: Future,
  { plotted, changedAt }: Future,
  settings: readonly ChangedSetting[],
): PlottedRun {
  const ghost = (id: string): string => `${id}, before`;
  const what = changeWords(settings);
  return {
    ...plotted,
    name: `${plotted.name}, from ${formatSeconds(changedAt)} on: ${what.length > MAX_TITLE ? `${what.slice(0, MAX_TITLE)}…` : what}`,
    robots: [
      ...recorded.robots.map((robot) => ({ ...robot, id: ghost(robot.id), ghost: true })),
      ...plotted.robots,
    ],
    traces: [...recorded.traces.map((trace) => ({ ...trace, id: ghost(trace.id) })), ...plotted.traces],
  };
}
