/** Which motors Steerbot's firmware brakes. */

import { SHIELDS, type ShieldPins } from '../kit/shields.js';
import type { Side } from '../signals/signals.js';
import type { MotorPins, RobotDefinition } from './robot.js';

/** The board's pins of a motor, those of its shield too; none behind a bus. */
export function boardPinsOf(motor: Partial<MotorPins> | undefined): Partial<MotorPins> & ShieldPins {
  const { shield = '', motor: number = 1 } = motor ?? {};
  const known = Object.hasOwn(SHIELDS, shield) ? SHIELDS[shield] : undefined;
  return { ...motor, ...(known?.bus ? {} : known?.motors[number - 1]) };
}

/**
 * Whether a motor is short-circuited while it is armed and has no duty: both inputs of its bridge are high then. With
 * `decay: slow` they are so between the pulses of a PWM each way, too. Stopped, all of its pins are low.
 */
export function isBraked(
  { left, right, stop, decay }: Partial<RobotDefinition['motors']>,
  side: Side,
): boolean {
  const { forward, cdir } = boardPinsOf({ left, right }[side]);
  return forward === undefined ? cdir !== undefined && stop === 'brake' : decay === 'slow';
}
