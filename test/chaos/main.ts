/**
 * `npm run chaos -- --hours 1 --seed 1`: robots in random scenes, with random faults and operators, until so many hours
 * are simulated. Every violation of a promise is printed with the command that repeats it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { wallTime } from '../../src/control/clock.js';
import type { Seconds } from '../../src/math/units.js';
import { type ChaosOptions, chaosOptions } from './options.js';
import { type Summary, summaryText, Tally } from './tally.js';
import { type Task, type Told, tellRun } from './task.js';

const HOUR: Seconds = 3600;

type Teller = (task: Task) => Promise<Told>;

/** This thread, and one more if two are wanted. */
function tellers(count: number): { readonly all: Teller[]; readonly end: () => void } {
  if (count < 2) return { all: [tellRun], end: () => {} };
  const workers = Array.from({ length: count }, () => new Worker(new URL('./worker.js', import.meta.url)));
  const all = workers.map(
    (worker): Teller =>
      async (task) => {
        worker.postMessage(task);
        const [told] = await once(worker, 'message');
        return told;
      },
  );
  const end = () => {
    for (const worker of workers) void worker.terminate();
  };
  return { all, end };
}

interface Soak extends Pick<ChaosOptions, 'seed' | 'seconds' | 'workers'> {
  readonly hours: number;
  readonly firmware: boolean;
}

/** Runs from index 0 on, until the hours are simulated. */
async function soak({ hours, firmware, seed, seconds, workers }: Soak): Promise<Summary> {
  const tally = new Tally();
  const began = wallTime.now();
  const { all, end } = tellers(workers);
  let index = 0;
  const drive = async (tell: Teller) => {
    while (tally.seconds < hours * HOUR) note(tally, await tell({ seed, index: index++, firmware, seconds }));
  };
  await Promise.all(all.map(drive));
  end();
  return tally.summary(wallTime.now() - began);
}

/** Runs between two words on how far it is. */
const PROGRESS_RUNS = 100;

function note(tally: Tally, { outcome, failure }: Told): void {
  tally.add(outcome);
  if (failure !== null) console.error(failure);
  if (tally.runs % PROGRESS_RUNS === 0)
    console.error(
      `${tally.runs} runs, ${(tally.seconds / HOUR).toFixed(1)} h, ${tally.violations} violations`,
    );
}

async function only({ seed, seconds, firmware }: ChaosOptions, index: number): Promise<Summary> {
  const tally = new Tally();
  const began = wallTime.now();
  note(tally, await tellRun({ seed, index, firmware, seconds }));
  return tally.summary(wallTime.now() - began);
}

async function main(options: ChaosOptions): Promise<void> {
  const { hours, firmwareHours, seed, seconds, workers } = options;
  const summaries: Record<string, Summary> = {};
  if (options.only !== null) summaries.run = await only(options, options.only);
  else {
    if (hours > 0) summaries.simulated = await soak({ hours, seed, seconds, workers, firmware: false });
    if (firmwareHours > 0)
      summaries.firmware = await soak({ hours: firmwareHours, seed, seconds, workers, firmware: true });
  }
  if (options.json) console.log(JSON.stringify({ seed, ...summaries }));
  else
    for (const [name, summary] of Object.entries(summaries))
      console.log(summaryText(`${name}, seed ${seed}`, summary));
  process.exitCode = Object.values(summaries).some(({ violations }) => violations > 0) ? 1 : 0;
}

await main(chaosOptions(process.argv.slice(2)));
