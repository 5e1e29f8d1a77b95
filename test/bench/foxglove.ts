/** Control at 50 Hz, without clients of Foxglove's and with as many of its clients as may come in, of which one reads. */
import { Worker } from 'node:worker_threads';
import { firstValueFrom, skip, tap } from 'rxjs';
import { MAX_FOXGLOVE_CLIENTS } from '../../src/bridges/foxglove/server.js';
import { PageHost } from '../../src/cli/pageHost/pageHost.js';
import { wallClock } from '../../src/control/clock.js';
import type { Figures } from './figures/figures.js';
import { type Instant, runOf, scenarioWith, sceneOf } from './recording.js';

/** Of a round. */
const SECONDS = 20;
const ROUNDS = 5;
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

/** Ticks at 50 Hz, each shown and recorded as a drive does; how late they came [ms]. */
async function ticked(host: PageHost, instants: readonly Instant[], from: number) {
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
  return { late: sorted[Math.floor(0.99 * (late.length - 1))] ?? Number.NaN, lost };
}

/** Rounds without clients and with them take turns: the load of a shared machine changes. */
export async function benchFoxglove(_: readonly string[], figures: Figures): Promise<void> {
  const scenario = { ...scenarioWith(270), duration: SECONDS };
  const instants = await runOf(scenario);
  const listen = { host: '127.0.0.1', port: 0 };
  const host = await PageHost.start({ version: '0', foxglove: { listen, isTimed: false } });
  host.show(sceneOf(scenario));
  await ticked(host, instants, 0);
  const rounds = { without: [] as number[], with: [] as number[], lost: [] as number[] };
  for (let n = 1; n <= 2 * ROUNDS; n += 2) {
    const alone = await ticked(host, instants, n * SECONDS);
    const crowd = crowdAt(host.foxglove?.watch ?? '');
    await wait(1);
    const crowded = await ticked(host, instants, (n + 1) * SECONDS);
    const messages = await crowd.end();
    rounds.without.push(alone.late);
    rounds.with.push(crowded.late);
    rounds.lost.push(crowded.lost);
    console.log(
      `99 % of the ticks at most ${alone.late.toFixed(2)} ms late; with ${MAX_FOXGLOVE_CLIENTS} clients, of which one reads ${messages} messages, ${crowded.late.toFixed(2)} ms, ${crowded.lost} lost`,
    );
  }
  await host.close();
  figures.wall('foxglove.without', rounds.without, 'ms');
  figures.wall('foxglove.with', rounds.with, 'ms');
  figures.wall('foxglove.lost', rounds.lost, 'periods');
}
