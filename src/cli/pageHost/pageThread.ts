/** Starts the thread that serves the page and records. */
import { Worker } from 'node:worker_threads';
import { freshTokens } from '../../dashboard/server/tokens.js';
import { messageOf, UsageError } from '../../validation/errors.js';
import type { FromWorker, PageHostOptions, WorkerSettings } from './messages.js';

/**
 * Megabytes of text come and go in it: without a limit their garbage would fill the machine's memory, and the system
 * would then end the whole process. A thread that meets its limit ends alone, and is replaced.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/** With fresh tokens, which the page and Foxglove share. */
export function settingsOf(options: PageHostOptions): WorkerSettings {
  const { serve, foxglove, recordedAt = Date.now(), ...rest } = options;
  const tokens = freshTokens();
  return {
    ...{ ...rest, recordedAt },
    ...(serve && { serve: { ...serve, tokens } }),
    ...(foxglove && { foxglove: { ...foxglove, tokens } }),
  };
}

/** The process's own arguments are not for the thread. */
export const beginThread = (settings: WorkerSettings): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), { workerData: settings, execArgv: [], resourceLimits });

/** Resolves when it serves. @throws UsageError where it cannot */
export function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new UsageError(`there is no page: ${why}`));
    worker.once('error', (error) => fail(messageOf(error)));
    worker.once('exit', () => fail('its thread has ended'));
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve();
      if (message.kind === 'refused') reject(new UsageError(message.why));
    });
  });
}
