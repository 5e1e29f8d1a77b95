/** How fast a robot may drive whose motors only the host can stop. */
import type { Duty, MetersPerSecond } from '../../math/units.js';
import { allFigures } from '../../robot/byWheel.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { FULL_PWM } from './hostMotor.js';

/** The highest speed of a robot that nothing stops when the host fails. */
export const UNGUARDED_SPEED: MetersPerSecond = 0.2;

/**
 * The duty that gives the greatest allowed speed by the robot's own figures, and that speed. The duty is a whole PWM
 * step: no other step exceeds it, and the speed that the model assumes at the limit is the wheels' speed.
 */
export function greatestAllowed({ motors }: RobotDefinition): {
  readonly greatestDuty: Duty;
  readonly speedLimit: MetersPerSecond;
} {
  // Guards people: the motor that turns fastest decides.
  const limits = allFigures(motors).map(({ deadband, noLoadSpeed }) => {
    const wanted = deadband + ((1 - deadband) * UNGUARDED_SPEED) / noLoadSpeed;
    const greatestDuty = Math.min(1, Math.floor(wanted * FULL_PWM) / FULL_PWM);
    const speedLimit = (Math.max(0, greatestDuty - deadband) / (1 - deadband)) * noLoadSpeed;
    return { greatestDuty, speedLimit };
  });
  return limits.reduce((least, limit) => (limit.greatestDuty < least.greatestDuty ? limit : least));
}
