/** Teleop sticks: a stick drives while its messages repeat in real time, at any simulation speed. */
import { teleopTwist } from '../../src/control/teleop.js';
import type { Seconds } from '../../src/math/units.js';
import { TELEOP_LIFE } from '../../src/signals/signals.js';
import type { RobotRun } from '../engine/robotRun.js';

interface Held {
  readonly linear: number;
  readonly angular: number;
  readonly until: Seconds;
}

/** Called with what a stick says. @param renewed before a control tick */
export type StickListener = (
  said: { readonly robot: string; readonly linear: number; readonly angular: number },
  renewed: boolean,
) => void;

export class TeleopHold {
  readonly #held = new Map<RobotRun, Held>();
  readonly #listener: StickListener;

  constructor(listener: StickListener = () => {}) {
    this.#listener = listener;
  }

  /** Shares −1 … 1 of teleop's limits; 0 and 0 release the stick. */
  hold(robot: RobotRun, linear: number, angular: number, now: Seconds): void {
    if (linear === 0 && angular === 0) this.#held.delete(robot);
    else this.#held.set(robot, { linear, angular, until: now + TELEOP_LIFE });
    this.say(robot, linear, angular);
  }

  /** A stick without new messages counts as released, also while paused. */
  expire(now: Seconds): void {
    for (const [robot, { until }] of this.#held) {
      if (now <= until) continue;
      this.#held.delete(robot);
      this.say(robot, 0, 0);
    }
  }

  /** Repeats the held sticks before each tick. */
  renew(): void {
    for (const [robot, { linear, angular }] of this.#held) this.say(robot, linear, angular, true);
  }

  /** What a stick says once, without being held. @param renewed before a control tick */
  say(robot: RobotRun, linear: number, angular: number, renewed = false): void {
    this.#listener({ robot: robot.id, linear, angular }, renewed);
    const twist = teleopTwist({ linear, angular }, robot.loop.setup.robot.chassis.track);
    robot.loop.say({ kind: 'teleop', twist });
  }

  /** Releases every stick. */
  clear(): void {
    this.#held.clear();
  }
}
