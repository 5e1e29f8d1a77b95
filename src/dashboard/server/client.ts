/** Somebody at the other end of a WebSocket: what they get, what they say, whether they are still there. */
import type { RawData, WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import type { Hertz } from '../../math/units.js';
import type { Asked, FromServer, Role } from '../wire.js';
import { LatestFrameQueue } from './latestFrameQueue.js';
import { type Heard, read } from './messageParser.js';
import { RateLimits } from './rateLimits.js';
import { TokenBucket } from './tokenBucket.js';

const MESSAGES_A_SECOND: Hertz = 100;
/** Bytes that wait for somebody who does not read: beyond, they are cut off. */
const MOST_BUFFERED = 4_000_000;
/** Bytes that wait: from here on nobody is told what was refused. */
const MOST_BEFORE_ANSWERS = 64_000;
/** So many pings, one a second, may stay without an answer. */
const MOST_UNANSWERED = 3;
/** Characters of what is still looked at, for a stop, once somebody has said too much. */
const SHORT = 1000;
const TIME_TO_CLOSE_MS = 1000;

const POLICY_VIOLATION = 1008;
const UNSUPPORTED_DATA = 1003;

/** Who hears of them. */
export interface ClientEars {
  /** What they ask for; whether they may is not asked here. */
  said(client: Client, asked: Asked): void;
  left(client: Client): void;
}

export class Client {
  readonly role: Role;
  readonly queue: LatestFrameQueue;
  readonly #socket: WebSocket;
  readonly #ears: ClientEars;
  readonly #rate: TokenBucket;
  readonly #allowance: RateLimits;
  #unanswered = 0;
  #closing = false;
  /** With their last words; what arrived together with them is heard even after the cut. */
  #stopped = false;

  constructor(socket: WebSocket, role: Role, ears: ClientEars, time: TimeSource) {
    this.role = role;
    this.#socket = socket;
    this.#ears = ears;
    this.#rate = new TokenBucket(time, MESSAGES_A_SECOND, MESSAGES_A_SECOND);
    this.#allowance = new RateLimits(time);
    this.queue = new LatestFrameQueue(
      { buffered: () => this.buffered, send: (text) => this.#send(text) },
      time,
    );
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('ping', () => this.#rate.take() || this.#close(POLICY_VIOLATION));
    socket.on('pong', () => {
      this.#unanswered = 0;
    });
    // A fault of the connection closes it, which is all that matters here.
    socket.on('error', () => this.cut());
    socket.once('close', () => ears.left(this));
  }

  /** Bytes that were sent to them and have not left yet. */
  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  tell(message: FromServer): void {
    if (message.kind === 'refused' && this.buffered > MOST_BEFORE_ANSWERS) return;
    this.#send(Buffer.from(JSON.stringify(message)));
  }

  /** Every second. Pings are counted, not timed: after a sleep of this machine everybody has a new chance. */
  beat(): void {
    if (this.#unanswered >= MOST_UNANSWERED) this.cut();
    this.#unanswered += 1;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    this.queue.flush();
  }

  /** At once, without a word. */
  cut(): void {
    this.#socket.terminate();
  }

  #send(text: Buffer): void {
    this.#socket.send(text, { binary: false }, () => {});
    if (this.buffered > MOST_BUFFERED) this.cut();
  }

  #message(data: RawData, isBinary: boolean): void {
    this.#unanswered = 0;
    const text = data.toString();
    if (this.#closing) this.#lastWords(text);
    else if (isBinary) this.#close(UNSUPPORTED_DATA);
    else this.#hear(read(text));
  }

  #hear(heard: Heard): void {
    // Guards people: a stop counts before anything else is asked.
    if (heard.kind === 'stop') this.#ears.said(this, heard);
    // Answers to frames are as many as the frames; only others count.
    if (heard.kind === 'seen' && this.queue.seen()) return;
    if (!this.#rate.take()) this.#close(POLICY_VIOLATION);
    else if (heard.kind === 'nonsense') this.tell({ kind: 'refused', why: heard.why });
    else if (heard.kind !== 'seen' && heard.kind !== 'stop') this.#ask(heard);
  }

  #ask(asked: Asked): void {
    if (this.#allowance.has(asked.kind)) this.#ears.said(this, asked);
    else if (this.#allowance.mayComplain())
      this.tell({ kind: 'refused', why: `${asked.kind}: not so often, please` });
  }

  #close(code: number): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(code);
    setTimeout(() => this.cut(), TIME_TO_CLOSE_MS).unref();
  }

  /** Guards people: among what comes after too much, a stop is still heard; one is enough. */
  #lastWords(text: string): void {
    if (this.#stopped || text.length > SHORT) return;
    const heard = read(text);
    if (heard.kind !== 'stop') return;
    this.#stopped = true;
    this.#ears.said(this, heard);
    this.cut();
  }
}
