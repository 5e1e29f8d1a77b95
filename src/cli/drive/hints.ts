/** What an operator at the terminal can say to the robot that it drives, and is told. */
import { WAITING } from '../../control/autoArm.js';
import type { Seconds } from '../../math/units.js';
import type { Command, SafetyState, Tick } from '../../signals/signals.js';

/** Lets a stopped robot go on. */
export const GO_WORD = 'go';
/** Releases a latched fault whose cause is gone; the robot stays stopped. */
export const CLEAR_WORD = 'clear';

/** What the operator can say now; told when it changes. */
export class Hints {
  #waits: boolean;
  #told: string | undefined;
  /** When the operator was last refused. */
  #refusedAt: Seconds | undefined;

  constructor(waits: boolean) {
    this.#waits = waits;
  }

  /** After a STOP the robot no longer starts by itself. */
  hear({ kind }: Command): void {
    if (kind === 'stop') this.#waits = false;
  }

  next({ safety, cause, faults }: Tick): string | undefined {
    const failed = safety === 'faulted' || cause?.kind === 'deadManTripped' || cause?.kind === 'blocked';
    const refused = faults.findLast((fault) => fault.kind === 'notReady');
    if (refused && refused.at !== this.#refusedAt) {
      this.#refusedAt = refused.at;
      return refused.what;
    }
    const why = failed && cause !== null ? `${cause.what}\n` : '';
    const hint = this.#waits && cause?.kind === 'waiting' ? STARTING_HINT : `${why}${HINTS[safety]}`;
    if (hint === this.#told) return undefined;
    this.#told = hint;
    return hint;
  }
}

const STARTING_HINT = `${WAITING.what}; Enter stops, Ctrl-C ends`;

const HINTS: Readonly<Record<SafetyState, string>> = {
  driving: 'driving; Enter stops, Ctrl-C ends',
  braking: 'a limit was met: it brakes',
  stopped: `stopped; ${GO_WORD} and Enter goes on, Ctrl-C ends`,
  faulted: `stopped by a fault; ${CLEAR_WORD} and Enter releases it, Ctrl-C ends`,
};
