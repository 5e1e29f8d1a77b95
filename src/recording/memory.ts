/** The black box: the last minutes of a run, by whole stretches that each can be shown and made again. */
import type { Seconds } from '../units.js';
import type { Message } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';

/** A message's share of memory besides its data [bytes], about. */
const OVERHEAD = 250;

interface Stretch {
  readonly from: Seconds;
  /** Missing where nobody has said what the scene is. */
  readonly scene: Message | undefined;
  readonly messages: Message[];
  bytes: number;
}

export class Memory {
  readonly #seconds: Seconds;
  readonly #most: number;
  readonly #stretches: Stretch[] = [];
  #scene: Message | undefined;
  #bytes = 0;

  /** @param most bytes; the newest stretch stays whatever it takes */
  constructor(seconds: Seconds, most: number) {
    this.#seconds = seconds;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(message: Message): void {
    const stretch = this.#stretchFor(message);
    const bytes = message.data.byteLength + OVERHEAD;
    stretch.messages.push(message);
    stretch.bytes += bytes;
    this.#bytes += bytes;
    if (message.channel.schema === SCHEMAS.scene) this.#scene = message;
    this.#forget(message.time);
  }

  /** All that is remembered: a scene first, and of each robot a keyframe before any inputs. */
  *messages(): Generator<Message> {
    const [first] = this.#stretches;
    if (first?.scene) yield { ...first.scene, time: first.from };
    const begun = new Set<string>();
    for (const { messages } of this.#stretches) {
      for (const message of messages) {
        const { schema, robot = '' } = message.channel;
        if (schema === SCHEMAS.keyframe) begun.add(robot);
        if (schema !== SCHEMAS.inputs || begun.has(robot)) yield message;
      }
    }
  }

  #stretchFor({ time, opens }: Message): Stretch {
    const last = this.#stretches.at(-1);
    if (last && !opens) return last;
    const made: Stretch = { from: time, scene: this.#scene, messages: [], bytes: 0 };
    this.#stretches.push(made);
    return made;
  }

  #forget(now: Seconds): void {
    for (;;) {
      const [oldest, next] = this.#stretches;
      if (!oldest || !next) return;
      // What is left must still reach back far enough.
      if (now - next.from < this.#seconds && this.#bytes <= this.#most) return;
      this.#stretches.shift();
      this.#bytes -= oldest.bytes;
    }
  }
}
