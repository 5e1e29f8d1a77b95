/** A stretch of the black box: messages as they came, and packed as soon as no more of them come. */
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Seconds } from '../math/units.js';
import type { Message } from './format/channels.js';

/** A message's share of memory besides its data [bytes], about. */
const OVERHEAD = 250;
/** Of a packed one. */
const PACKED_OVERHEAD = 100;
/** The quickest: what is to be packed is JSON, which shrinks to a tenth at any level. */
const QUICK = { level: 1 };

type Head = Omit<Message, 'data'> & { readonly length: number };

interface Packed {
  readonly heads: readonly Head[];
  /** The data of all of them, one after the other, deflated. */
  readonly data: Uint8Array;
}

export class Stretch {
  readonly from: Seconds;
  /** In force when it began; missing where nobody has said what the scene is. */
  readonly scene: Message | undefined;
  /** What it takes of memory. */
  bytes = 0;
  #messages: Message[] = [];
  #packed: Packed | undefined;

  constructor(from: Seconds, scene: Message | undefined) {
    this.from = from;
    this.scene = scene;
  }

  add(message: Message): void {
    this.#messages.push(message);
    this.bytes += message.data.byteLength + OVERHEAD;
  }

  /** Nothing more comes; Node's threads pack it, and nobody waits for that. */
  pack(): Promise<void> {
    const messages = this.#messages;
    return new Promise((done) => {
      deflateRaw(Buffer.concat(messages.map(({ data }) => data)), QUICK, (failure, data) => {
        // What cannot be packed stays as it is.
        if (!failure) this.#keep({ heads: messages.map(headOf), data });
        done();
      });
    });
  }

  messages(): readonly Message[] {
    if (!this.#packed) return this.#messages;
    const whole = inflateRawSync(this.#packed.data);
    let from = 0;
    return this.#packed.heads.map(({ length, ...head }) => {
      const data = whole.subarray(from, from + length);
      from += length;
      return { ...head, data };
    });
  }

  #keep(packed: Packed): void {
    this.#packed = packed;
    this.#messages = [];
    this.bytes = packed.data.byteLength + packed.heads.length * PACKED_OVERHEAD;
  }
}

const headOf = ({ data, ...head }: Message): Head => ({ ...head, length: data.byteLength });
