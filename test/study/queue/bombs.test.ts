/** What somebody else puts into a queue's server, and what would fill the memory of those who read it. */
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf, type StudyStore } from '../../../src/study/queue/studyStore.js';
import {
  decodeResult,
  encodeResult,
  MAX_MANIFEST_BYTES,
  resultLimit,
} from '../../../src/study/queue/wire.js';
import { RedisServer, withoutRedis } from '../../support/redisServer.js';
import { storeAt } from './studies.js';

const MEGABYTE = 1 << 20;
const SEEDS = Array.from({ length: 500 }, (_, i) => i);
const filled = (size: number, words: string) => Buffer.alloc(size - (size % words.length), words);
const runsOf = (content: Buffer) =>
  deflateSync(Buffer.concat([Buffer.from('{"seconds":1,"runs":['), content, Buffer.from('1]}')]));

describe('a packed result', () => {
  it('of 64 MB is refused before it is unpacked, in 64 kB', () => {
    const bomb = runsOf(filled(64 * MEGABYTE, '[],'));
    expect(bomb.length).toBeLessThan(70_000);
    const from = process.memoryUsage().rss;
    expect(() => decodeResult(bomb, [1, 2, 3, 4], 1)).toThrow(/cannot be unpacked/);
    expect(process.memoryUsage().rss - from).toBeLessThan(48 * MEGABYTE);
  });

  it('may take more the more seeds and variants it has, up to what some seconds bring about', () => {
    const tooLong = runsOf(filled(resultLimit(4, 1), '[],'));
    expect(() => decodeResult(tooLong, SEEDS.slice(0, 4), 1)).toThrow(/cannot be unpacked/);
    expect(() => decodeResult(tooLong, SEEDS.slice(0, 40), 1)).toThrow(/other seeds/);
    expect(resultLimit(500, 200)).toBe(16 * MEGABYTE);
    expect(resultLimit(500, 4)).toBeGreaterThan(500 * 4 * 5000);
  });

  const inRow = (part: string) =>
    `{"seed":0,"rows":[{"seed":0,"criteria":[${part === 'criteria' ? '{},'.repeat(1e5) : ''}{}],` +
    `"figures":{${part === 'figures' ? Array.from({ length: 1e5 }, (_, i) => `"${i}":[],`).join('') : ''}"a":1}}]},`;

  it.each([
    ['2 MB of empty lists for seeds', filled(2 * MEGABYTE, '[],'), /other seeds/],
    [
      '100 000 rows of a seed',
      Buffer.from(`{"seed":0,"rows":[${'{},'.repeat(1e5)}{}]},`),
      /list .* too long/,
    ],
    ['100 000 criteria of a row', Buffer.from(inRow('criteria')), /list .* too long/],
    ['100 000 figures of a row', Buffer.from(inRow('figures')), /list .* too long/],
  ])('with %s is refused before a schema looks at it', (_, content, words) => {
    const isList = !content.includes('rows');
    const bomb = runsOf(isList ? content : Buffer.concat([content, filled(498 * 3, '{},')]));
    expect(() => decodeResult(bomb, SEEDS, 4)).toThrow(words);
  });

  it('of as many rows as a batch can have is read', () => {
    const criteria = [
      { name: 'contacts', figure: 'contacts', criterion: 'at most 0', limit: 0, passed: true },
    ];
    const figures = Object.fromEntries(SEEDS.slice(0, 100).map((i) => [`figure ${i}`, Math.sqrt(i)]));
    const states = { passed: true, outcome: 'arrived', stoppedForSafety: false, hasGoal: true } as const;
    const rowOf = (seed: number) => ({
      ...{ seed, ...states, simulatedSeconds: 1, fault: null },
      criteria,
      figures,
    });
    const runs = SEEDS.map((seed) => ({ seed, rows: [rowOf(seed), rowOf(seed), rowOf(seed), rowOf(seed)] }));
    expect(decodeResult(encodeResult({ seconds: 1, runs }), SEEDS, 4)).toEqual({ seconds: 1, runs });
  });
});

describe.skipIf(withoutRedis)('what a queue’s server holds', () => {
  let store: StudyStore;

  beforeAll(async () => {
    store = await storeAt((await RedisServer.start()).url);
  });

  /** How much of an answer came over the connection [bytes]. */
  async function received(work: () => Promise<unknown>): Promise<number> {
    const before = store.redis.stream.bytesRead;
    await work();
    return store.redis.stream.bytesRead - before;
  }

  it('is asked for its length first: a result that is too long is not sent', async () => {
    await store.redis.hset('steerbot:results:00000001', '0', Buffer.alloc(8 * MEGABYTE));
    const got = await received(() =>
      expect(store.result('00000001', 0, MEGABYTE)).rejects.toThrow(
        'it has 8388608 bytes, and at most 1048576 are read',
      ),
    );
    expect(got).toBeLessThan(1000);
    expect(await store.result('00000001', 0, 8 * MEGABYTE)).toHaveLength(8 * MEGABYTE);
    expect(await store.result('00000001', 1, MEGABYTE)).toBeNull();
  });

  it('is not sent where a file of a study is too long', async () => {
    const text = 'a'.repeat(8 * MEGABYTE);
    await store.redis.set(`steerbot:text:${hashOf(text)}`, text);
    const got = await received(() =>
      expect(store.text(hashOf(text), MEGABYTE)).rejects.toThrow('a file of the study has 8388608 bytes'),
    );
    expect(got).toBeLessThan(1000);
    expect(await store.text(hashOf(text), 8 * MEGABYTE)).toBe(text);
  });

  it('is not sent where a study or a worker’s card is too long, and the others are listed', async () => {
    const long = ' '.repeat(MAX_MANIFEST_BYTES + 1);
    await store.redis
      .multi()
      .set('steerbot:study:00000002', long)
      .sadd('steerbot:studies', '00000002')
      .exec();
    await store.redis.multi().set('steerbot:worker:long', long).sadd('steerbot:workers', 'long').exec();
    const got = await received(async () => {
      await expect(store.manifest('00000002')).rejects.toThrow(
        /is no study of Steerbot: it has 4194305 bytes/,
      );
      expect(await store.studies()).toEqual([]);
      expect(await store.workers()).toEqual([]);
    });
    expect(got).toBeLessThan(5000);
  });

  it.each(['variants', 'files'])(
    'has a study with 100 000 %s refused before a schema looks at it',
    async (list) => {
      await store.redis.set('steerbot:study:00000003', `{"${list}":[${'{},'.repeat(1e5)}{}]}`);
      await expect(store.manifest('00000003')).rejects.toThrow(/too long a list/);
    },
  );
});
