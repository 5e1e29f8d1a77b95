/** How one wheel answers duties: the model whose figures the fits look for. */
import type { Duty, MetersPerSecond, MetersPerSecondSquared, Seconds } from '../math/units.js';
import { turnWheel, type WheelResponse } from '../math/wheel.js';
import type { ByDirection, MotorFigures } from '../robot/byWheel.js';

export interface WheelFigures extends ByDirection<MotorFigures> {
  /** From a command to the first torque. */
  readonly delay: Seconds;
  readonly lag: Seconds;
  readonly breakaway: MetersPerSecond;
  readonly acceleration: MetersPerSecondSquared;
}

export interface SentDuty {
  readonly at: Seconds;
  readonly duty: Duty;
}

/** v = sgn(u)·(|u| − d)/(1 − d)·v₀ by direction; zero in the dead band. */
export function speedOfDuty(duty: Duty, figures: ByDirection<MotorFigures>): MetersPerSecond {
  const { deadband, noLoadSpeed } = duty < 0 ? figures.back : figures.forward;
  const power = Math.abs(duty) - deadband;
  return power > 0 ? (Math.sign(duty) * power * noLoadSpeed) / (1 - deadband) : 0;
}

/**
 * Where the wheel's rim is at some instants, from rest: each duty takes effect `delay` after it was sent, and the wheel
 * follows as in `turnWheel`.
 *
 * @param sent in the order of time @param at instants in the order of time
 */
export function wheelPositions(
  sent: readonly SentDuty[],
  at: readonly Seconds[],
  figures: WheelFigures,
): Float64Array {
  const response: WheelResponse = figures;
  const { delay } = figures;
  const positions = new Float64Array(at.length);
  let [now, speed, position, command, next] = [at[0] ?? 0, 0, 0, 0, 0];
  const roll = (until: Seconds): void => {
    if (until <= now) return;
    const motion = turnWheel(speed, command, until - now, response);
    speed = motion.speed;
    position += motion.travel;
    now = until;
  };
  for (let i = 0; i < at.length; i++) {
    const until = at[i] as Seconds;
    for (let duty = sent[next]; duty && duty.at + delay <= until; duty = sent[++next]) {
      roll(duty.at + delay);
      command = speedOfDuty(duty.duty, figures);
    }
    roll(until);
    positions[i] = position;
  }
  return positions;
}

/**
 * The same wheel by other figures, again and again: a fit changes one figure after the other, and most of them belong to
 * another wheel or to the other direction, so that the last answer holds.
 */
export function positionsBy(
  sent: readonly SentDuty[],
  at: readonly Seconds[],
): (figures: WheelFigures) => Float64Array {
  const turnsForward = sent.some(({ duty }) => duty > 0);
  const turnsBack = sent.some(({ duty }) => duty < 0);
  const isAlike = (one: WheelFigures, other: WheelFigures): boolean =>
    one.delay === other.delay &&
    one.lag === other.lag &&
    one.breakaway === other.breakaway &&
    one.acceleration === other.acceleration &&
    (!turnsForward || isSameMotor(one.forward, other.forward)) &&
    (!turnsBack || isSameMotor(one.back, other.back));
  let last: { readonly figures: WheelFigures; readonly positions: Float64Array } | undefined;
  return (figures) => {
    if (!last || !isAlike(last.figures, figures))
      last = { figures, positions: wheelPositions(sent, at, figures) };
    return last.positions;
  };
}

const isSameMotor = (one: MotorFigures, other: MotorFigures): boolean =>
  one.noLoadSpeed === other.noLoadSpeed && one.deadband === other.deadband;
