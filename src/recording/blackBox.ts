/** The black box: the last minutes of a run, by whole segments that each can be shown and re-simulated. */

import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Seconds } from '../math/units.js';
import type { RecordedMessage } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';

/** A ring buffer of segments: the oldest goes where the rest reaches back far enough, or takes too much room. */
export class BlackBox {
  readonly #seconds: Seconds;
  readonly #maxBytes: number;
  readonly #segments: Segment[] = [];
  #scene: RecordedMessage | undefined;

  /** @param maxBytes may be exceeded: the newest segment stays whatever it takes */
  constructor(seconds: Seconds, maxBytes: number) {
    this.#seconds = seconds;
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(message: RecordedMessage): void {
    this.#segmentFor(message).add(message);
    if (message.channel.schema === SCHEMAS.scene) this.#scene = message;
    this.#dropOldest(message.time);
  }

  /** All that is remembered: a scene first, and of each robot a keyframe before any inputs. */
  *messages(): Generator<RecordedMessage> {
    const [first] = this.#segments;
    if (first?.scene) yield { ...first.scene, time: first.from };
    const begun = new Set<string>();
    // One after the other, for unpacked they take ten times the room; others may come and go meanwhile.
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
    const made = new Segment(time, this.#scene);
    this.#segments.push(made);
    return made;
  }

  #dropOldest(now: Seconds): void {
    for (;;) {
      const [oldest, next] = this.#segments;
      if (!oldest || !next) return;
      // What is left must still reach back far enough.
      if (now - next.from < this.#seconds && this.bytes <= this.#maxBytes) return;
      this.#segments.shift();
    }
  }
}

/** A message's share of memory besides its data [bytes], about. */
const MESSAGE_OVERHEAD = 250;
/** Of a packed one. */
const PACKED_MESSAGE_OVERHEAD = 100;
/** The quickest: what is to be packed is JSON, which shrinks to a tenth at any level. */
const DEFLATE_OPTIONS = { level: 1 };

type PackedMessage = Omit<RecordedMessage, 'data'> & { readonly length: number };

interface Packed {
  readonly heads: readonly PackedMessage[];
  /** The data of all of them, one after the other, deflated. */
  readonly data: Uint8Array;
}

/** A segment of the black box: messages as they came, and packed as soon as no more of them come. */
export class Segment {
  readonly from: Seconds;
  /** In force when it began; missing where nobody has said what the scene is. */
  readonly scene: RecordedMessage | undefined;
  /** What it takes of memory. */
  bytes = 0;
  #messages: RecordedMessage[] = [];
  #packed: Packed | undefined;

  constructor(from: Seconds, scene: RecordedMessage | undefined) {
    this.from = from;
    this.scene = scene;
  }

  add(message: RecordedMessage): void {
    this.#messages.push(message);
    this.bytes += message.data.byteLength + MESSAGE_OVERHEAD;
  }

  /** Nothing more comes; Node's threads pack it, and nobody waits for that. */
  pack(): Promise<void> {
    const messages = this.#messages;
    return new Promise((done) => {
      deflateRaw(Buffer.concat(messages.map(({ data }) => data)), DEFLATE_OPTIONS, (failure, data) => {
        // What cannot be packed stays as it is.
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
