import { describe, expect, it } from 'vitest';
import { SimDriver } from '../../../sim/plant/simDriver.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading } from '../../../src/signals/signals.js';
import { dutyFor, EMPTY, ORIGIN, ride, SCOUT } from '../bodies.js';

const { encoders: _, ...BLIND } = SCOUT;
const FRONT = { id: 'front', type: 'gp2y0a21', at: [0.08, 0], facing: 0 } as const;

function body(sensing: 'truth' | 'odometry' = 'odometry', robot: RobotDefinition = SCOUT) {
  const { world, drivetrain, run } = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
  const driver = new SimDriver({ id: 'a', robot, drivetrain, world, sensing });
  const readings: Reading[] = [];
  let ended = false;
  driver.readings$.subscribe({ next: (reading) => readings.push(reading), complete: () => (ended = true) });
  const speeds = () => world.wheelSpeedsOf('a');
  return { world, driver, run, readings, speeds, ended: () => ended };
}

describe('SimDriver', () => {
  it('emits pose, encoders and ranges, in this order', () => {
    const { driver, readings } = body('truth', { ...SCOUT, sensors: [FRONT] });
    driver.sense(0.5);
    expect(readings).toEqual([
      { kind: 'pose', at: 0.5, pose: ORIGIN },
      { kind: 'encoders', at: 0.5, left: 0, right: 0 },
      { kind: 'range', at: 0.5, sensor: 'front', distances: [null], raw: expect.closeTo(50, -1) },
    ]);
  });

  it('emits no true pose with odometry, and no encoders for a robot without them', () => {
    const odometry = body('odometry', { ...SCOUT, sensors: [FRONT] });
    odometry.driver.sense(0);
    expect(odometry.readings.map(({ kind }) => kind)).toEqual(['encoders', 'range']);
    const blind = body('odometry', BLIND);
    blind.driver.sense(0);
    expect(blind.readings).toEqual([]);
  });

  it('drives the wheels from the tick’s time on, until the next duties', async () => {
    const { driver, run, speeds, readings } = body();
    await driver.arm();
    driver.sense(0);
    driver.drive({ left: dutyFor(0.2), right: dutyFor(-0.1) });
    run(1);
    expect(speeds().left).toBeCloseTo(0.2, 9);
    expect(speeds().right).toBeCloseTo(-0.1, 9);
    driver.sense(1);
    // 0.2 m/s for 1 s less the ramp's 0.02 m; 1437 counts on 220 mm.
    expect(readings.at(-1)).toMatchObject({ left: Math.floor((0.18 / (Math.PI * 0.07)) * 1437) });
  });

  it('counts non-finite duties as zero, and too large ones as full power', async () => {
    const { driver, run, speeds } = body();
    await driver.arm();
    driver.drive({ left: Number.NaN, right: 7 });
    run(1);
    expect(speeds()).toEqual({ left: 0, right: 0.6 });
    driver.drive({ left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY });
    run(2);
    expect(speeds()).toEqual({ left: 0, right: 0 });
  });

  it('does not drive before it is armed', () => {
    const { driver, run, speeds } = body();
    driver.drive({ left: 1, right: 1 });
    run(0.5);
    expect(speeds()).toEqual({ left: 0, right: 0 });
  });

  it('stops, twice without harm, and drives again only when it is armed again', async () => {
    const { driver, run, speeds } = body();
    await driver.arm();
    driver.drive({ left: 1, right: 1 });
    run(1);
    driver.sense(1);
    driver.stop();
    driver.stop();
    driver.drive({ left: 1, right: 1 });
    run(2);
    expect(speeds()).toEqual({ left: 0, right: 0 });
    driver.sense(3);
    await driver.arm();
    driver.drive({ left: 1, right: 1 });
    run(1);
    expect(speeds().left).toBeCloseTo(0.6, 9);
  });

  it('stops the wheels when it is closed, ends its readings and stays closed', async () => {
    const { driver, run, speeds, readings, ended } = body();
    await driver.arm();
    driver.drive({ left: 1, right: 1 });
    run(1);
    driver.sense(1);
    await driver.close();
    await driver.close();
    expect(ended()).toBe(true);
    await driver.arm();
    driver.drive({ left: 1, right: 1 });
    driver.sense(1.02);
    run(2);
    expect(speeds()).toEqual({ left: 0, right: 0 });
    expect(readings).toHaveLength(1);
  });
});
