/** The commands about studies that the workers of a queue run. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../validation/errors.js';
import type { ExperimentOutputs } from './experiment/judgeRuns.js';
import { parseJobs } from './experiment/options.js';
import type { WorkerArguments } from './study/worker.js';
import type { End, ExitCode } from './terminal/exitCodes.js';

export const queueOption = (purpose: string): Option =>
  new Option('--queue <address>', `${purpose}, such as redis://HOST; its password: STEERBOT_QUEUE_PASSWORD`);

/** A number above zero. @throws InvalidArgumentError */
function parsePositive(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError('A number above 0 is wanted.');
  }
  return value;
}

/** A runaway seed must not hold a worker for ever. */
const SEED_TIME = 600;
const MEMORY = 1024;

export const workerCommand = (end: End): Command =>
  new Command('worker')
    .description('run studies that others hand to a queue, until Ctrl-C')
    .addOption(queueOption('the queue').makeOptionMandatory())
    .option('--jobs <number>', 'runs at a time (default: one for each core)', parseJobs)
    .option('--allow-code', 'also run studies with own behaviors: their code may do what you may')
    .option('--seed-time <seconds>', 'the longest that one seed may take', parsePositive, SEED_TIME)
    .option('--memory <megabytes>', 'the most that one run may keep in memory', parsePositive, MEMORY)
    .action(async (options: WorkerArguments) => {
      const { worker } = await import('./study/worker.js');
      end(await worker(options));
    });

const ACTIONS = ['list', 'show', 'fetch', 'cancel'] as const;

interface StudyArguments extends ExperimentOutputs {
  readonly queue: string;
}

export const studyCommand = (end: End): Command =>
  new Command('study')
    .description('list the studies of a queue; show, fetch or cancel one')
    .addArgument(new Argument('<action>', 'what to do').choices(ACTIONS))
    .argument('[id]', 'of the study, as sim --queue and study list say it')
    .addOption(queueOption('the queue').makeOptionMandatory())
    .option('--json', 'print it as one JSON document')
    .option('--csv <file>', 'with fetch: write a table with a row for each run')
    .option('--jsonl <file>', 'the same as JSON, a line for each run')
    .option('--parquet <file>', 'the same as Parquet')
    .option('--plot <file>', 'with fetch: draw how the figures are distributed')
    .action(async (action: (typeof ACTIONS)[number], id: string | undefined, options: StudyArguments) => {
      end(await actOn(action, id, options));
    });

async function actOn(
  action: (typeof ACTIONS)[number],
  id: string | undefined,
  { queue, json, ...outputs }: StudyArguments,
): Promise<ExitCode> {
  const given = Object.keys(outputs).map((name) => `--${name}`);
  if (action !== 'fetch' && given.length > 0) throw new UsageError(`${given.join(' and ')}: only with fetch`);
  const { cancelStudy, listStudies, showStudy } = await import('./study/study.js');
  if (action === 'list') {
    if (id !== undefined) throw new UsageError(`study list takes no '${id}'; steerbot study show shows one`);
    return listStudies(queue, json);
  }
  if (id === undefined) throw new UsageError(`which study? steerbot study list --queue … shows their ids`);
  if (action === 'show') return showStudy(queue, id, json);
  if (action === 'cancel') return cancelStudy(queue, id);
  const { fetchStudy } = await import('./study/byQueue.js');
  return fetchStudy(queue, id, { ...outputs, ...(json && { json }) });
}
