/** Limits how often a client may ask for something, and how often an address may fail to get in. */

import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from '../../math/tokenBucket.js';
import type { Hertz } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';

type Kinds = ReadonlySet<Operation['kind']>;

/** Operations on whole missions, scenes, recordings and files. */
const HARD_WORK_KINDS: Kinds = new Set<Operation['kind']>([
  'follow',
  'open',
  'save',
  'keep',
  'restart',
  'choose',
  'zoom',
  'why',
]);
const HARD_WORK_RATE: Hertz = 4;

/** Operations sent while the user drags, and by a camera: at most every 33 ms; those of a whole second may arrive at once. */
const DRAGGED_KINDS: Kinds = new Set<Operation['kind']>(['tune', 'goTo', 'move', 'pointer', 'fix']);
const DRAGGED_RATE: Hertz = 40;

/** Limits the work that a client may cause, so that STOP and teleop, of any client, never wait behind it. */
export class RateLimits {
  readonly #hardWork: TokenBucket;
  readonly #dragged: TokenBucket;
  readonly #refusals: TokenBucket;

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#hardWork = new TokenBucket(time, HARD_WORK_RATE, HARD_WORK_RATE);
    this.#dragged = new TokenBucket(time, DRAGGED_RATE, DRAGGED_RATE);
    this.#refusals = new TokenBucket(time, 1, 1);
  }

  /** @returns whether it may be done once more now */
  allows(kind: Operation['kind']): boolean {
    if (HARD_WORK_KINDS.has(kind)) return this.#hardWork.take();
    return !DRAGGED_KINDS.has(kind) || this.#dragged.take();
  }

  /** @returns whether the client should be told once more that it asked too often */
  allowsRefusal(): boolean {
    return this.#refusals.take();
  }
}

const ANSWER_RATE = 10;
const ANSWER_BURST = 50;
/** Addresses that are remembered; then the first one is forgotten. */
const MAX_ADDRESSES = 256;

/** Counts each address's recent failures: beyond the limit it gets no answer. */
export class AuthRateLimiter {
  readonly #time: Pick<TimeSource, 'now'>;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#time = time;
  }

  get addresses(): number {
    return this.#buckets.size;
  }

  /** Counts one more failure. @returns whether to answer it */
  deservesAnswer(address: string): boolean {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#time, ANSWER_RATE, ANSWER_BURST);
    this.#buckets.set(address, bucket);
    const [first] = this.#buckets.keys();
    if (this.#buckets.size > MAX_ADDRESSES && first !== undefined) this.#buckets.delete(first);
    return bucket.take();
  }
}
