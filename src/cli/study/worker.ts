/** `steerbot worker --queue URL`: runs batches of studies until it is told to end. */
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
    try {
      const running = await startWorker(store, {
        ...{ threads, say, secondsPerSeed: seedTime, allowsCode: allowCode === true },
        run: (task, signal) => pool.runPacked(task, signal),
      });
      const code = allowCode ? ', with own behaviors' : '';
      say(
        `Steerbot ${codeVersion()} waits for studies at ${store.shown} with ${threads} threads${code}; Ctrl-C ends it`,
      );
      return await untilEnded(running);
    } finally {
      await pool.close();
    }
  });
}

/**
 * The first signal lets running batches end. The second one ends the program as a kill would: others run its batches
 * again, and none of them counts as failed. It waits for nothing, as the server may be away.
 */
async function untilEnded(running: RunningWorker): Promise<ExitCode> {
  const told = () => say(`ended after ${running.done} batches`);
  await new Promise<void>((ends) => {
    let signals = 0;
    const hear = () => {
      signals += 1;
      ends();
      if (signals === 1) return;
      told();
      process.exit(EXIT.interrupted);
    };
    for (const signal of SIGNALS) process.on(signal, hear);
  });
  say('ends after the batches that run; once more ends it now');
  await running.close();
  told();
  return EXIT.interrupted;
}

/** SIGHUP: its terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
