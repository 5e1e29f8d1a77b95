/** A client at the other end of a WebSocket: what it gets, what it says, and whether it still reads. */
import type { RawData, WebSocket } from 'ws';
import type { TimeSource } from '../../math/time.js';
import { TokenBucket } from '../../math/tokenBucket.js';
import type { Hertz } from '../../math/units.js';
import { type ClientMessage, parseClientMessage } from './clientMessages.js';
import { type ParameterValue, type ServerMessage, STATUS_ERROR, timeMessage } from './protocol.js';
import { Subscriptions } from './subscriptions.js';

const MESSAGE_RATE: Hertz = 100;
/** A message counts once, and once more for so many bytes: reading and answering it takes the longer. */
const BYTES_PER_MESSAGE = 1000;
/** With more bytes waiting than this, only the newest message of each channel is kept. */
const CONGESTION_BYTES = 256_000;
/** Beyond this the connection is ended. */
const MAX_BUFFERED_BYTES = 4_000_000;
/** Pings without an answer, one a second; they wait behind the bytes that were sent before them. */
const MAX_UNANSWERED_PINGS = 5;
const CLOSE_TIMEOUT_MS = 500;

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

/** Hears of the clients. */
export interface FoxgloveClientListener {
  said(client: FoxgloveClient, message: ClientMessage): void;
  left(client: FoxgloveClient): void;
}

export class FoxgloveClient {
  /** Whether it has shown the token that allows to set parameters. */
  readonly maySet: boolean;
  readonly subscriptions: Subscriptions;
  readonly #socket: WebSocket;
  readonly #listener: FoxgloveClientListener;
  readonly #rate: TokenBucket;
  /** Names of parameters whose changes it wants to know. */
  readonly #watched = new Set<string>();
  #watchesAll = false;
  #unansweredPings = 0;
  #closing = false;
  /** Why parts of the message that is being answered are refused. */
  #refused: string[] | undefined;

  constructor(socket: WebSocket, maySet: boolean, listener: FoxgloveClientListener, time: TimeSource) {
    this.maySet = maySet;
    this.#socket = socket;
    this.#listener = listener;
    this.#rate = new TokenBucket(time, MESSAGE_RATE, MESSAGE_RATE);
    this.subscriptions = new Subscriptions({
      isCongested: () => this.#isCongested,
      send: (bytes) => this.#write(bytes),
    });
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', () => this.#rate.take() || this.close(POLICY_VIOLATION, TOO_MUCH));
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    // An error of the connection closes it, which is all that matters here.
    socket.on('error', () => this.#socket.terminate());
    socket.once('close', () => listener.left(this));
  }

  /** Bytes that were sent and have not left yet. */
  get buffered(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: ServerMessage): void {
    this.#write(JSON.stringify(message));
  }

  /** Told once for a message, however much in it is refused; not told to a client that reads too slowly. */
  refuse(why: string): void {
    if (this.#refused) this.#refused.push(why);
    else if (!this.#isCongested) this.send({ op: 'status', level: STATUS_ERROR, message: why });
  }

  time(at: bigint): void {
    if (!this.#isCongested) this.#write(timeMessage(at));
  }

  watch(names: readonly string[] | 'all'): void {
    if (names === 'all') this.#watchesAll = true;
    else for (const name of names) this.#watched.add(name);
  }

  unwatch(names: readonly string[] | 'all'): void {
    if (names !== 'all') {
      for (const name of names) this.#watched.delete(name);
      return;
    }
    this.#watched.clear();
    this.#watchesAll = false;
  }

  /** Tells those of the changed parameters that it watches. */
  changed(all: readonly ParameterValue[]): void {
    const parameters = this.#watchesAll ? all : all.filter(({ name }) => this.#watched.has(name));
    if (parameters.length > 0) this.send({ op: 'parameterValues', parameters });
  }

  /** Every second. Pings are counted, not timed: after a sleep of this machine every client has a new chance. */
  heartbeat(): void {
    if (this.#unansweredPings >= MAX_UNANSWERED_PINGS) this.#socket.terminate();
    this.#unansweredPings += 1;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** What was sent still leaves, if the client reads it soon. */
  close(code = GOING_AWAY, why = 'the program ends'): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(code, why);
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  get #isCongested(): boolean {
    return this.buffered > CONGESTION_BYTES;
  }

  #write(message: Buffer | string): void {
    this.#socket.send(message, () => this.subscriptions.flush());
    if (this.buffered > MAX_BUFFERED_BYTES) this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closing) return;
    if (!this.#rate.take(1 + byteLength(data) / BYTES_PER_MESSAGE)) this.close(POLICY_VIOLATION, TOO_MUCH);
    else if (isBinary) this.refuse('this server only shows; it takes no messages and no calls');
    else this.#answer(parseClientMessage(data.toString()));
  }

  #answer(message: ClientMessage): void {
    const refused: string[] = [];
    this.#refused = refused;
    try {
      this.#listener.said(this, message);
    } finally {
      this.#refused = undefined;
    }
    const [why, ...more] = refused;
    if (why !== undefined) this.refuse(more.length === 0 ? why : `${why}; and ${more.length} more like it`);
  }
}

const byteLength = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength;

const TOO_MUCH = 'too many messages';
