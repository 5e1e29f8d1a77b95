/** The scene and the standing world are written once, and hold until they change: a file that begins later needs them. */

import type { Seconds } from '../math/units.js';
import type { Channel, RecordedMessage } from './format/channels.js';
import { SCHEMAS } from './format/schemas.js';

export class LastingMessages {
  readonly #newest = new Map<Channel, RecordedMessage>();

  note(message: RecordedMessage): void {
    const { channel } = message;
    if (!channel.lasting) return;
    // The world of the scene before is over.
    if (channel.schema === SCHEMAS.scene) this.#newest.clear();
    this.#newest.set(channel, message);
  }

  /** Those in force, the scene first. */
  get all(): readonly RecordedMessage[] {
    return [...this.#newest.values()];
  }
}

export const writtenAgain = (message: RecordedMessage, time: Seconds): RecordedMessage => ({
  ...message,
  time,
});
