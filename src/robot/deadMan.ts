import { SHIELDS } from '../kit/shields.js';
import type { RobotDefinition } from './robot.js';

/**
 * Whether the board can stop the motors by itself: with our firmware, and the motors on its own pins. A chip on a bus keeps
 * the last that it was told.
 */
export const hasDeadMan = ({ firmware, motors }: Pick<RobotDefinition, 'firmware' | 'motors'>): boolean =>
  firmware !== 'standard-firmata' &&
  [motors.left, motors.right].every((motor) => !SHIELDS[motor?.shield ?? '']?.bus);
