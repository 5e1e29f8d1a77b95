/** How often somebody may ask for something, and how often an address may fail to come in. */

import type { TimeSource } from '../../math/time.js';
import type { Hertz, Seconds } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';

/** How often something may happen: so many a second on average, and as many at once after a rest. */
export class TokenBucket {
  readonly #time: Pick<TimeSource, 'now'>;
  readonly #rate: Hertz;
  readonly #capacity: number;
  #tokens: number;
  #at: Seconds;

  constructor(time: Pick<TimeSource, 'now'>, rate: Hertz, capacity: number) {
    this.#time = time;
    this.#rate = rate;
    this.#capacity = capacity;
    this.#tokens = capacity;
    this.#at = time.now();
  }

  /** @returns whether it may happen once more now */
  take(): boolean {
    const now = this.#time.now();
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, now - this.#at) * this.#rate);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

type Kinds = ReadonlySet<Operation['kind']>;

/** Whole missions, scenes and files. */
const HARD_WORK_KINDS: Kinds = new Set<Operation['kind']>([
  'follow',
  'open',
  'save',
  'keep',
  'restart',
  'choose',
]);
const HARD_WORK_RATE: Hertz = 4;

/** What is said while something is dragged: a page says it at most every 33 ms, and is heard after a second at once. */
const DRAGGED_KINDS: Kinds = new Set<Operation['kind']>(['tune', 'goTo', 'move', 'pointer']);
const DRAGGED_RATE: Hertz = 40;

/** How much work somebody may ask for: so much that STOP and the hand, theirs or another's, never wait behind it. */
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

  /** @returns whether they should be told once more that it was too much */
  allowsRefusal(): boolean {
    return this.#refusals.take();
  }
}

const ANSWER_RATE = 10;
const ANSWER_BURST = 50;
/** So many addresses are remembered; the one that was heard of first is forgotten. */
const MAX_ADDRESSES = 256;

/** How often each address failed to come in lately: beyond that it gets no answer any more. */
export class AuthRateLimiter {
  readonly #time: Pick<TimeSource, 'now'>;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#time = time;
  }

  get addresses(): number {
    return this.#buckets.size;
  }

  /** One more from there. @returns whether it is worth an answer */
  deservesAnswer(address: string): boolean {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#time, ANSWER_RATE, ANSWER_BURST);
    this.#buckets.set(address, bucket);
    const [first] = this.#buckets.keys();
    if (this.#buckets.size > MAX_ADDRESSES && first !== undefined) this.#buckets.delete(first);
    return bucket.take();
  }
}
