/** A sensor's cone, as rays from right to left. */
import { deg, type Radians } from '../math/units.js';

/** Of an ordinary sonar: at 3 m its rays are 0.1 m apart, and so are those of others. */
export const SONAR_CONE: Radians = deg(15);

export const coneRays = (angle: Radians): Radians[] =>
  spread(angle, 1 + 2 * Math.ceil((4 * angle) / SONAR_CONE));

/** Spreads directions evenly over the angle, both ends included. */
export function spread(angle: Radians, count: number): Radians[] {
  if (count < 2) return [0];
  return Array.from({ length: count }, (_, i) => angle * (i / (count - 1) - 0.5));
}
