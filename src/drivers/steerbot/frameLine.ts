/** Our own frames over a link to a board: questions that it answers with a STATUS, and the number of damaged frames. */

import { clamp } from '../../math/geometry.js';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { DriverError } from '../../validation/errors.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { encodeFrame, type Frame, FrameDecoder } from './frame.js';
import { FRAME_COUNT_MODULUS } from './lostFrames.js';
import { MESSAGES, type Message } from './messages.js';

export type Question = Message<
  'ask' | 'motors' | 'report' | 'stall' | 'sonar' | 'reflectance' | 'rate' | 'arm'
>;
export type Status = Message<'status'>;
export type Odometry = Message<'odometry'>;
export type Echo = Message<'echo'>;
export type Discharge = Message<'discharge'>;
export type Counted = Message<'counted'>;

/** Hears what the board says. The link reports that the board is lost. */
export interface FrameListener {
  status(status: Status): void;
  odometry(odometry: Odometry): void;
  echo?(echo: Echo): void;
  discharge?(discharge: Discharge): void;
  counted?(counted: Counted): void;
}

/** On a slow link twice the longest round trip so far, so that what is asked again is answered or lost. */
const ASK_REPEAT_PERIOD: Seconds = 0.1;
const MAX_ASK_REPEAT_PERIOD: Seconds = 1;
const MAX_ASKS = 10;

/** The board is there, but does not answer this question. */
export class NoAnswer extends DriverError {}

interface PendingQuestion {
  readonly question: Question;
  readonly askedAt: Seconds;
  /** Sent right behind the question, each time. */
  readonly followed: readonly Message[];
  readonly answered: (status: Status) => void;
  readonly fail: (reason: DriverError) => void;
}

export class FrameLine {
  readonly #link: FirmataLink;
  readonly #decoder = new FrameDecoder();
  readonly #time: TimeSource;
  #listener: FrameListener | undefined;
  #sequence = 0;
  /** From the first time of asking to the answer. */
  #longestRoundTrip: Seconds = 0;
  #pending: PendingQuestion | undefined;
  #cancel = () => {};
  /** Questions by type that were sent and may still be answered. */
  readonly #unanswered = new Map<number, number>();

  constructor(link: FirmataLink, time: TimeSource) {
    this.#link = link;
    this.#time = time;
    link.listen({
      bytes: (bytes) => this.#decoder.push(bytes, this.#receive),
      lost: (reason) => this.#end(reason),
      closed: () => this.#end(this.#error('the connection was closed')),
    });
  }

  /** Sets the only listener, until the link ends. */
  listen(listener: FrameListener): void {
    this.#listener = listener;
  }

  /** Damaged frames that came in since the link was opened. */
  get badFrames(): number {
    return this.#decoder.badFrames;
  }

