/** What one client has subscribed to. A slow client gets the newest message of each channel, never a queue of old ones. */
import { messageData } from './protocol.js';

/** A message as it was encoded for the recording. */
export interface TimedMessage {
  /** Nanoseconds since 1970. */
  readonly at: bigint;
  readonly data: Uint8Array;
}

/** The parts of a socket that we use. */
export interface BytesOutput {
  /** More bytes than the client should have waiting were sent, and have not left yet. */
  isCongested(): boolean;
  send(bytes: Buffer): void;
}

export class Subscriptions {
  readonly #output: BytesOutput;
  /** The client's numbers, by channel. */
  readonly #ids = new Map<number, number>();
  /** The newest messages that could not be sent yet, by channel. */
  readonly #waiting = new Map<number, TimedMessage>();

  constructor(output: BytesOutput) {
    this.#output = output;
  }

  /** @param newest is sent at once: it may hold for long @returns why it is refused; undefined if it is not */
  add(id: number, channel: number, newest: TimedMessage | undefined): string | undefined {
    if (this.#ids.has(channel)) return `subscribe: channel ${channel} is subscribed already`;
    if (this.#channelOf(id) !== undefined) return `subscribe: the id ${id} is in use`;
    this.#ids.set(channel, id);
    if (newest) this.show(channel, newest);
    return undefined;
  }

  remove(id: number): void {
    const channel = this.#channelOf(id);
    if (channel === undefined) return;
    this.#ids.delete(channel);
    this.#waiting.delete(channel);
  }

  show(channel: number, message: TimedMessage): void {
    if (!this.#ids.has(channel)) return;
    // Behind the others, so that messages stay in the order of their times.
    this.#waiting.delete(channel);
    this.#waiting.set(channel, message);
    this.flush();
  }

  /** Sends what waits, as far as the client takes it; called again when bytes have left. */
  flush(): void {
    for (const [channel, { at, data }] of this.#waiting) {
      if (this.#output.isCongested()) return;
      this.#waiting.delete(channel);
      this.#output.send(messageData(this.#ids.get(channel) ?? 0, at, data));
    }
  }

  #channelOf(id: number): number | undefined {
    for (const [channel, own] of this.#ids) if (own === id) return channel;
    return undefined;
  }
}
