/** The ticks of a session as frames carry them: each first as it was made, since that is what a recording compares. */
import { BY_OPERATOR, hasPower } from '../../src/safety/supervisor.js';
import type { Tick } from '../../src/signals/signals.js';

export class ShownTicks {
  readonly #shown = new WeakSet<Tick>();
  #again = false;

  /** A STOP shows at once, not with the next tick: a paused simulation has none. */
  asShown(tick: Tick, stopped: boolean): Tick {
    const holds = stopped && hasPower(tick);
    if (this.#shown.has(tick)) return holds ? atRest(tick) : tick;
    this.#shown.add(tick);
    this.#again ||= holds;
    return tick;
  }

  /** Since it was asked last, a tick went out as it was made whose robot is stopped by now: one more frame is due. */
  takeAgain(): boolean {
    const again = this.#again;
    this.#again = false;
    return again;
  }
}

const atRest = (tick: Tick): Tick => ({
  ...tick,
  safety: 'stopped',
  cause: BY_OPERATOR,
  hold: null,
  granted: { left: 0, right: 0 },
  duties: { left: 0, right: 0 },
});
