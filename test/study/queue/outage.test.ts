/** A server that is away, and workers that end in a hurry. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { codeVersion } from '../../../src/study/queue/version.js';
import { folderWith, steerbot } from '../../cli/steerbot.js';
import { itThorough as it } from '../../support/effort.js';
import { RedisServer, withoutRedis } from '../../support/redisServer.js';
import { calling, OWN, SHORT, storeAt, submitted, withSteerbot } from './studies.js';
import { said, start, startWorker } from './workers.js';

const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0;

/** Within five seconds. */
const ended = <T>(work: Promise<T>) => Promise.race([work, wait(5000, 'it runs on')]);

describe.skipIf(withoutRedis)('while the server is away', () => {
  it('a sender says so, and goes on when it is back, with the bytes of the pool', async () => {
    const redis = await RedisServer.start();
    const cwd = folderWith({ 'short.yaml': SHORT });
    const study = ['sim', 'short.yaml', '--seeds', '1..800'];
    await startWorker(redis.url);
    const sender = start([...study, '--csv', 'queue.csv', '--queue', redis.url], { cwd });
    await expect.poll(() => linesIn(join(cwd, 'queue.csv'))).toBeGreaterThan(100);
    void redis.restart('SIGKILL', 1500);
    await said(sender, /does not answer; waiting for it\n/);
    const { code, stderr } = await sender.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/does not answer; waiting for it\n.* answers again\n/);
    expect(stderr).not.toContain('no worker');
    await steerbot([...study, '--csv', 'pool.csv'], { cwd });
    expect(readFileSync(join(cwd, 'queue.csv'), 'utf8')).toBe(readFileSync(join(cwd, 'pool.csv'), 'utf8'));
  });

  it('Ctrl-C ends a sender, with what the runs so far come to; a worker at the second', async () => {
    const redis = await RedisServer.start();
    const cwd = folderWith({ 'short.yaml': SHORT });
    const worker = await startWorker(redis.url);
    const sender = start(
      ['sim', 'short.yaml', '--seeds', '1..100000', '--csv', 'a.csv', '--queue', redis.url],
      {
        cwd,
      },
    );
    await expect.poll(() => linesIn(join(cwd, 'a.csv'))).toBeGreaterThan(100);
    const away = said(sender, /does not answer/);
    await redis.stop();
    await away;
    sender.child.kill('SIGINT');
    expect(await ended(sender.ended)).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/interrupted after \d+ of 100000 seeds; their result:/),
    });
    worker.child.kill('SIGINT');
    await said(worker, /once more ends it now/);
    worker.child.kill('SIGINT');
    expect(await ended(worker.ended)).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/ended after/),
    });
  });
});

/** Never ends in a worker's thread; here, where its first seed is timed, it does. */
const ENDLESS = `import { isMainThread } from 'node:worker_threads';
export const endless = () => ({
  start: () => null,
  steer(percept, memory) { if (!isMainThread) for (;;); return { memory }; },
});
`;

describe.skipIf(withoutRedis)('a worker', () => {
  it.each(['SIGINT', 'SIGHUP'] as const)(
    'ended in a hurry by %s fails no batch, and leaves no folder',
    async (signal) => {
      const { url } = await RedisServer.start();
      const store = await storeAt(url);
      const { id } = await submitted(store, { seeds: '1', scenario: calling('endless'), behaviors: ENDLESS });
      const folder = folderWith({});
      const worker = await startWorker(url, ['--allow-code'], { env: { TMPDIR: folder } });
      const queue = `steerbot:runs-${codeVersion()}-code`;
      await expect.poll(() => store.redis.llen(`${queue}:active`)).toBe(1);
      await expect.poll(() => readdirSync(folder)).toHaveLength(1);
      worker.child.kill(signal);
      await said(worker, /once more ends it now/);
      worker.child.kill(signal);
      expect(await ended(worker.ended)).toMatchObject({ code: 130 });
      const [why, tries] = await store.redis.hmget(`${queue}:${id}-0`, 'failedReason', 'atm');
      expect({ why, tries: Number(tries) }).toEqual({ why: null, tries: 0 });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('that ran several batches of a study at once leaves no folder', async () => {
    const { url } = await RedisServer.start();
    const folder = folderWith({});
    const worker = await startWorker(url, ['--allow-code', '--jobs', '4'], { env: { TMPDIR: folder } });
    const cwd = withSteerbot(folderWith({ 'idles.yaml': calling('idles'), 'own.mjs': OWN }));
    const args = ['sim', 'idles.yaml', '--seeds', '1..40', '--behaviors', 'own.mjs', '--queue', url];
    expect((await steerbot(args, { cwd })).code).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
    worker.child.kill('SIGINT');
    expect(await ended(worker.ended)).toMatchObject({ code: 130 });
    expect(readdirSync(folder)).toEqual([]);
  });
});
