/** How much work somebody may ask for: so much that STOP and the hand, theirs or another's, never wait behind it. */
import type { TimeSource } from '../../math/time.js';
import type { Hertz } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';
import { TokenBucket } from './tokenBucket.js';

type Kinds = ReadonlySet<Operation['kind']>;

/** Whole missions, scenes and files. */
const HARD: Kinds = new Set<Operation['kind']>(['follow', 'open', 'save', 'keep', 'restart', 'choose']);
const HARD_RATE: Hertz = 4;

/** What is said while something is dragged: a page says it at most every 33 ms, and is heard after a second at once. */
const DRAGGED: Kinds = new Set<Operation['kind']>(['tune', 'goTo', 'move', 'pointer']);
const DRAGGED_RATE: Hertz = 40;

export class RateLimits {
  readonly #hard: TokenBucket;
  readonly #dragged: TokenBucket;
  readonly #complaints: TokenBucket;

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#hard = new TokenBucket(time, HARD_RATE, HARD_RATE);
    this.#dragged = new TokenBucket(time, DRAGGED_RATE, DRAGGED_RATE);
    this.#complaints = new TokenBucket(time, 1, 1);
  }

  /** @returns whether it may be done once more now */
  has(kind: Operation['kind']): boolean {
    if (HARD.has(kind)) return this.#hard.take();
    return !DRAGGED.has(kind) || this.#dragged.take();
  }

  /** @returns whether they should be told once more that it was too much */
  mayComplain(): boolean {
    return this.#complaints.take();
  }
}
