/** Comparing instants of a run: they are sums, so they are not equal to the last bit. */
import type { Hertz, Seconds } from '../../src/math/units.js';
import type { RobotSpec } from '../scenario/scenario.js';

/** Instants closer than this are the same. */
export const TIME_EPSILON: Seconds = 1e-9;

/** The control rate of all robots; null where they differ. */
export function sharedRate(robots: readonly { readonly spec: Pick<RobotSpec, 'robot'> }[]): Hertz | null {
  const rates = new Set(robots.map(({ spec }) => spec.robot.control.rate));
  const [rate] = rates;
  return rates.size === 1 && rate !== undefined ? rate : null;
}
