/** Sticks that are held: each drives for as long as it is said again in real time, however fast it is simulated. */
import { teleopTwist } from '../../src/control/teleop.js';
import type { Seconds } from '../../src/math/units.js';
import { TELEOP_LIFE, type Twist } from '../../src/signals/signals.js';
import type { RobotRun } from '../engine/robotRun.js';

interface Held {
  readonly twist: Twist;
  readonly until: Seconds;
}

const RELEASED_TWIST: Twist = { linear: 0, angular: 0 };

export class TeleopHold {
  readonly #held = new Map<RobotRun, Held>();

  /** Shares −1 … 1 of what teleop allows; none of either releases it. */
  hold(robot: RobotRun, linear: number, angular: number, now: Seconds): void {
    const twist = teleopTwist({ linear, angular }, robot.loop.setup.robot.chassis.track);
    if (linear === 0 && angular === 0) this.#held.delete(robot);
    else this.#held.set(robot, { twist, until: now + TELEOP_LIFE });
    robot.loop.say({ kind: 'teleop', twist });
  }

  /** Guards people: a stick that was not said again counts as released, paused or not. */
  expire(now: Seconds): void {
    for (const [robot, { until }] of this.#held) {
      if (now <= until) continue;
      this.#held.delete(robot);
      robot.loop.say({ kind: 'teleop', twist: RELEASED_TWIST });
    }
  }

  /** Before each tick: what is held still counts. */
  renew(): void {
    for (const [robot, { twist }] of this.#held) robot.loop.say({ kind: 'teleop', twist });
  }

  /** Every stick counts as released. */
  clear(): void {
    this.#held.clear();
  }
}
