/** Motors whose direction pins are wires of their own. */
import type { RobotDefinition } from './robot.js';

/** Whether each motor's wheel can follow the direction pins of the other one, wired by mistake. */
export const canBeCrossed = ({ left, right }: Pick<RobotDefinition['motors'], 'left' | 'right'>): boolean =>
  left?.dir !== undefined &&
  right?.dir !== undefined &&
  (left.cdir === undefined) === (right.cdir === undefined);
