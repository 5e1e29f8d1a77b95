/** Teleop sticks: a stick drives while its messages repeat in real time, at any simulation speed. */
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

  /** Shares −1 … 1 of teleop's limits; 0 and 0 release the stick. */
  hold(robot: RobotRun, linear: number, angular: number, now: Seconds): void {
    const twist = teleopTwist({ linear, angular }, robot.loop.setup.robot.chassis.track);
    if (linear === 0 && angular === 0) this.#held.delete(robot);
    else this.#held.set(robot, { twist, until: now + TELEOP_LIFE });
    robot.loop.say({ kind: 'teleop', twist });
  }

  /** A stick without new messages counts as released, also while paused. */
  expire(now: Seconds): void {
    for (const [robot, { until }] of this.#held) {
      if (now <= until) continue;
      this.#held.delete(robot);
      robot.loop.say({ kind: 'teleop', twist: RELEASED_TWIST });
    }
  }

  /** Repeats the held sticks before each tick. */
  renew(): void {
    for (const [robot, { twist }] of this.#held) robot.loop.say({ kind: 'teleop', twist });
  }

  /** Releases every stick. */
  clear(): void {
    this.#held.clear();
  }
}
