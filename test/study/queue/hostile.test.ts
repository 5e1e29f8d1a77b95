import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Queue } from 'bullmq';
import { beforeAll, describe, expect, it } from 'vitest';
import { queueName } from '../../../src/study/queue/studyQueue.js';
import { hashOf, type StudyStore } from '../../../src/study/queue/studyStore.js';
import { codeVersion } from '../../../src/study/queue/version.js';
import { encodeResult, type Manifest } from '../../../src/study/queue/wire.js';
import { folderWith, steerbot } from '../../cli/steerbot.js';
import { afterFile } from '../../support/afterFile.js';
import { itThorough } from '../../support/effort.js';
import { RedisServer, withoutRedis } from '../../support/redisServer.js';
import { calling, OWN, storeAt, submitted } from './studies.js';
import { type Started, startWorker } from './workers.js';

const HASH = /^[0-9a-f]{64}$/;

describe.skipIf(withoutRedis)('a queue that somebody else writes to', () => {
  let url: string;
  let store: StudyStore;
  let worker: Started;
  let queue: Queue<unknown>;

  beforeAll(async () => {
    url = (await RedisServer.start()).url;
    store = await storeAt(url);
    worker = await startWorker(url);
    queue = new Queue(queueName(codeVersion(), false), { connection: store.redis, prefix: 'steerbot' });
    afterFile(() => queue.close());
  });

  /** Why the worker gave a job up. */
  async function reasonOf(data: unknown): Promise<string> {
    const job = await queue.add('batch', data, { attempts: 3 });
    await expect.poll(() => job.getState()).toBe('failed');
    const failed = await queue.getJob(job.id ?? '');
    expect(failed?.attemptsMade).toBe(1);
    await failed?.remove();
    return failed?.failedReason ?? '';
  }

  /** A study that is only in the store, changed. */
  async function planted(change: (manifest: Manifest) => unknown, texts: readonly string[] = []) {
    const { id, manifest } = await submitted(store);
    await store.remove(id);
    const study = await store.create({ ...manifest, ...(change(manifest) as object) } as Manifest, texts);
    return { study, batch: 0, seeds: '1..4' };
  }

  it.each([
    [{ nonsense: true }, /refused: this is no job of Steerbot/],
    ['text', /refused: this is no job of Steerbot/],
    [{ study: '../../etc', batch: 0, seeds: '1' }, /refused: this is no job of Steerbot/],
    [{ study: '00000000', batch: -1, seeds: '1' }, /refused: this is no job of Steerbot/],
    [{ study: '00000000', batch: 0, seeds: '1..1000000' }, /refused: 1000000 seeds in one batch/],
    [{ study: '00000000', batch: 0, seeds: 'x' }, /refused: 'x' is no seed/],
  ])('has the job %j refused at once, with a reason', async (data, words) => {
    expect(await reasonOf(data)).toMatch(words);
  });

  it('has a study of another version refused, with both versions', async () => {
    const job = await planted(() => ({ version: '9.9.9-12345678' }));
    expect(await reasonOf(job)).toBe(
      `refused: the study is of Steerbot 9.9.9-12345678, and this worker is ${codeVersion()}`,
    );
  });

  it('has own behaviors refused by a worker that does not run them', async () => {
    const job = await planted(({ files }) => ({ behaviors: { name: 'own.mjs', hash: files[0]?.hash } }));
    expect(await reasonOf(job)).toMatch(
      /refused: the study has own behaviors, .* start one with --allow-code/,
    );
  });

  it('has a file refused that is not the one that was sent, or is gone', async () => {
    const { id, manifest } = await submitted(store);
    await store.remove(id);
    const hash = manifest.files[0]?.hash ?? '';
    expect(hash).toMatch(HASH);
    const study = await store.create(manifest, []);
    await store.redis.set(`steerbot:text:${hash}`, 'name: other\n');
    expect(await reasonOf({ study, batch: 0, seeds: '1..4' })).toMatch(/not the one that was sent/);
    await store.redis.del(`steerbot:text:${hash}`);
    expect(await reasonOf({ study, batch: 0, seeds: '1..4' })).toMatch(/a file of the study is gone/);
  });

  it.each(['/etc/passwd', '../../../etc/passwd', 'slalom'])(
    'reads no file of the worker for a study that names %s and does not carry it',
    async (scenario) => {
      const { study } = await planted(() => ({
        variants: [{ scenario, settings: [] }],
        atOnce: 4,
        batches: 1,
      }));
      await queue.add('batch', { study, batch: 0, seeds: '1..4' });
      const { code, stderr } = await steerbot(['study', 'fetch', study, '--queue', url]);
      expect(code).toBe(2);
      expect(stderr).toContain('the study does not carry this file');
      expect(stderr).not.toContain('root:');
    },
  );

  it.each([
    ['no packed data', Buffer.from('nonsense'), /it cannot be unpacked/],
    ['no table', deflateSync('{"seconds":1,"runs":"all"}'), /it is no table of runs/],
    ['other seeds', encodeResult({ seconds: 1, runs: [{ seed: 9, refused: 'no' }] }), /other seeds/],
    ['a bomb', deflateSync(Buffer.alloc(300 * 1024 * 1024)), /it cannot be unpacked/],
  ])(
    'has a result refused that is %s; the batch runs again when the study is fetched',
    async (_, bytes, words) => {
      const { study } = await planted(() => ({ atOnce: 4, batches: 1 }));
      await store.storeResult(study, 0, bytes);
      const refused = await steerbot(['study', 'fetch', study, '--queue', url]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/the result of seeds 1\.\.4 is refused: /);
      expect(refused.stderr).toMatch(words);
      const again = await steerbot(['study', 'fetch', study, '--queue', url, '--json']);
      expect(JSON.parse(again.stdout).scenarios[0].runs).toBe(4);
    },
  );

  it.each([
    [{ variants: [{ scenario: 's\u001b[2J\u0007', settings: [] }] }, /control characters/],
    [{ variants: [{ scenario: 's', settings: [{ key: 'k', value: ['\u009b2J'] }] }] }, /control characters/],
    [{ created: 1e300 }, /is no study of Steerbot/],
    [{ seeds: 'x' }, /its seeds do not make its batches/],
    [{ batches: 1e15 }, /its seeds do not make its batches/],
  ])('has a study with %j refused, and the others listed', async (change, words) => {
    const { study } = await planted(() => change);
    const { code, stderr } = await steerbot(['study', 'show', study, '--queue', url]);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    await store.redis.sadd('steerbot:studies', '\u001b[2J');
    const list = await steerbot(['study', 'list', '--queue', url]);
    expect(list.code).toBe(0);
    expect(list.stdout + list.stderr).not.toContain('\u001b');
    await store.remove(study);
  });

  it('has why a batch failed shown without a terminal’s commands', async () => {
    const { study } = await planted(() => ({}));
    await queue.add('batch', { study, batch: 0, seeds: '\u001b[2J' }, { jobId: `${study}-0` });
    await expect.poll(async () => (await queue.getJob(`${study}-0`))?.isFailed()).toBe(true);
    const { stdout } = await steerbot(['study', 'show', study, '--queue', url]);
    expect(stdout).toMatch(/seeds \?\[2J failed: refused: '\?\[2J' is no seed/);
    await store.remove(study);
  });

  it.each([
    'nonsense',
    '{}',
    '{"host":"h","version":"1","threads":"many","allowsCode":true}',
    '{"host":"\\u001b[2J","version":"1","threads":1,"allowsCode":true}',
  ])('has a worker passed over that says %s of itself', async (card) => {
    await store.redis.multi().sadd('steerbot:workers', 'strange').set('steerbot:worker:strange', card).exec();
    expect(await store.workers()).toHaveLength(1);
    const { code } = await steerbot(['study', 'list', '--queue', url]);
    expect(code).toBe(0);
  });

  it('says that a server has other things under its names', async () => {
    const other = await RedisServer.start();
    const strange = await storeAt(other.url);
    await strange.redis.set('steerbot:studies', 'of another program');
    const { code, stderr } = await steerbot(['study', 'list', '--queue', other.url]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/the server refuses: WRONGTYPE/),
    });
    const worker = await steerbot(['worker', '--queue', other.url]);
    expect(worker).toMatchObject({ code: 2, stderr: expect.stringMatching(/the server refuses: WRONGTYPE/) });
  });

  it('is given no study whose table cannot be written', async () => {
    const { url: empty } = await RedisServer.start();
    const csv = join(folderWith({}), 'missing/a.csv');
    const sent = await steerbot(['sim', 'arrive', '--seeds', '1..3', '--queue', empty, '--csv', csv]);
    expect({ code: sent.code, stderr: sent.stderr }).toEqual({
      code: 2,
      stderr: expect.not.stringContaining('study '),
    });
    expect((await steerbot(['study', 'list', '--queue', empty])).stdout).not.toMatch(/arrive/);
  });

  it('has its worker alive in the end', async () => {
    expect(worker.child.exitCode).toBeNull();
    const { id } = await submitted(store);
    const { stdout } = await steerbot(['study', 'fetch', id, '--queue', url, '--json']);
    expect(JSON.parse(stdout).scenarios[0].runs).toBe(4);
  });
});

