/** How often each address failed to come in lately: beyond that it gets no answer any more. */
import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from './tokenBucket.js';

const ANSWERS_A_SECOND = 10;
const ANSWERS_AT_ONCE = 50;
/** So many addresses are remembered; the one that was heard of first is forgotten. */
const MOST_ADDRESSES = 256;

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
    const bucket =
      this.#buckets.get(address) ?? new TokenBucket(this.#time, ANSWERS_A_SECOND, ANSWERS_AT_ONCE);
    this.#buckets.set(address, bucket);
    const [first] = this.#buckets.keys();
    if (this.#buckets.size > MOST_ADDRESSES && first !== undefined) this.#buckets.delete(first);
    return bucket.take();
  }
}
