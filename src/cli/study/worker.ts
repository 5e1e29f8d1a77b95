/** `steerbot worker --queue URL`: runs batches of studies until it is told to end. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { StudyPool } from '../../study/pool.js';
import { type RunningWorker, startWorker } from '../../study/queue/studyWorker.js';
import { codeVersion } from '../../study/queue/version.js';
import { EXIT, type ExitCode } from '../terminal/exitCodes.js';
import { withStore } from './withStore.js';

export interface WorkerArguments {
  readonly queue: string;
  readonly jobs?: number;
  readonly allowCode?: boolean;
  /** The longest that one seed may take [s]. */
  readonly seedTime: number;
  /** The most memory of a thread [MB]. */
  readonly memory: number;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** @throws UsageError */
export function worker({ queue, jobs, allowCode, seedTime, memory }: WorkerArguments): Promise<ExitCode> {
  return withStore(queue, async (store) => {
    const threads = jobs ?? availableParallelism();
    const pool = new StudyPool({ threads, megabytes: memory });
    const running = await startWorker(store, {
      ...{ threads, say, secondsPerSeed: seedTime, allowsCode: allowCode === true },
      run: (task, signal) => pool.runPacked(task, signal),
    });
    const code = allowCode ? ', with own behaviors' : '';
    say(
      `Steerbot ${codeVersion()} waits for studies at ${store.shown} with ${threads} threads${code}; Ctrl-C ends it`,
    );
    try {
      return await untilEnded(running);
    } finally {
      await pool.close();
    }
  });
}

/** The first signal lets running batches end, the second one does not: others will run them again. */
async function untilEnded(running: RunningWorker): Promise<ExitCode> {
  await signalled();
  say('ends after the batches that run; once more ends it now');
  await Promise.race([running.close(), signalled()]);
  say(`ended after ${running.done} batches`);
  return EXIT.interrupted;
}

const signalled = (): Promise<unknown> => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
