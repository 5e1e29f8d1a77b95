/** Who drives by hand: one at a time, and only as long as they keep saying so. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { Operation } from '../../signals/view.js';

export type Teleop = Extract<Operation, { kind: 'teleop' }>;

/** Guards people: a hand that was not heard for so long has let go; the way to the wheels takes the rest of 0.3 s. */
export const LEASE_LIFE: Seconds = 0.25;

interface Held<Who> {
  readonly who: Who;
  /** What was said last; its robot is the one that must be let go. */
  readonly said: Teleop;
  readonly until: Seconds;
  readonly forget: () => void;
}

/** Who hears of it. */
export interface LeaseEars {
  /** To the robot. */
  drive(teleop: Teleop): void;
  /** There is another holder, or none any more. */
  changed(): void;
}

export class DriveLease<Who extends object> {
  readonly #time: TimeSource;
  readonly #ears: LeaseEars;
  #held: Held<Who> | undefined;

  constructor(time: TimeSource, ears: LeaseEars) {
    this.#time = time;
    this.#ears = ears;
  }

  get holder(): Who | undefined {
    // Guards people: a timer that comes late does not make a life longer.
    if (this.#held && this.#time.now() >= this.#held.until) this.#end(this.#held);
    return this.#held?.who;
  }

  isOthers(who: Who): boolean {
    const { holder } = this;
    return holder !== undefined && holder !== who;
  }

  /** Takes the lease, or renews it; 0, 0 lets go. @returns whether it was theirs to take */
  steer(who: Who, teleop: Teleop): boolean {
    if (this.isOthers(who)) return false;
    if (teleop.linear === 0 && teleop.angular === 0) this.letGo(who);
    else this.#hold(who, teleop);
    return true;
  }

  /** Guards people: a hand is off, or whoever had it is gone; the robot hears it at once. */
  letGo(who: Who): void {
    if (this.#held?.who === who) this.#end(this.#held);
  }

  #hold(who: Who, said: Teleop): void {
    const before = this.#held;
    before?.forget();
    // Guards people: one who turns to another robot has let go of the one before.
    if (before && before.said.robot !== said.robot) this.#ears.drive(still(before.said));
    const until = this.#time.now() + LEASE_LIFE;
    const forget = this.#time.after(LEASE_LIFE, () => this.letGo(who));
    this.#held = { who, said, until, forget };
    this.#ears.drive(said);
    if (!before) this.#ears.changed();
  }

  #end({ said, forget }: Held<Who>): void {
    forget();
    this.#held = undefined;
    this.#ears.drive(still(said));
    this.#ears.changed();
  }
}

/** What lets go of the robot that this drove. */
const still = (teleop: Teleop): Teleop => ({ ...teleop, linear: 0, angular: 0 });
