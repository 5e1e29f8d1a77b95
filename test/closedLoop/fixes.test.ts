/** A robot that somebody outside sees: late, inexactly, now and then wrongly. */
import { describe, expect, it } from 'vitest';
import { AS_DECLARED } from '../../sim/scenario/plantSpec.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { drawn } from '../support/effort.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const EIGHT = Array.from({ length: 81 }, (_, i) => {
  const t = (2 * Math.PI * i) / 80;
  return [Math.sin(t), 0.5 * Math.sin(2 * t)] as const;
});
const FIXES = { rate: 10, delay: 0.25, deviation: 0.1, outliers: 0, far: 0.5 };
const GYRO: RobotDefinition['sensors'] = [{ id: 'imu', type: 'mpu6050', at: [0, 0], facing: 0 }];

/** How far the estimate is from the truth on figure eights of a minute: mean and largest. */
async function errors(more: { sensors?: RobotDefinition['sensors']; fixes?: Partial<typeof FIXES> | null }) {
  const { sensors = [], fixes = {} } = more;
  const described = benchmarkBody('b');
  const robot = { ...described, limits: { ...described.limits, speed: 0.4 }, sensors };
  const mission = missionOf({ followPath: { path: EIGHT, loop: true } });
  let [sum, most, count] = [0, 0, 0];
  for (let seed = 1; seed <= drawn(10, 1); seed++) {
    const plant = { ...AS_DECLARED, slip: 0.005 };
    const at = { heading: Math.PI / 4 };
    const scene = sceneOf({ robot, mission, seed, plant, at, sensing: 'odometry', duration: 60 });
    const { instants } = await drive({ ...scene, ...(fixes && { fixes: { ...FIXES, ...fixes } }) });
    for (const { pose, tick } of instants) {
      const { x, y } = tick.estimate.pose;
      const off = Math.hypot(pose.x - x, pose.y - y);
      [sum, most, count] = [sum + off, Math.max(most, off), count + 1];
    }
  }
  return { mean: sum / count, most };
}

describe('the estimate of a robot that is seen from outside', () => {
  it('is a few centimetres off, however long it drives; nobody looking, it is lost', async () => {
    const [seen, unseen] = [await errors({}), await errors({ fixes: null })];
    expect(seen.mean).toBeLessThan(0.04);
    expect(seen.most).toBeLessThan(0.17);
    expect(unseen.mean).toBeGreaterThan(2.5 * seen.mean);
  });

  it('is not misled by every fifth fix that is half a metre wrong', async () => {
    const { mean, most } = await errors({ sensors: GYRO, fixes: { outliers: 0.2 } });
    expect(mean).toBeLessThan(0.04);
    expect(most).toBeLessThan(0.13);
  });
});

describe('a robot without encoders that is seen from outside', () => {
  it('knows where it is, and says so', async () => {
    const { encoders: _, ...blind } = benchmarkBody('b');
    const mission = missionOf({ arrive: { target: [1.5, 0.5] } });
    const plant = { ...AS_DECLARED, wheelSpeedError: { left: 0.05, right: -0.05 } };
    const scene = sceneOf({ robot: blind, mission, plant, sensing: 'odometry', duration: 40 });
    const { robot, instants } = await drive({ ...scene, fixes: { ...FIXES, deviation: 0.02 } });
    expect(Math.hypot(robot.finalPose.x - 1.5, robot.finalPose.y - 0.5)).toBeLessThan(0.06);
    const { covariance, ages } = instants.at(-1)?.tick.estimate ?? {};
    // What each recorded tick carries of it.
    for (const { tick } of instants) expect(JSON.stringify(tick.estimate).length).toBeLessThan(1000);
    expect(Math.sqrt(covariance?.xx ?? 1)).toBeLessThan(0.05);
    expect(ages?.fix).toBeLessThan(0.5);
    expect(robot.expectedError ?? null).toBeNull();
  });
});
