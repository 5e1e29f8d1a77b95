/** The thread beside the driving one: serves the page, shows the run to Foxglove, and records. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SetParameter } from '../../bridges/foxglove/parameterDesk.js';
import { wallTime } from '../../control/clock.js';
import { type DashboardServer, serveDashboard } from '../../dashboard/server/server.js';
import { type DumpResult, Recorder } from '../../recording/recorder.js';
import type { Recordable } from '../../recording/simulated.js';
import type { View } from '../../signals/view.js';
import { messageOf } from '../../validation/errors.js';
import type { FoxgloveHost } from './foxgloveHost.js';
import type { FromWorker, ToWorker, WorkerSettings } from './messages.js';

const { version, recordedAt, serve, foxglove, record } = workerData as WorkerSettings;
const tell = (message: FromWorker): void => parentPort?.postMessage(message);

try {
  await begin();
} catch (error) {
  tell({ kind: 'refused', why: messageOf(error) });
}

async function begin(): Promise<void> {
  const server = serve && (await serveDashboard(serve));
  let shown: FoxgloveHost | undefined;
  const recorder = new Recorder({
    ...{ time: wallTime, version, recordedAt },
    ...(record !== undefined && { file: record }),
    onEvent: (event) => tell({ kind: 'recorder', event }),
    onMessages: (messages) => shown?.server.send(messages),
  });
  try {
    shown = await openedFoxglove(recorder, server);
  } catch (error) {
    // A thread whose page is open would go on for ever, and the program with it.
    recorder.close();
    await server?.close();
    throw error;
  }
  server?.operations$.subscribe((operation) => tell({ kind: 'operation', operation }));
  server?.clients$.subscribe((clients) => tell({ kind: 'clients', clients }));
  shown?.server.clients$.subscribe((clients) => tell({ kind: 'foxgloveClients', clients }));
  const take = (news: View | Recordable): void => {
    if (news.kind === 'scene' || news.kind === 'frame') server?.show(news);
    if (news.kind === 'scene') shown?.server.showScene(news);
    recorder.record(news);
  };
  /** The file that is being written. */
  let kept: Promise<DumpResult> | undefined;
  parentPort?.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'seen':
        message.batch.forEach(take);
        tell({ kind: 'taken' });
        break;
      case 'keep':
        kept = recorder.dump(message.file);
        tell({ kind: 'kept', kept: await kept });
        break;
      case 'close':
        await kept;
        recorder.close();
        await Promise.all([server?.close(), shown?.server.close()]);
        parentPort?.close();
    }
  });
  const addresses = server && { addresses: server.addresses };
  tell({ kind: 'ready', ...addresses, ...(shown && { foxglove: shown.addresses }) });
}

/** Loaded only for runs that need it. */
async function openedFoxglove(
  { epoch }: Recorder,
  server: DashboardServer | undefined,
): Promise<FoxgloveHost | undefined> {
  if (!foxglove) return undefined;
  const { openFoxglove } = await import('./foxgloveHost.js');
  return openFoxglove(foxglove, epoch, setBy(server));
}

/** A value goes the way of the page's sliders: it is refused while an operator there drives by hand. */
function setBy(server: DashboardServer | undefined): SetParameter {
  return (id, value, refuse) => {
    const operation = { kind: 'tune', id, value } as const;
    if (server) server.requested({ role: 'drive', send: ({ why }) => refuse(why) }, operation);
    else tell({ kind: 'operation', operation });
  };
}
