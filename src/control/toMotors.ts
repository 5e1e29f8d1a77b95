/** toMotors: from the granted wheel speeds to the motors' duties. All that is peculiar to motors is here. */
import { breakAway, speedsOfDuties, toDuties, withLead } from '../locomotion/motor.js';
import { holdSpeed, type WheelSpeedState } from '../locomotion/wheelSpeedLoop.js';
import { boostFor } from '../safety/supplies.js';
import type { WheelDuties, WheelSpeeds } from '../signals/signals.js';
import type { Now } from './perceive.js';
import type { RobotModel } from './robotModel.js';
import type { LoopState } from './state.js';

/** What the motors get, and what of it the next ticks reckon with. */
export interface Driven {
  readonly duties: WheelDuties;
  /** The speeds that the wheels are told: those granted, but for what starts a wheel and leads it. */
  readonly sent: WheelSpeeds;
  /** What the wheel-speed loop adds to them. */
  readonly added: WheelSpeeds;
  /** What motors as in the file would do with the duties. */
  readonly commanded: WheelSpeeds;
  readonly wheelSpeed: WheelSpeedState;
}

/**
 * break-away → lead → wheel-speed loop → duties by each motor's figures, its gain and the battery's voltage.
 *
 * Guards people: nothing here adds speed, but for what starts and holds a wheel, within bounds (`toDuties`).
 *
 * @param isHolding the robot is inside its goal's hold band: no wheel is started
 */
export function toMotors(
  { granted, isHolding }: { readonly granted: WheelSpeeds; readonly isHolding: boolean },
  { motor, voltage, wheelSpeed: loop }: RobotModel,
  { estimator, guards, granted: before, wheelSpeed }: LoopState,
  { dt, moving }: Now,
): Driven {
  const started = breakAway(granted, moving, motor, isHolding);
  const sent = withLead(started, before, dt, motor);
  const { wheelGains, behind } = estimator.motors;
  const held = holdSpeed(wheelSpeed, { told: sent, behind, dt }, loop);
  const boost = boostFor(guards.supply, voltage);
  const duties = toDuties(sent, motor, { gains: wheelGains.gains, added: held.added, boost });
  const commanded = speedsOfDuties(duties, motor, boost);
  return { duties, sent, added: held.added, commanded, wheelSpeed: held.state };
}
