/** Measures how long a question and its answer take, without arming: what a link is like, radio or cable. */
import type { TimeSource } from '../../math/time.js';
import { ms, type Seconds } from '../../math/units.js';
import type { FrameLine } from './frameLine.js';
import { MESSAGES } from './messages.js';

export interface RoundTrips {
  readonly median: Seconds;
  /** 95 % are not longer. */
  readonly p95: Seconds;
  readonly longest: Seconds;
  readonly answered: number;
  /** Questions without an answer. */
  readonly lost: number;
}

/** As often as a robot gets commands. A radio's pauses are rare, so it takes some seconds to see them. */
const ASK_PERIOD: Seconds = ms(20);
const QUESTIONS = 250;
/** A board has room for 64 bytes, and these questions come all at once after a pause. */
const MAX_OPEN_QUESTIONS = 6;
/** After so many it waits until all are answered: the answer to one that got lost would be taken for that to the next. */
const QUESTIONS_AT_ONCE = 25;
const ANSWER_TIMEOUT: Seconds = 1;

/** The line's listener is replaced. */
export async function measureRoundTrips(line: FrameLine, time: TimeSource): Promise<RoundTrips> {
  const meter = new RoundTripMeter(line, time);
  // Questions from before may have been repeated: their answers are not for those to come.
  await pause(time, ANSWER_TIMEOUT);
  for (let i = 1; i <= QUESTIONS; i++) {
    meter.ask();
    await meter.untilFewer(MAX_OPEN_QUESTIONS, ASK_PERIOD);
    if (i % QUESTIONS_AT_ONCE === 0) await meter.untilFewer(1);
  }
  return meter.summary();
}

const pause = (time: TimeSource, delay: Seconds) =>
  new Promise<void>((done) => {
    time.after(delay, done);
  });

/** Answers come in order, so each belongs to the oldest question. */
class RoundTripMeter {
  readonly #line: FrameLine;
  readonly #time: TimeSource;
  readonly #trips: Seconds[] = [];
  /** When those without an answer were asked. */
  #open: Seconds[] = [];
  #lost = 0;
  #whenAnswered = () => {};

  constructor(line: FrameLine, time: TimeSource) {
    this.#line = line;
    this.#time = time;
    line.listen({ status: ({ about }) => about === MESSAGES.ask.code && this.#answer(), odometry: () => {} });
  }

  ask(): void {
    this.#open.push(this.#time.now());
    this.#line.requestStatus();
  }

  /** Waits at least so long, and until fewer questions are open; gives up those that are not answered in time. */
  async untilFewer(limit: number, least: Seconds = 0): Promise<void> {
    if (least > 0) await pause(this.#time, least);
    if (this.#open.length < limit) return;
    await new Promise<void>((done) => {
      const cancel = this.#time.after(ANSWER_TIMEOUT, () => {
        this.#lost += this.#open.length;
        this.#open = [];
        done();
      });
      this.#whenAnswered = () => {
        if (this.#open.length >= limit) return;
        cancel();
        done();
      };
    });
  }

  summary(): RoundTrips {
    const sorted = this.#trips.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
    return { median: at(0.5), p95: at(0.95), longest: at(1), answered: sorted.length, lost: this.#lost };
  }

  #answer(): void {
    const askedAt = this.#open.shift();
    if (askedAt === undefined) return;
    this.#trips.push(this.#time.now() - askedAt);
    this.#whenAnswered();
  }
}
