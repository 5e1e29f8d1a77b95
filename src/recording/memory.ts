/** The black box: the last minutes of a run, by whole stretches that each can be shown and made again. */
import type { Seconds } from '../math/units.js';
import type { Message } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';
import { Stretch } from './stretch.js';

export class Memory {
  readonly #seconds: Seconds;
  readonly #most: number;
  readonly #stretches: Stretch[] = [];
  #scene: Message | undefined;

  /** @param most bytes; the newest stretch stays whatever it takes */
  constructor(seconds: Seconds, most: number) {
    this.#seconds = seconds;
    this.#most = most;
  }

  get bytes(): number {
    return this.#stretches.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(message: Message): void {
    this.#stretchFor(message).add(message);
    if (message.channel.schema === SCHEMAS.scene) this.#scene = message;
    this.#forget(message.time);
  }

  /** All that is remembered: a scene first, and of each robot a keyframe before any inputs. */
  *messages(): Generator<Message> {
    const [first] = this.#stretches;
    if (first?.scene) yield { ...first.scene, time: first.from };
    const begun = new Set<string>();
    // One after the other, for unpacked they take ten times the room; others may come and go meanwhile.
    for (const stretch of [...this.#stretches]) {
      for (const message of stretch.messages()) {
        const { schema, robot = '' } = message.channel;
        if (schema === SCHEMAS.keyframe) begun.add(robot);
        if (schema !== SCHEMAS.inputs || begun.has(robot)) yield message;
      }
    }
  }

  #stretchFor({ time, opens }: Message): Stretch {
    const last = this.#stretches.at(-1);
    if (last && !opens) return last;
    void last?.pack();
    const made = new Stretch(time, this.#scene);
    this.#stretches.push(made);
    return made;
  }

  #forget(now: Seconds): void {
    for (;;) {
      const [oldest, next] = this.#stretches;
      if (!oldest || !next) return;
      // What is left must still reach back far enough.
      if (now - next.from < this.#seconds && this.bytes <= this.#most) return;
      this.#stretches.shift();
    }
  }
}
