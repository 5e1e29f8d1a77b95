/** A square driven by a robot whose left wheel is 5 % larger than its file says: which no encoder sees. */

import { describe, expect, it } from 'vitest';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { drive } from '../support/runs.js';
import { measuredScene } from '../support/scenes.js';
import { sensorsAt } from '../support/sensors.js';

const SQUARE = measuredScene('square');
const LARGER = { wheelDiameterError: { left: 0.05, right: 0 } };
const SLIGHTLY_LARGER = { wheelDiameterError: { left: 0.02, right: 0 } };
const STRONGER = { wheelSpeedError: { left: 0.05, right: 0 } };

function squareWith(sensor: string | null, plant: Partial<PlantSpec>, encoders = true): Scenario {
  const [spec] = SQUARE.robots;
  if (!spec) throw new Error('the square has a robot');
  const { encoders: counters, ...rest } = spec.robot;
  const sensors = sensor === null ? [] : [sensorsAt([0, 0])(sensor)];
  const robot: RobotDefinition = { ...rest, ...(encoders && counters && { encoders: counters }), sensors };
  return { ...SQUARE, plant: { ...SQUARE.plant, ...plant }, robots: [{ ...spec, robot }] };
}

async function driven(sensor: string | null, plant: Partial<PlantSpec>, encoders = true) {
  const { robot } = await drive(squareWith(sensor, plant, encoders));
  const { outcome, crossTrack } = robot;
  return { outcome, rms: crossTrack?.rms ?? Number.NaN, max: crossTrack?.max ?? Number.NaN };
}

describe('a wheel that is 5 % off', () => {
  it('without a gyroscope leads off the square by 0.4 m and more, and not back to the start', async () => {
    expect(await driven(null, LARGER)).toMatchObject({ outcome: 'running', max: expect.closeTo(0.46, 1) });
    expect(await driven(null, STRONGER, false)).toMatchObject({ outcome: 'running' });
  });

  // A bno055 has a heading only, which is weighed against the commands.
  it.each([
    ['mpu6050', 0.025],
    ['qmi8658', 0.025],
    ['lsm6ds3', 0.025],
    ['bno055', 0.028],
  ])('with %s stays within %d m rms of the square, with encoders or without', async (type, least) => {
    for (const [plant, encoders] of [
      [LARGER, true],
      [LARGER, false],
      [STRONGER, false],
    ] as const) {
      const { outcome, rms, max } = await driven(type, plant, encoders);

      expect(outcome).toBe('arrived');
      expect(rms).toBeLessThan(least);
      expect(max).toBeLessThan(2 * least);
    }
  });

  it('with a biased gyroscope is driven the same: the bias is learned first', async () => {
    const ideal = await driven('mpu6050', LARGER);
    const biased = await driven('mpu6050', { ...LARGER, gyroBias: 0.2 });
    expect(biased.rms).toBeCloseTo(ideal.rms, 6);
  });

  it('with a compass, which has little weight, leads off by half as much if there are no encoders', async () => {
    const { rms, max } = await driven('hmc5883l', LARGER, false);
    expect(rms).toBeLessThan(0.1);
    expect(max).toBeLessThan(0.2);
    expect(await driven('hmc5883l', SLIGHTLY_LARGER, false)).toMatchObject({ outcome: 'arrived' });
    expect(await driven(null, SLIGHTLY_LARGER, false)).toMatchObject({ outcome: 'running' });
  });
});

describe('a robot whose wheels are as its file says', () => {
  it('drives no worse with a gyroscope or an orientation sensor than without', async () => {
    const without = await driven(null, {});
    for (const type of ['mpu6050', 'bno055', 'hmc5883l']) {
      const { outcome, rms } = await driven(type, {});
      expect(outcome).toBe('arrived');
      expect(rms).toBeLessThan(1.02 * without.rms);
    }
  });
});