  /** Sends all of them in one write. `taken` is called when the line has taken them. */
  send(messages: readonly Message[], taken?: () => void): void {
    const bytes = messages.flatMap((message) => [...encodeFrame({ sequence: this.#sequence++, message })]);
    this.#link.write(Uint8Array.from(bytes), taken);
  }

  /**
   * Asks until the board answers, again every 100 ms, or at longer intervals on a slow link; one question at a time.
   * @param answered called with the answer at once, before any promise resolves
   * @param followed goes out right behind the question
   * @throws NoAnswer after ten times; DriverError when the board is lost, and by `giveUp`
   */
  ask(
    question: Question,
    answered: (status: Status) => void = () => {},
    ...followed: readonly Message[]
  ): Promise<Status> {
    this.giveUp(this.#error('another question replaced this one'));
    return new Promise((resolve, reject) => {
      this.#pending = {
        question,
        followed,
        askedAt: this.#time.now(),
        answered: (status) => {
          answered(status);
          resolve(status);
        },
        fail: reject,
      };
      this.#sendQuestion(question, 1);
    });
  }

  /**
   * Asks for a STATUS without waiting for it; a pending question stays as it is. To be called at most every 100 ms: by
   * then the previous answer has come, or is lost.
   */
  requestStatus(): void {
    const { ask } = MESSAGES;
    if (this.#pending?.question.type === 'ask') return;
    this.#unanswered.set(ask.code, 1);
    this.send([{ type: 'ask' }]);
  }

  /** Asks how many of the frames that were sent so far have come. */
  requestCounts(): void {
    this.send([{ type: 'count', sent: this.#sequence % FRAME_COUNT_MODULUS }]);
  }

  /** Stops waiting for the pending question. */
  giveUp(reason: DriverError): void {
    this.#settle()?.fail(reason);
  }

  #sendQuestion(question: Question, time: number): void {
    const { code } = MESSAGES[question.type];
    // A question from before is answered or lost by now; one that was given up just before may still be answered.
    this.#unanswered.set(code, time > 1 ? 1 : (this.#unanswered.get(code) ?? 0) + 1);
    const patience = clamp(2 * this.#longestRoundTrip, ASK_REPEAT_PERIOD, MAX_ASK_REPEAT_PERIOD);
    this.#cancel = this.#time.after(patience, () => {
      if (time < MAX_ASKS) this.#sendQuestion(question, time + 1);
      else
        this.giveUp(
          new NoAnswer(`${this.#link.name}: the board does not answer ${question.type.toUpperCase()}`),
        );
    });
    this.send([question, ...(this.#pending?.followed ?? [])]);
  }

  #settle(): PendingQuestion | undefined {
    this.#cancel();
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  /** A field, because the decoder calls it unbound. Other messages are echoes of ours. */
  readonly #receive = ({ message }: Frame): void => {
    if (message.type === 'odometry') this.#listener?.odometry(message);
    if (message.type === 'echo') this.#listener?.echo?.(message);
    if (message.type === 'discharge') this.#listener?.discharge?.(message);
    if (message.type === 'counted') this.#listener?.counted?.(message);
    if (message.type !== 'status') return;
    this.#answer(message);
    this.#listener?.status(message);
  };

  /** The current bytes may hold more frames: frames after a loss are ignored. */
  #end(reason: DriverError): void {
    this.#listener = undefined;
    this.giveUp(reason);
  }

  /** Answers come in order: a late answer to a question that was given up must not count for the next question. */
  #answer(status: Status): void {
    const left = Math.max(0, (this.#unanswered.get(status.about) ?? 0) - 1);
    this.#unanswered.set(status.about, left);
    const isWanted = this.#pending && MESSAGES[this.#pending.question.type].code === status.about;
    if (!isWanted || left > 0) return;
    const pending = this.#settle();
    this.#longestRoundTrip = Math.max(this.#longestRoundTrip, this.#time.now() - (pending?.askedAt ?? 0));
    pending?.answered(status);
  }

  #error(what: string): DriverError {
    return new DriverError(`${this.#link.name}: ${what}`);
  }
}

/** After this time an answer has come, or is lost. */
const COUNT_ANSWER_TIMEOUT: Seconds = 0.1;
/** Asked twice a second, because damage is judged per second; a lost answer is asked for again until the next time. */
const ASKS_PER_COUNT = 5;

export interface BadFrameSources {
  /** Damaged frames that the host has counted. */
  readonly ofHost: () => number;
  /** Asks the board for its count. */
  readonly askBoard: () => void;
  readonly report: (badFrames: number) => void;
}

/** Counts damaged frames in both directions: at the host, and by asking the board while it drives. */
export class BadFrameCounter {
  readonly #time: TimeSource;
  readonly #sources: BadFrameSources;
  #ofBoard = 0;
  /** A count was reported since it was last due. */
  #reported = true;
  #cancel: (() => void) | undefined;

  constructor(time: TimeSource, sources: BadFrameSources) {
    this.#time = time;
    this.#sources = sources;
  }

  start(): void {
    if (!this.#cancel) this.#next(1);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** The board's count since its boot. */
  boardCounted(badFrames: number): void {
    this.#ofBoard = badFrames;
    this.#report();
  }

  #next(time: number): void {
    this.#cancel = this.#time.after(COUNT_ANSWER_TIMEOUT, () => {
      this.#next((time + 1) % ASKS_PER_COUNT);
      if (time === 0) {
        // Where no answer comes through, report the host's count alone.
        if (!this.#reported) this.#report();
        this.#reported = false;
      }
      if (!this.#reported) this.#sources.askBoard();
    });
  }

  #report(): void {
    this.#reported = true;
    this.#sources.report(this.#sources.ofHost() + this.#ofBoard);
  }
}