describe.skipIf(withoutRedis)('a study that cannot end', () => {
  itThorough.each([
    ['exits', /a thread died while it ran seed 1 .*code: 7/],
    ['loops', /it took longer than 2 s/],
    ['eats', /a thread died while it ran seed 1 .*memory/],
  ])('because its behavior %s is given up after three tries, and says why', async (behavior, words) => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    // Only where time is what ends it: a busy machine takes long to fill the memory.
    const seedTime = behavior === 'loops' ? '2' : '120';
    const worker = await startWorker(url, ['--allow-code', '--seed-time', seedTime, '--memory', '64']);
    const harmless = await submitted(store, { scenario: calling('idles'), behaviors: OWN, seeds: '1' });
    // The sender's own trial of the first seed would not end either: it is made to run another behavior.
    const text = calling(behavior);
    const bad = { ...harmless.manifest, files: harmless.manifest.files.map((file) => ({ ...file })) };
    for (const file of bad.files) if (file.role === 'scenario') file.hash = hashOf(text);
    const id = await store.create(bad, [text]);
    const { code, stderr } = await steerbot(['study', 'fetch', id, '--queue', url]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/seeds 1 failed: /);
    expect(stderr).toMatch(words);
    const shown = JSON.parse((await steerbot(['study', 'show', id, '--queue', url, '--json'])).stdout);
    expect(shown.failed).toHaveLength(1);
    expect(worker.child.exitCode).toBeNull();
    // Others go on meanwhile.
    const other = await steerbot(['study', 'fetch', harmless.id, '--queue', url, '--json']);
    expect(JSON.parse(other.stdout).scenarios[0].runs).toBe(1);
  });
});
