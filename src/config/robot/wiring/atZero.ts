/** What a wheel does at zero power. */
import type { RobotDefinition } from '../../../robot/robot.js';
import { SHIELDS } from '../../../robot/shields.js';
import { motorDriverOf } from './motorDrivers.js';
import type { Side } from './pinUses.js';

/** `still`: a servo gets the pulse at which it stands. */
export type AtZero = 'coast' | 'brake' | 'still';

/** Undefined without a motor there, or if its driver is not known. */
export function atZeroOf(
  { left, right, driver }: Partial<RobotDefinition['motors']>,
  side: Side,
): AtZero | undefined {
  const motor = { left, right }[side];
  if (motor === undefined) return undefined;
  if (motor.servo !== undefined) return 'still';
  if (motor.shield !== undefined) return SHIELDS[motor.shield]?.atZero ?? 'coast';
  const chip = motorDriverOf(driver);
  return (motor.cdir === undefined && chip?.atZeroInverted) || chip?.atZero;
}
