/** One line that is kept up to date at the bottom of a terminal; a pipe or a file gets none of it. */

import type { Seconds } from '../../math/units.js';
import type { Tick } from '../../signals/signals.js';
import { CLEAR_LINE } from './terminal.js';

const EVERY: Seconds = 0.1;

export interface StatusLine {
  show(tick: Tick): void;
  /** Says something that stays, above the line. */
  say(text: string): void;
  clear(): void;
}

/** @param mark stands in front of whatever the line says, so short that it leaves room for it */
export function statusLine(terminal: NodeJS.WriteStream, mark: string | null): StatusLine {
  const width = () => (terminal.columns ?? 80) - 1;
  let next = Number.NEGATIVE_INFINITY;
  const write = (text: string) => terminal.isTTY && terminal.write(text);
  return {
    show(tick) {
      if (tick.at < next) return;
      next = tick.at + EVERY;
      const line = mark === null ? stateOf(tick) : `${mark} | ${stateOf(tick)}`;
      write(`${CLEAR_LINE}${line.slice(0, width())}`);
    },
    say(text) {
      write(CLEAR_LINE);
      terminal.write(`${text}\n`);
    },
    clear: () => void write(CLEAR_LINE),
  };
}

function stateOf({ at, estimate: { pose, source }, granted, safety, cause, hold }: Tick): string {
  const speed = (granted.left + granted.right) / 2;
  // Rounded, −0.4° is 0, not −0.
  const degrees = Math.round((pose.heading * 180) / Math.PI) || 0;
  const where = `x ${pose.x.toFixed(2)} m, y ${pose.y.toFixed(2)} m, ${degrees}°`;
  // First what matters: a narrow terminal shows no more.
  const why = cause ?? hold;
  const state = why === null ? safety : `${safety} (${why})`;
  return `${state} ${at.toFixed(1)} s: ${where} by ${source}, ${speed.toFixed(2)} m/s`;
}
