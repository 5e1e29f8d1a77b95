/** Scout with wheels whose encoders count as coarsely as wanted, sent a metre away by odometry from any heading. */
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { drive, missionOf, sceneOf } from './runs.js';

/** Counts per revolution, and the rate of the loop [Hz]. */
export const COARSE = [
  [20, 50],
  [40, 50],
  [80, 50],
  [200, 50],
  [1437, 50],
  [200, 250],
] as const;

/** Of 5 mm and one count [m]. */
export const allowedOvershoot = (counts: number): number => 0.005 + (Math.PI * 0.07) / counts;

function counting(counts: number, rate: number): RobotDefinition {
  const scout = loadRobot('scout');
  const wheel = { countsPerRevolution: counts };
  return { ...scout, encoders: { left: wheel, right: wheel }, control: { ...scout.control, rate } };
}

/** How far beyond its target it comes from each of so many headings [m]. */
export async function overshoots(counts: number, rate: number, headings: number): Promise<number[]> {
  const robot = counting(counts, rate);
  const mission = missionOf({ arrive: { target: [1, 0] } });
  const criteria = [{ criterion: 'arrived', within: 0.05 }] as const;
  const beyond: number[] = [];
  for (let i = 0; i < headings; i++) {
    const heading = ((i + 0.37) / headings) * 2 * Math.PI - Math.PI;
    const scene = sceneOf({ robot, mission, criteria, at: { heading }, sensing: 'odometry', duration: 12 });
    const { outcome, overshoot } = (await drive(scene)).robot;
    beyond.push(outcome === 'arrived' ? (overshoot ?? 0) : Number.POSITIVE_INFINITY);
  }
  return beyond;
}
