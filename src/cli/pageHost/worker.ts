/** The thread beside the driving one: serves the page, and records. */
import { parentPort, workerData } from 'node:worker_threads';
import { wallTime } from '../../control/clock.js';
import { serveDashboard } from '../../dashboard/server/server.js';
import { type DumpResult, Recorder } from '../../recording/recorder.js';
import { messageOf } from '../../validation/errors.js';
import type { FromWorker, ToWorker, WorkerSettings } from './messages.js';

const { version, serve, record } = workerData as WorkerSettings;
const tell = (message: FromWorker): void => parentPort?.postMessage(message);

try {
  await begin();
} catch (error) {
  tell({ kind: 'refused', why: messageOf(error) });
}

async function begin(): Promise<void> {
  const server = serve && (await serveDashboard(serve));
  const recorder = new Recorder({
    time: wallTime,
    version,
    recordedAt: Date.now(),
    ...(record !== undefined && { file: record }),
    onEvent: (event) => tell({ kind: 'recorder', event }),
  });
  server?.operations$.subscribe((operation) => tell({ kind: 'operation', operation }));
  server?.clients$.subscribe((clients) => tell({ kind: 'clients', clients }));
  /** The file that is being written. */
  let kept: Promise<DumpResult> | undefined;
  parentPort?.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'seen':
        for (const news of message.batch) {
          if (news.kind !== 'inputs') server?.show(news);
          recorder.record(news);
        }
        tell({ kind: 'taken' });
        break;
      case 'keep':
        kept = recorder.dump(message.file);
        tell({ kind: 'kept', kept: await kept });
        break;
      case 'close':
        await kept;
        recorder.close();
        await server?.close();
        parentPort?.close();
    }
  });
  tell({ kind: 'ready', ...(server && { addresses: server.addresses }) });
}
