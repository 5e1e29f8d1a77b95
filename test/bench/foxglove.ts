/** Control at 50 Hz, without clients of Foxglove's and with as many of its clients as may come in, of which one reads. */
import { Worker } from 'node:worker_threads';
import { firstValueFrom, skip, tap } from 'rxjs';
import { MAX_CLIENTS } from '../../src/bridges/foxglove/server.js';
import { PageHost } from '../../src/cli/pageHost/pageHost.js';
import { wallClock } from '../../src/control/clock.js';
import { type Instant, runOf, scenarioWith, sceneOf } from './recording.js';

const SECONDS = 60;
const PERIOD = 0.02;

const wait = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

/** In a thread of its own, as clients are other programs. */
function crowdAt(address: string): { readonly end: () => Promise<number> } {
  const crowd = new Worker(new URL('./foxgloveCrowd.js', import.meta.url), { workerData: address });
  const messages = new Promise<number>((done, fail) => {
    crowd.once('message', done).once('error', fail);
  });
  return {
    end: () => {
      crowd.postMessage('end');
      return messages;
    },
  };
}

/** One minute of ticks at 50 Hz, each shown and recorded as a drive does; how late they came. */
async function minute(host: PageHost, instants: readonly Instant[], from: number): Promise<string> {
  let start: number | undefined;
  const late: number[] = [];
  let lost = 0;
  await firstValueFrom(
    wallClock(PERIOD).pipe(
      tap(({ at: ticked, lostPeriods }) => {
        lost += lostPeriods;
        const n = late.length;
        start ??= ticked;
        late.push((ticked - start - (n + lost) * PERIOD) * 1000);
        const { inputs, frame } = instants[n % instants.length] as Instant;
        const at = from + n * PERIOD;
        host.record({ ...inputs, at });
        host.show({ ...frame, at });
      }),
      skip(SECONDS / PERIOD - 1),
    ),
  );
  const sorted = late.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (late.length - 1))] ?? Number.NaN).toFixed(2);
  return `tick late p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms of ${late.length}; ${lost} periods lost`;
}

/** Minutes without clients and with them take turns: the load of a shared machine changes. */
export async function benchFoxglove(): Promise<void> {
  const scenario = { ...scenarioWith(270), duration: SECONDS };
  const instants = await runOf(scenario);
  const listen = { host: '127.0.0.1', port: 0 };
  const host = await PageHost.start({ version: '0', foxglove: { listen, isTimed: false } });
  host.show(sceneOf(scenario));
  await minute(host, instants, 0);
  const before = process.memoryUsage().rss;
  for (let n = 1; n < 7; n += 2) {
    console.log(`without clients: ${await minute(host, instants, n * SECONDS)}`);
    const crowd = crowdAt(host.foxglove?.watch ?? '');
    await wait(1);
    const ticks = await minute(host, instants, (n + 1) * SECONDS);
    const grown = (process.memoryUsage().rss - before) / 1e6;
    const messages = await crowd.end();
    console.log(
      `with ${MAX_CLIENTS}, of which one reads ${messages} messages: ${ticks}; ${grown.toFixed(1)} MB more memory`,
    );
  }
  await host.close();
}
