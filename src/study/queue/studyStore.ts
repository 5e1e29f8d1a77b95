/**
 * What Redis keeps of studies beside BullMQ's queue: their manifests, the texts of their files, the results of their
 * batches, and which workers are there. A result is stored under its batch's number, so that a batch that ran twice
 * counts once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { messageOf, UsageError } from '../../validation/errors.js';
import type { QueueAddress } from './queueAddress.js';
import {
  hasShortLists,
  MAX_MANIFEST_BYTES,
  type Manifest,
  manifestSchema,
  Refused,
  studyId,
  type WorkerCard,
  workerCardSchema,
} from './wire.js';

export const PREFIX = 'steerbot';
const STUDIES = `${PREFIX}:studies`;
const WORKERS = `${PREFIX}:workers`;
const manifestKey = (id: string): string => `${PREFIX}:study:${id}`;
const resultsKey = (id: string): string => `${PREFIX}:results:${id}`;
const textKey = (hash: string): string => `${PREFIX}:text:${hash}`;
const workerKey = (id: string): string => `${PREFIX}:worker:${id}`;

/** A study that nobody fetches is gone after a month. */
const KEPT_SECONDS = 30 * 24 * 3600;
/** A worker says every few seconds that it is there. */
const WORKER_SECONDS = 10;
const LONGEST_RETRY = 2000;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The result of a batch that is still wanted: a study that was cancelled must not come back in part. */
const STORE_RESULT = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
redis.call('hset', KEYS[2], ARGV[1], ARGV[2])
redis.call('expire', KEYS[2], ARGV[3])
return 1`;

/** What is longer than it may be is not sent at all, only its length: the other side would have to hold it. */
const GET_WITHIN = `
local length = redis.call('strlen', KEYS[1])
if length > tonumber(ARGV[1]) then return length end
return redis.call('get', KEYS[1])`;
const RESULT_WITHIN = `
local length = redis.call('hstrlen', KEYS[1], ARGV[2])
if length > tonumber(ARGV[1]) then return length end
return redis.call('hget', KEYS[1], ARGV[2])`;

const MAX_CARD_BYTES = 10_000;

export class StudyStore {
  readonly redis: Redis;
  readonly shown: string;
  #closed = false;

  private constructor(redis: Redis, shown: string) {
    this.redis = redis;
    this.shown = shown;
  }

  /** @throws UsageError where no Redis answers there, or it wants another password */
  static async connect({ options, shown }: QueueAddress): Promise<StudyStore> {
    let connected = false;
    const redis = new Redis({
      ...options,
      lazyConnect: true,
      // A server that is restarted is waited for; one that was never there is not.
      maxRetriesPerRequest: null,
      retryStrategy: (times) => (connected ? Math.min(50 * times, LONGEST_RETRY) : null),
    });
    let failed: unknown;
    redis.on('error', (error: unknown) => {
      failed ??= error;
    });
    try {
      await redis.connect();
      // Connecting selects it, too, but ignores the error if the server has no database of this number, and stays in 0.
      await redis.select(options.db);
    } catch (error) {
      redis.disconnect();
      throw new UsageError(`--queue ${shown}: ${whyNot(failed ?? error)}`);
    }
    connected = true;
    return new StudyStore(redis, shown);
  }

  close(): void {
    this.#closed = true;
    this.redis.disconnect();
  }

  /** Told when the server is lost, and when it answers again. */
  whenAway({ away, back }: { readonly away: () => void; readonly back: () => void }): void {
    let isAway = false;
    this.redis.on('close', () => {
      if (!isAway && !this.#closed) away();
      isAway = true;
    });
    this.redis.on('ready', () => {
      if (isAway) back();
      isAway = false;
    });
  }

  /** @returns its id */
  async create(manifest: Manifest, texts: readonly string[]): Promise<string> {
    const id = randomBytes(4).toString('hex');
    const work = this.redis.multi();
    for (const text of texts) work.set(textKey(hashOf(text)), text, 'EX', KEPT_SECONDS);
    work.set(manifestKey(id), JSON.stringify(manifest), 'EX', KEPT_SECONDS);
    work.sadd(STUDIES, id);
    await work.exec();
    return id;
  }

  /** @returns undefined where there is no such study @throws Refused where Steerbot did not write it */
  async manifest(id: string): Promise<Manifest | undefined> {
    const what = `study ${id} is no study of Steerbot: it`;
    const text = within(await this.#get(manifestKey(id), MAX_MANIFEST_BYTES), MAX_MANIFEST_BYTES, what);
    if (text === null) return undefined;
    const value = parsed(text);
    if (!hasShortLists(value)) throw new Refused(`${what} has too long a list`);
    const { data, error } = manifestSchema.safeParse(value);
    if (data) return data;
    throw new Refused(`study ${id} is no study of Steerbot: ${error.issues[0]?.message}`);
  }

  /** @param most how long it may be [bytes] @throws Refused where it is longer, gone or was changed */
  async text(hash: string, most: number): Promise<string> {
    const text = within(await this.#get(textKey(hash), most), most, 'a file of the study');
    if (text === null) throw new Refused('a file of the study is gone');
    if (hashOf(text) !== hash) throw new Refused('a file of the study is not the one that was sent');
    return text;
  }

  /** In the order of their ids. */
  async studies(): Promise<readonly { readonly id: string; readonly manifest: Manifest }[]> {
    const found = [];
    for (const id of (await this.redis.smembers(STUDIES)).sort()) {
      if (!studyId.safeParse(id).success) continue;
      const manifest = await this.manifest(id).catch(unlessRefused);
      if (manifest) found.push({ id, manifest });
      else if ((await this.redis.exists(manifestKey(id))) === 0) await this.redis.srem(STUDIES, id);
    }
    return found;
  }

  /** @returns whether the study still exists */
  async storeResult(id: string, batch: number, bytes: Buffer): Promise<boolean> {
    const args = [manifestKey(id), resultsKey(id), batch, bytes, KEPT_SECONDS];
    return (await this.redis.eval(STORE_RESULT, 2, ...args)) === 1;
  }

  /** @param most how long it may be [bytes] @throws Refused where it is longer */
  async result(id: string, batch: number, most: number): Promise<Buffer | null> {
    const found = await this.redis.callBuffer('EVAL', RESULT_WITHIN, 1, resultsKey(id), most, batch);
    return within(found as Buffer | number | null, most, 'it');
  }

  async hasResult(id: string, batch: number): Promise<boolean> {
    return (await this.redis.hexists(resultsKey(id), String(batch))) === 1;
  }

  resultCount(id: string): Promise<number> {
    return this.redis.hlen(resultsKey(id));
  }

  async forgetResult(id: string, batch: number): Promise<void> {
    await this.redis.hdel(resultsKey(id), String(batch));
  }

  async remove(id: string): Promise<void> {
    await this.redis.multi().del(manifestKey(id)).del(resultsKey(id)).srem(STUDIES, id).exec();
  }

  async announce(id: string, card: WorkerCard): Promise<void> {
    const text = JSON.stringify(card);
    await this.redis.multi().sadd(WORKERS, id).set(workerKey(id), text, 'EX', WORKER_SECONDS).exec();
  }

  async leave(id: string): Promise<void> {
    await this.redis.multi().srem(WORKERS, id).del(workerKey(id)).exec();
  }

  async workers(): Promise<readonly WorkerCard[]> {
    const ids = await this.redis.smembers(WORKERS);
    if (ids.length === 0) return [];
    const cards = await Promise.all(ids.map((id) => this.#get(workerKey(id), MAX_CARD_BYTES)));
    const gone = ids.filter((_, i) => cards[i] === null);
    if (gone.length > 0) await this.redis.srem(WORKERS, ...gone);
    return cards.flatMap((card) => workerCardSchema.safeParse(parsed(String(card ?? ''))).data ?? []);
  }

  /** The text, or its length where it has more bytes than it may have. */
  async #get(key: string, most: number): Promise<string | number | null> {
    return (await this.redis.eval(GET_WITHIN, 1, key, most)) as string | number | null;
  }
}

/** @param what it is, for the message @throws Refused where only a length came, since it was too long */
function within<T>(answer: T | number, most: number, what: string): T {
  if (typeof answer !== 'number') return answer;
  throw new Refused(`${what} has ${answer} bytes, and at most ${most} are read`);
}

/** A study that is none of Steerbot's is passed over. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whyNot(error: unknown): string {
  const said = messageOf(error);
  if (/ECONNREFUSED/.test(said))
    return 'nothing answers there; start Redis or Valkey, or correct the address';
  if (/NOAUTH|WRONGPASS|invalid password/i.test(said)) {
    return 'the server wants another password; set STEERBOT_QUEUE_PASSWORD';
  }
  if (/certificate|SSL|TLS/i.test(said)) {
    return `${said}; its certificate must be trusted: set NODE_EXTRA_CA_CERTS to the file of its authority`;
  }
  return said;
}
