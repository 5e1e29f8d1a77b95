/** What a wheel does without power. */

import { motorDriverOf } from '../../../kit/motorDrivers.js';
import { SHIELDS } from '../../../kit/shields.js';
import { boardPinsOf, isBraked } from '../../../robot/braking.js';
import type { RobotDefinition } from '../../../robot/robot.js';
import type { Side } from '../../../signals/signals.js';

/** `still`: a servo gets the pulse at which it stands, or none. */
export type AtZero = 'coast' | 'brake' | 'still';

/** The part of a robot's file that tells it. */
interface Wired {
  readonly firmware?: string | undefined;
  readonly motors: Partial<RobotDefinition['motors']>;
}

/** While the motors are armed and its duty is zero. Undefined without a motor there, or if its driver is not known. */
export function atZeroOf(robot: Wired, side: Side): AtZero | undefined {
  const isOurs = robot.firmware !== 'standard-firmata';
  return isOurs && isBraked(robot.motors, side) ? 'brake' : withoutPwm(robot, side);
}

/** After a stop: no pin of the motor is high, and a standby or EN/DIAG cuts its bridge off. */
export function whenOffOf(robot: Wired, side: Side): AtZero | undefined {
  const rest = withoutPwm(robot, side);
  const { left, right, standby } = robot.motors;
  const isCutOff = standby !== undefined || boardPinsOf({ left, right }[side]).enableDiag !== undefined;
  return rest === 'brake' && isCutOff ? 'coast' : rest;
}

/** Our firmware sets the direction pins low, too; with StandardFirmata they stay as they were. */
function withoutPwm({ firmware, motors }: Wired, side: Side): AtZero | undefined {
  const motor = { left: motors.left, right: motors.right }[side];
  if (motor === undefined) return undefined;
  if (motor.servo !== undefined) return 'still';
  if (motor.shield !== undefined) return SHIELDS[motor.shield]?.atZero ?? 'coast';
  const chip = motorDriverOf(motors.driver);
  const inputsDiffer = motor.cdir === undefined || firmware === 'standard-firmata';
  return (motor.forward === undefined && inputsDiffer && chip?.atZeroOpposed) || chip?.atZero;
}
