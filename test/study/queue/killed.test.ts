import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { folderWith, steerbot } from '../../cli/steerbot.js';
import { itThorough as it, THIRD } from '../../support/effort.js';
import { RedisServer, withoutRedis } from '../../support/redisServer.js';
import { SHORT, storeAt } from './studies.js';
import { kill, type Started, start, startWorker } from './workers.js';

/** Enough for a few deaths; all every night. */
const SEEDS = THIRD === undefined ? 5000 : 800;
const WORKERS = 2;
const withoutTime = (text: string): string => text.replace(/"wallSeconds":[^,]*,/, '');

const KILL_EVERY_MS = 5000;

/** Kills one of two workers every few seconds, and starts another one in its place. */
class Killer {
  readonly #queue: string;
  readonly #workers: Started[] = [];
  #ended = false;

  constructor(queue: string) {
    this.#queue = queue;
  }

  async begin(): Promise<void> {
    for (let i = 0; i < WORKERS; i++) this.#workers.push(await startWorker(this.#queue));
  }

  async killOne(): Promise<void> {
    const [victim] = this.#workers.splice(0, 1);
    if (victim) await kill(victim);
  }

  async run(): Promise<void> {
    while (!this.#ended) {
      while (this.#workers.length < WORKERS) this.#workers.push(await startWorker(this.#queue));
      await wait(KILL_EVERY_MS);
      if (!this.#ended) await this.killOne();
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#workers.map(kill));
  }
}

/** Waits until batches of a study are done. */
async function someResults(queue: string): Promise<void> {
  const store = await storeAt(queue);
  for (;;) {
    const [study] = await store.studies();
    if (study && (await store.resultCount(study.id)) > 0) return store.close();
    await wait(5);
  }
}

describe.skipIf(withoutRedis)('a study on a queue', () => {
  it('gives the bytes of the pool though a worker is killed every few seconds and Redis once: every seed exactly once', async () => {
    const cwd = folderWith({ 'short.yaml': SHORT });
    const study = ['sim', 'short.yaml', '--seeds', `1..${SEEDS}`, '--json'];
    const pooled = await steerbot([...study, '--csv', 'pool.csv'], { cwd });
    const redis = await RedisServer.start();
    const killer = new Killer(redis.url);
    await killer.begin();
    const queued = start([...study, '--csv', 'queue.csv', '--queue', redis.url], { cwd });
    const ended = { yet: false };
    void queued.ended.then(() => {
      ended.yet = true;
    });
    // In the middle of the study, however quick the machine is.
    await someResults(redis.url);
    await killer.killOne();
    expect(ended.yet).toBe(false);
    await redis.restart();
    const killing = killer.run();
    const { code, stdout } = await queued.ended;
    await killer.end();
    await killing;
    expect(code).toBe(pooled.code);
    expect(withoutTime(stdout)).toBe(withoutTime(pooled.stdout));
    const table = (name: string) => readFileSync(join(cwd, name), 'utf8');
    expect(table('queue.csv')).toBe(table('pool.csv'));
    const seeds = table('queue.csv')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => Number(row.split(',')[1]));
    expect(seeds).toEqual(Array.from({ length: SEEDS }, (_, i) => i + 1));
  }, 600_000);
});
