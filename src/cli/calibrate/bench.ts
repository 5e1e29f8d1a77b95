/** What a calibration works with. */
import type { Plan } from './plan.js';
import type { Rig } from './rig.js';
import type { Tape } from './tape.js';

/** A robot that is ready, and the hand that moves and measures it. */
export interface Bench {
  readonly rig: Rig;
  readonly plan: Plan;
  readonly tape: Tape;
  /** Asks that the wheels touch nothing. @throws Declined */
  readonly raise: () => Promise<void>;
}
