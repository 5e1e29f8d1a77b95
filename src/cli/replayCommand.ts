/** `steerbot replay`: its arguments and options, and which of them go together. */

import { statSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../validation/errors.js';
import type { BranchOptions } from './replay/branch/branch.js';
import type { FolderOptions } from './replay/folder.js';
import type { MomentOptions } from './replay/moment.js';
import type { ReplayOptions, ShownOptions } from './replay/replay.js';
import type { Alignment, SideBySideOptions } from './replay/sideBySide.js';
import { foxgloveOption, listenOption, noOpenOption, speedOption } from './sharedOptions.js';
import type { TableFiles } from './tableOutputs.js';
import type { End } from './terminal/exitCodes.js';

/** @throws InvalidArgumentError */
export function parseSeconds(text: string): number {
  const value = Number(text.replace(/\s*s$/, ''));
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('Seconds are a number, 0 or more.');
  }
  return value;
}

const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text];

interface ReplayArguments
  extends ReplayOptions,
    ShownOptions,
    TableFiles,
    FolderOptions,
    SideBySideOptions,
    BranchOptions,
    MomentOptions {
  readonly branch?: boolean;
  readonly why?: boolean;
  readonly open?: boolean;
}

const wantsTable = ({ csv, jsonl, parquet }: TableFiles): boolean => (csv ?? jsonl ?? parquet) !== undefined;

/** @throws UsageError for options that do not go together */
function refuseReplayMix(options: ReplayArguments): void {
  const { resimulate, from, json, speed, foxglove, listen } = options;
  if (options.align !== undefined)
    throw new UsageError('--align belongs to two recordings; name another one');
  if (options.event !== undefined) throw new UsageError('--event belongs to a folder of recordings');
  const { branch, why, at, set = [], plot, record, write } = options;
  const isTable = wantsTable(options);
  if (why) {
    if (branch || resimulate || isTable || listen || speed !== undefined || foxglove || from !== undefined)
      throw new UsageError('--why goes with --at, --json and --behaviors; leave the others out');
    if (at !== undefined) return;
  }
  if (branch) {
    if (resimulate || isTable || listen || speed !== undefined || foxglove || from !== undefined)
      throw new UsageError(
        '--branch goes with --at, --set, --plot, --record, --write, --json and --behaviors; leave the others out',
      );
    return;
  }
  if ((at ?? plot ?? record ?? write) !== undefined || set.length > 0)
    throw new UsageError(
      '--at, --set, --plot, --record and --write belong to --branch, --at also to --why; add it, or leave them out',
    );
  if (!resimulate && (from !== undefined || (json && !why))) {
    throw new UsageError(
      '--from and --json belong to --resimulate, --json also to --branch; add it, or leave them out',
    );
  }
  if (resimulate && (speed !== undefined || foxglove)) {
    throw new UsageError('--speed and --foxglove show a recording; leave them out, or --resimulate');
  }
  if (isTable && (resimulate || listen || speed !== undefined || foxglove)) {
    throw new UsageError('a table needs no --resimulate, --listen, --speed or --foxglove; leave them out');
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** @throws UsageError */
function refuseOfFolder({ json: _, event: __, open: ___, plot: ____, ...others }: ReplayArguments): void {
  if (isGiven(others))
    throw new UsageError(
      'of a folder go --json, --event and --plot; leave the others out, or name one recording',
    );
}

/** @throws UsageError */
function refuseOfTwo({ json: _, align: __, plot: ___, open: ____, ...others }: ReplayArguments): void {
  if (isGiven(others))
    throw new UsageError(
      'of two recordings go --align, --plot and --json; leave the others out, or name one',
    );
}

const isGiven = (options: object): boolean =>
  Object.values(options).some((value) => value !== undefined && !isEmptyList(value));

/** @throws InvalidArgumentError */
function parseAlignment(text: string): Alignment {
  if (text === 'start') return { by: 'start' };
  const [, words] = /^event:(.+)$/.exec(text) ?? [];
  if (words !== undefined) return { by: 'event', words };
  const [, x, y] = /^place:([^,]+),([^,]+)$/.exec(text) ?? [];
  const at = { x: Number(x), y: Number(y) };
  if (Number.isFinite(at.x) && Number.isFinite(at.y)) return { by: 'place', at };
  throw new InvalidArgumentError('start, event:WORDS or place:X,Y (in metres) is wanted.');
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const replayCommand = (end: End): Command =>
  new Command('replay')
    .description('look at a recording, or re-run it with the current code')
    .argument('<recording>', 'an MCAP file, written by --record or by the page; or a folder of them')
    .argument('[other]', 'another recording, to compare the two')
    .option('--resimulate', 'feed the recorded inputs through the loop, and say what differs')
    .option('--from <seconds>', 'with --resimulate: from the keyframe before this time on', parseSeconds)
    .option('--branch', 'another future of a recorded simulation: change something at an instant, and see')
    .option(
      '--align <how>',
      'of two: start, event:WORDS, or place:X,Y is the same instant in both',
      parseAlignment,
    )
    .option('--event <words>', 'of a folder: only recordings whose log has these words')
    .option(
      '--why',
      'what would have made a failed simulation succeed; with --at, why it did what it did then',
    )
    .option('--at <seconds>', 'with --branch or --why: the instant, in the recording', parseSeconds)
    .option('--set <key=value>', 'with --branch: what is different from then on; repeatable', collected, [])
    .option('--plot <file>', 'with --branch, of two, or of a folder: all of them as one picture (SVG)')
    .option('--record <file>', 'with --branch: record the other future, as a run of its own')
    .option('--write <file>', 'with --branch: write a scenario that is the other future (YAML)')
    .option('--json', 'with --resimulate, --branch or --why: print the result as one JSON document')
    .option('--behaviors <file>', 'behaviors of your own that its missions call, where they are run again')
    .option('--csv <file>', 'write a row for each tick of each robot as comma-separated values')
    .option('--jsonl <file>', 'write them as JSON lines')
    .option('--parquet <file>', 'write them as Parquet, for pandas, DuckDB and others')
    .addOption(speedOption())
    .addOption(listenOption())
    .addOption(noOpenOption())
    .addOption(foxgloveOption())
    .action(async (file: string, other: string | undefined, options: ReplayArguments) => {
      if (other !== undefined) {
        refuseOfTwo(options);
        const { sideBySide } = await import('./replay/sideBySide.js');
        end(sideBySide(file, other, options));
        return;
      }
      if (isFolder(file)) {
        refuseOfFolder(options);
        const { listRecordings } = await import('./replay/folder.js');
        end(listRecordings(file, options));
        return;
      }
      refuseReplayMix(options);
      if (wantsTable(options)) {
        const { writeTables } = await import('./replay/writeTables.js');
        end(writeTables(file, options));
      } else if (options.why && options.at !== undefined) {
        const { tellMoment } = await import('./replay/moment.js');
        end(tellMoment(file, options));
      } else if (options.why) {
        const { why } = await import('./replay/branch/why.js');
        end(await why(file, options));
      } else if (options.branch) {
        const { branch } = await import('./replay/branch/branch.js');
        end(await branch(file, options));
      } else if (options.resimulate) {
        const { replay } = await import('./replay/replay.js');
        end(await replay(file, options));
      } else {
        const { showRecording } = await import('./replay/replay.js');
        end(await showRecording(file, options));
      }
    });
