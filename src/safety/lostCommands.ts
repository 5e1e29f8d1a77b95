/**
 * Commands that are lost on the way to the board: the wheels keep the last one that came, so the robot drives blind for longer.
 *
 * Of 1/T commands a second a share q is lost, so n of them in a row are lost qⁿ/T times a second: about once a second
 *
 *     n = ln T / ln q,   and then no command comes for   g = (n + 1)·T.
 *
 * To this gap the law for late ticks applies (see punctuality.ts): full speed up to B = max(D/3, 3T/2), and B/g of it
 * beyond. At 50 Hz and D = 200 ms that is full up to q = 0.19, 0.78 at 0.3, half at 0.5; at 10 Hz, where the dead-man time
 * is two periods, the first lost command counts. Losses in bursts make longer gaps, for which the board has its dead-man.
 */
import type { Seconds } from '../math/units.js';
import type { LinkReading } from '../signals/signals.js';
import type { Found } from './supervisor.js';

/** What was sent to the board in the last second or so, and how much of it was lost. */
export interface LineLoss {
  readonly sent: number;
  readonly lost: number;
}

type Count = Pick<LinkReading, 'at' | 'sent' | 'lost'>;

/** An older count says nothing of now. */
const MAX_AGE: Seconds = 1;
/** With more the board's dead-man stops it. */
const MOST_LOST = 0.9;

/** @param counts since the link was opened, the oldest first: those of the last second, and one before them */
export function lossOf(counts: readonly Count[], at: Seconds): LineLoss {
  const first = counts[0];
  const last = counts.at(-1);
  if (!first || !last || at - last.at > MAX_AGE) return { sent: 0, lost: 0 };
  return { sent: (last.sent ?? 0) - (first.sent ?? 0), lost: (last.lost ?? 0) - (first.lost ?? 0) };
}

/** g: so long no command is to be expected to come, once a second. @param period of the commands */
export function expectedGap({ sent, lost }: LineLoss, period: Seconds): Seconds {
  if (lost <= 0 || sent <= 0) return 0;
  const share = Math.min(lost / sent, MOST_LOST);
  return period * (1 + Math.log(period) / Math.log(share));
}

/** Why the robot is slowed, the share B/g of its greatest speeds that is left, and g; null if few commands are lost. */
export function lossHold(
  loss: LineLoss,
  { period, blindTime }: { readonly period: Seconds; readonly blindTime: Seconds },
): { readonly share: number; readonly what: string; readonly gap: Seconds } | null {
  const gap = expectedGap(loss, period);
  if (gap <= blindTime) return null;
  return { share: blindTime / gap, what: 'commands are lost on the line', gap };
}

/** One or two may be lost by chance; and at a high rate a small share is not felt. */
const TOLD_LOST = 3;
const TOLD_SHARE = 0.05;

/** Worth telling, though the robot may drive as before. */
export function lossTold({ sent, lost }: LineLoss): Found | undefined {
  if (lost < TOLD_LOST || lost <= TOLD_SHARE * sent) return undefined;
  return {
    kind: 'commandsLost',
    what: `${lost} of ${sent} commands did not reach the board within a second: check the cable or the radio`,
  };
}
