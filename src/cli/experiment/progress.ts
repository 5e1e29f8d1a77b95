/** Says on a terminal how far an experiment has got, and how long it will still take. */
import type { Seconds } from '../../math/units.js';
import { CLEAR_LINE } from '../terminal/terminal.js';

const FIRST_AFTER: Seconds = 1;
const EVERY: Seconds = 0.25;

export interface RunsProgress {
  at(done: number, wall: Seconds): void;
  done(): void;
}

/** `12 s`, `3 min`, `1 h 20 min`: no more digits than a guess has. */
export function aboutTime(seconds: Seconds): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function showRuns(total: number, terminal: NodeJS.WriteStream): RunsProgress {
  let next = FIRST_AFTER;
  let shown = false;
  /** Where the guess begins: threads take their time to start. */
  let first: { readonly done: number; readonly wall: Seconds } | undefined;
  return {
    at(done, wall) {
      first ??= { done, wall };
      if (!terminal.isTTY || wall < next) return;
      next = wall + EVERY;
      shown = true;
      const each = (wall - first.wall) / (done - first.done);
      const left = wall - first.wall < FIRST_AFTER ? '' : `, about ${aboutTime(each * (total - done))} left`;
      terminal.write(`${CLEAR_LINE}${done} of ${total} runs (${Math.floor((100 * done) / total)} %)${left}`);
    },
    done() {
      if (shown) terminal.write(CLEAR_LINE);
    },
  };
}
