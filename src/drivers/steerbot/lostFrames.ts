/**
 * Counts the frames that were sent to the board and did not come there as they were sent. Twice a second the host says how
 * many frames it has sent; the board answers with that number and with how many have come, both modulo 2¹⁴. Of two answers
 *
 *     lost = Δsent − Δreceived
 *
 * of the frames between the two questions. Commands that the host never sends are in neither number, and frames that are
 * late or in the way of a pause are before the question, or behind it.
 */
import type { Message } from './messages.js';

export const FRAME_COUNT_MODULUS = 2 ** 14;

const modulo = (difference: number): number => (difference + FRAME_COUNT_MODULUS) % FRAME_COUNT_MODULUS;

export class LostFrames {
  #sent = 0;
  #lost = 0;
  #last: Pick<Message<'counted'>, 'sent' | 'received'> | undefined;

  /** Since the link was opened, while the board was armed. */
  get total(): { readonly sent: number; readonly lost: number } {
    return { sent: this.#sent, lost: this.#lost };
  }

  /** Counts from the next answer on. */
  begin(): void {
    this.#last = undefined;
  }

  counted({ sent, received }: Pick<Message<'counted'>, 'sent' | 'received'>): void {
    const last = this.#last;
    this.#last = { sent, received };
    if (!last) return;
    const between = modulo(sent - last.sent);
    const come = modulo(received - last.received);
    // More came than were sent: another program speaks with the board, or repeats.
    if (come > between) return;
    this.#sent += between;
    this.#lost += between - come;
  }
}
