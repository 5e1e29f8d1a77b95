/** Says on a terminal how far a long run has got; a pipe or a file is not written to. */
import type { Seconds } from '../../math/units.js';
import { CLEAR_LINE } from './terminal.js';

const FIRST_AFTER: Seconds = 1;
const EVERY: Seconds = 0.25;

export interface Progress {
  at(simulated: Seconds, wall: Seconds): void;
  done(): void;
}

export function showProgress(duration: Seconds, terminal: NodeJS.WriteStream): Progress {
  let next = FIRST_AFTER;
  let shown = false;
  return {
    at(simulated, wall) {
      if (!terminal.isTTY || wall < next) return;
      next = wall + EVERY;
      shown = true;
      const share = Math.floor((100 * simulated) / duration);
      terminal.write(`${CLEAR_LINE}${simulated.toFixed(0)} of at most ${duration} s simulated (${share} %)`);
    },
    done() {
      if (shown) terminal.write(CLEAR_LINE);
    },
  };
}
