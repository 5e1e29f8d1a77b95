/** The black box: the last minutes of a run, as whole segments. Each segment can be shown and re-simulated alone. */

import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Seconds } from '../math/units.js';
import type { RecordedMessage } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';
import { LastingMessages, writtenAgain } from './lasting.js';

/** A ring buffer of segments: the oldest is dropped when the rest reaches back far enough or takes too much memory. */
export class BlackBox {
  readonly #seconds: Seconds;
  readonly #maxBytes: number;
  readonly #segments: Segment[] = [];
  readonly #lasting = new LastingMessages();

  /** @param maxBytes may be exceeded by the newest segment, which always stays */
  constructor(seconds: Seconds, maxBytes: number) {
    this.#seconds = seconds;
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(message: RecordedMessage): void {
    this.#segmentFor(message).add(message);
    this.#lasting.note(message);
    this.#dropOldest(message.time);
  }

  /** All messages in memory: a scene first, and for each robot a keyframe before its inputs. */
  *messages(): Generator<RecordedMessage> {
    const [first] = this.#segments;
    for (const message of first?.lasting ?? []) yield writtenAgain(message, first?.from ?? 0);
    const begun = new Set<string>();
    // One segment at a time, since unpacked it takes ten times the room; the list may change between them.
    for (const segment of [...this.#segments]) {
      for (const message of segment.messages()) {
        const { schema, robot = '' } = message.channel;
        if (schema === SCHEMAS.keyframe) begun.add(robot);
        if (schema !== SCHEMAS.inputs || begun.has(robot)) yield message;
      }
    }
  }

  #segmentFor({ time, opensSegment }: RecordedMessage): Segment {
    const last = this.#segments.at(-1);
    if (last && !opensSegment) return last;
    void last?.pack();
    const made = new Segment(time, this.#lasting.all);
    this.#segments.push(made);
    return made;
  }

  #dropOldest(now: Seconds): void {
    for (;;) {
      const [oldest, next] = this.#segments;
      if (!oldest || !next) return;
      // The rest must still reach back far enough.
      if (now - next.from < this.#seconds && this.bytes <= this.#maxBytes) return;
      this.#segments.shift();
    }
  }
}

/** Memory that a message takes besides its data [bytes], approximately. */
const MESSAGE_OVERHEAD = 250;
/** The same for a packed message. */
const PACKED_MESSAGE_OVERHEAD = 100;
/** The fastest level: JSON shrinks to a tenth at any level. */
const DEFLATE_OPTIONS = { level: 1 };

type PackedMessage = Omit<RecordedMessage, 'data'> & { readonly length: number };

interface Packed {
  readonly heads: readonly PackedMessage[];
  /** The data of all messages, concatenated and deflated. */
  readonly data: Uint8Array;
}

/** A segment of the black box: its messages, packed as soon as the segment is complete. */
export class Segment {
  readonly from: Seconds;
  /** The scene and the world at its beginning. */
  readonly lasting: readonly RecordedMessage[];
  /** Memory used [bytes]. */
  bytes = 0;
  #messages: RecordedMessage[] = [];
  #packed: Packed | undefined;

  constructor(from: Seconds, lasting: readonly RecordedMessage[]) {
    this.from = from;
    this.lasting = lasting;
  }

  add(message: RecordedMessage): void {
    this.#messages.push(message);
    this.bytes += message.data.byteLength + MESSAGE_OVERHEAD;
  }

  /** The segment is complete. Node's thread pool packs it in the background. */
  pack(): Promise<void> {
    const messages = this.#messages;
    return new Promise((done) => {
      deflateRaw(Buffer.concat(messages.map(({ data }) => data)), DEFLATE_OPTIONS, (failure, data) => {
        // If packing fails the messages stay unpacked.
        if (!failure) this.#usePacked({ heads: messages.map(packedMessage), data });
        done();
      });
    });
  }

  messages(): readonly RecordedMessage[] {
    if (!this.#packed) return this.#messages;
    const whole = inflateRawSync(this.#packed.data);
    let from = 0;
    return this.#packed.heads.map(({ length, ...head }) => {
      const data = whole.subarray(from, from + length);
      from += length;
      return { ...head, data };
    });
  }

  #usePacked(packed: Packed): void {
    this.#packed = packed;
    this.#messages = [];
    this.bytes = packed.data.byteLength + packed.heads.length * PACKED_MESSAGE_OVERHEAD;
  }
}

const packedMessage = ({ data, ...head }: RecordedMessage): PackedMessage => ({
  ...head,
  length: data.byteLength,
});
