/** A client at the other end of a WebSocket: what it gets, what it sends, and whether it is still there. */
import type { RawData, WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from '../../math/tokenBucket.js';
import type { Hertz } from '../../math/units.js';
import type { FromServer, OperationRequest, Role } from '../wire.js';
import { LatestFrameQueue } from './latestFrameQueue.js';
import { type ParsedMessage, parseMessage } from './messageParser.js';
import { RateLimits } from './rateLimits.js';

/** A time bar that is dragged asks sixty times a second, and every frame is acknowledged. */
const MESSAGE_RATE: Hertz = 150;
/** Bytes that may wait for a client that does not read; beyond, the connection is ended. */
const MAX_BUFFERED_BYTES = 4_000_000;
/** With more waiting bytes than this the client is no longer told about refusals. */
const MAX_BUFFERED_FOR_REFUSALS = 64_000;
/** Pings without an answer, one a second. */
const MAX_UNANSWERED_PINGS = 3;
/** After too many messages, texts up to this length are still searched for a stop. */
const MAX_LATE_STOP_LENGTH = 1000;
const CLOSE_TIMEOUT_MS = 1000;

const POLICY_VIOLATION = 1008;
const UNSUPPORTED_DATA = 1003;

/** Hears of the clients. */
export interface ClientListener {
  /** A client's request; whether it is allowed is decided elsewhere. */
  requested(client: Client, request: OperationRequest): void;
  left(client: Client): void;
}

export class Client {
  readonly role: Role;
  readonly queue: LatestFrameQueue;
  readonly #socket: WebSocket;
  readonly #listener: ClientListener;
  readonly #rate: TokenBucket;
  readonly #rateLimits: RateLimits;
  #unansweredPings = 0;
  #closing = false;
  /** One stop was heard after the closing began; messages that arrived with it could be heard even after the end. */
  #lateStopHeard = false;

  constructor(socket: WebSocket, role: Role, listener: ClientListener, time: TimeSource) {
    this.role = role;
    this.#socket = socket;
    this.#listener = listener;
    this.#rate = new TokenBucket(time, MESSAGE_RATE, MESSAGE_RATE);
    this.#rateLimits = new RateLimits(time);
    this.queue = new LatestFrameQueue(
      { buffered: () => this.buffered, send: (text) => this.#write(text) },
      time,
    );
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', () => this.#rate.take() || this.#close(POLICY_VIOLATION));
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    // An error of the connection closes it, which is all that matters here.
    socket.on('error', () => this.terminate());
    socket.once('close', () => listener.left(this));
  }

  /** Bytes that were sent to the client and have not left yet. */
  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: FromServer): void {
    if (message.kind === 'refused' && this.buffered > MAX_BUFFERED_FOR_REFUSALS) return;
    this.#write(Buffer.from(JSON.stringify(message)));
  }

  /** Every second. Pings are counted, not timed: after a sleep of this machine every client has a new chance. */
  heartbeat(): void {
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) this.terminate();
    this.#unansweredPings += 1;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    this.queue.flush();
  }

  /** At once, without a close message. */
  terminate(): void {
    this.#socket.terminate();
  }

  #write(text: Buffer): void {
    this.#socket.send(text, { binary: false }, () => {});
    if (this.buffered > MAX_BUFFERED_BYTES) this.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#unansweredPings = 0;
    const text = data.toString();
    if (this.#closing) this.#hearLateStop(text);
    else if (isBinary) this.#close(UNSUPPORTED_DATA);
    else this.#hear(parseMessage(text));
  }

  #hear(message: ParsedMessage): void {
    // Guards people: a stop counts before anything else is checked.
    if (message.kind === 'stop') this.#listener.requested(this, message);
    // One answer to each frame is free; only other messages count.
    if (message.kind === 'seen' && this.queue.seen()) return;
    if (!this.#rate.take()) this.#close(POLICY_VIOLATION);
    else if (message.kind === 'invalid') this.send({ kind: 'refused', why: message.why });
    else if (message.kind !== 'seen' && message.kind !== 'stop') this.#handle(message);
  }

  #handle(request: OperationRequest): void {
    if (this.#rateLimits.allows(request.kind)) this.#listener.requested(this, request);
    else if (this.#rateLimits.allowsRefusal())
      this.send({ kind: 'refused', why: `${request.kind}: too many requests; wait a second` });
  }

  #close(code: number): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(code);
    setTimeout(() => this.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Guards people: a stop is still heard among messages after too many; one is enough. */
  #hearLateStop(text: string): void {
    if (this.#lateStopHeard || text.length > MAX_LATE_STOP_LENGTH) return;
    const message = parseMessage(text);
    if (message.kind !== 'stop') return;
    this.#lateStopHeard = true;
    this.#listener.requested(this, message);
    this.terminate();
  }
}
