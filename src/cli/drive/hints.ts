/** What an operator at the terminal can say to the robot that it drives, and is told. */
import { WAITING } from '../../control/autoArm.js';
import { UNPLACED } from '../../control/state.js';
import type { Pose } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import type { Command, SafetyState, Tick } from '../../signals/signals.js';
import { HERE_WORD } from './saidPlace.js';

/** Lets a stopped robot go on. */
export const GO_WORD = 'go';
/** Releases a latched fault whose cause is gone; the robot stays stopped. */
export const CLEAR_WORD = 'clear';

/** What the operator can say now; told when it changes. */
export class Hints {
  #waits: boolean;
  #told: string | undefined;
  /** What the operator has written that was no command. */
  #mistake: string | undefined;
  #wasPut = false;
  /** When the operator was last refused. */
  #refusedAt: Seconds | undefined;

  constructor(waits: boolean) {
    this.#waits = waits;
  }

  /** After a STOP the robot no longer starts by itself. What was not understood is told, and where the robot was put. */
  hear(command: Command): void {
    if (command.kind === 'stop') {
      this.#waits = false;
      this.#mistake = command.why;
    }
    if (command.kind === 'arm') this.#told = undefined;
    this.#wasPut ||= command.kind === 'stands' && command.isDraft !== true;
  }

  next({ safety, cause, faults, estimate }: Tick): string | undefined {
    const mistake = this.#mistake;
    this.#mistake = undefined;
    if (mistake !== undefined) return mistake;
    if (this.#wasPut && safety === 'stopped') {
      this.#wasPut = false;
      this.#told = HINTS.stopped;
      return `it stands at ${placeWords(estimate.pose)}; ${HINTS.stopped}`;
    }
    this.#wasPut = false;
    const failed = safety === 'faulted' || cause?.kind === 'deadManTripped' || cause?.kind === 'blocked';
    const refused = faults.findLast((fault) => fault.kind === 'notReady');
    if (refused && refused.at !== this.#refusedAt) {
      this.#refusedAt = refused.at;
      return refused.what;
    }
    const why = failed && cause !== null ? `${cause.what}\n` : '';
    const isStarting = this.#waits && cause?.kind === 'waiting';
    const isUnplaced = cause?.kind === 'unplaced';
    const hint = isStarting
      ? STARTING_HINT
      : isUnplaced
        ? placeHint(estimate.pose)
        : `${why}${HINTS[safety]}`;
    if (hint === this.#told) return undefined;
    this.#told = hint;
    return hint;
  }
}

/** Fixes may move it a little: its millimetres do not count. */
const placeHint = (pose: Pose): string =>
  `${UNPLACED.what}: '${HERE_WORD}' if at ${placeWords(pose)}, else such as 'at 0.5,0.2,90deg'; then '${GO_WORD}'`;

const placeWords = ({ x, y, heading }: Pose): string =>
  `(${x.toFixed(2)}, ${y.toFixed(2)}) looking ${Math.round((180 * heading) / Math.PI) || 0}°`;

const STARTING_HINT = `${WAITING.what}; Enter stops, Ctrl-C ends`;

const HINTS: Readonly<Record<SafetyState, string>> = {
  driving: 'driving; Enter stops, Ctrl-C ends',
  braking: 'a limit was met: it brakes',
  stopped: `stopped; ${GO_WORD} and Enter goes on, Ctrl-C ends`,
  faulted: `stopped by a fault; ${CLEAR_WORD} and Enter releases it, Ctrl-C ends`,
};
