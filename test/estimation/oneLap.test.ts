/** A lap that nobody sees from outside: how far from its path a robot drives that believes its wheels and its gyroscope. */
import { describe, expect } from 'vitest';
import { AS_DECLARED } from '../../sim/scenario/plantSpec.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import { drive } from '../support/runs.js';
import { measuredScene } from '../support/scenes.js';

const GYRO: RobotDefinition['sensors'] = [{ id: 'imu', type: 'mpu6050', at: [0, 0], facing: 0 }];
const SEEDS = 20;
/** The gyroscope's scale is right within this, and each seed has another one. */
const SCALE = 0.002;
/** Of each wheel [√m]. */
const SLIP = 0.005;

/** The root mean square of each seed's cross-track error, the least first. */
async function laps(name: string, sensors: RobotDefinition['sensors']): Promise<number[]> {
  const scenario = measuredScene(name);
  const found: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const gyroScaleError = SCALE * (((((seed * 7) % SEEDS) + 0.5) / SEEDS) * 2 - 1);
    const plant = { ...AS_DECLARED, ...scenario.plant, slip: SLIP, gyroBias: 1e-3, gyroScaleError };
    const robots = scenario.robots.map((spec) => ({ ...spec, robot: { ...spec.robot, sensors } }));
    const { robot } = await drive({ ...scenario, plant, robots, seed, sensing: 'odometry' });
    found.push(robot.crossTrack?.rms ?? Number.POSITIVE_INFINITY);
  }
  return found.sort((a, b) => a - b);
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1];

describe('one lap on odometry, where the wheels slip', () => {
  it.each([
    ['figure-eight', 0.006, 0.01],
    // Its corners are cut by 4 mm on purpose.
    ['square-benchmark', 0.007, 0.01],
  ])('%s with a gyroscope', async (name, half, most) => {
    const sorted = await laps(name, GYRO);
    expect(quantile(sorted, 0.5)).toBeLessThan(half);
    expect(quantile(sorted, 0.9)).toBeLessThan(most);
  });

  itThorough('needs the gyroscope', async () => {
    expect(quantile(await laps('figure-eight', []), 0.5)).toBeGreaterThan(0.03);
  });
});
