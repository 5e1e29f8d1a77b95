/** What the new gyroscopes and compasses see of a turn of 90° on an emulated board, and what they do when they fail. */
import { describe, expect, it } from 'vitest';
import { Lsm6ds3Chip } from '../../../src/kit/sensors/lsm6ds3.js';
import { wrapAngle } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { Reading } from '../../../src/signals/signals.js';
import { chipOf } from '../../support/busChips.js';
import { sensor, wiredRobot } from './wiredRobot.js';

const FOUND = 0.6;
const SPIN = { left: -0.3, right: 0.3 };

/** Left turns until the body has turned so far, then rests. @returns what it truly turned */
async function turnedBy(robot: Awaited<ReturnType<typeof wiredRobot>>, wanted: number): Promise<number> {
  let [turned, before] = [0, robot.world.poseOf('a').heading];
  const step = (duties: typeof SPIN) => {
    robot.run(0.02, duties);
    const { heading } = robot.world.poseOf('a');
    turned += wrapAngle(heading - before);
    before = heading;
  };
  while (turned < wanted) step(SPIN);
  for (let i = 0; i < 30; i++) step({ left: 0, right: 0 });
  return turned;
}

/** ∫ω dt over the readings of a gyroscope, by trapezoids. */
function integral(readings: readonly Reading[]): number {
  const rates = readings.filter((reading) => reading.kind === 'turnRate');
  return rates.slice(1).reduce((sum, { at, turnRate }, i) => {
    const before = rates[i];
    return before ? sum + ((at - before.at) * (turnRate + before.turnRate)) / 2 : sum;
  }, 0);
}

describe('a turn of 90° by the emulated board', () => {
  it.each([
    ['mpu6050', {}],
    ['qmi8658', {}],
    ['qmi8658', { address: 0x6a }],
    ['lsm6ds3', {}],
    ['lsm6ds3', { address: 0x6b }],
    ['qmi8658', { scale: 1.03, invert: true }],
    ['lsm6ds3', { scale: 0.98, invert: true }],
  ])('is measured by %s %o within 1 %%, times the factor of its file', async (type, more) => {
    const robot = await wiredRobot([sensor(type, more)]);
    await robot.arm();
    robot.run(FOUND, { left: 0, right: 0 });
    const from = robot.readings.length;
    const turned = await turnedBy(robot, deg(90));
    expect(turned).toBeGreaterThan(deg(90));
    const seen = integral(robot.readings.slice(from));
    // The emulated chip has no error of scale, so a factor that the file has too much is seen.
    expect(Math.abs(seen / ('scale' in more ? more.scale : 1) - turned) / turned).toBeLessThan(0.01);
  });

  it.each([
    ['hmc5883l', false],
    ['qmc5883l', false],
    ['qmc5883l', true],
  ])('is measured by %s, upside down %s, within a degree', async (type, invert) => {
    const robot = await wiredRobot([sensor(type, { invert })]);
    await robot.arm();
    robot.run(FOUND, { left: 0, right: 0 });
    const headingTold = () => {
      const told = robot.last(type);
      return told?.kind === 'heading' ? told.heading : Number.NaN;
    };
    const before = headingTold();
    const turned = await turnedBy(robot, deg(90));
    expect(Math.abs(wrapAngle(headingTold() - before - turned))).toBeLessThan(deg(1));
  });
});

describe('a successor of the LSM6DS3', () => {
  it.each([0x6a, 0x6c])('that answers with %i is read as one', async (identity) => {
    const successor = new Lsm6ds3Chip(identity);
    const robot = await wiredRobot([sensor('lsm6ds3')], undefined, {}, (board) =>
      board.i2c.attach(0x6a, successor),
    );
    robot.run(FOUND);
    expect(robot.board.i2c.deviceAt(0x6a)).toBe(successor);
    expect(robot.readings.some(({ kind }) => kind === 'turnRate')).toBe(true);
  });
});

describe('another chip than that of the file', () => {
  it.each([
    [
      'hmc5883l',
      [0x0d, chipOf('qmc5883l')],
      /a QMC5883L answers at 0x0D .*; the sensor 'hmc5883l' is an HMC5883L at 0x1E; write `type: qmc5883l` for it/,
    ],
    ['qmc5883l', [0x1e, chipOf('hmc5883l')], /an HMC5883L answers at 0x1E .*; write `type: hmc5883l` for it/],
    [
      'qmi8658',
      [0x6b, chipOf('lsm6ds3')],
      /an LSM6DS3 answers at 0x6B .*; write `type: lsm6ds3, address: 0x6B` for it/,
    ],
    ['lsm6ds3', [0x6b, chipOf('qmi8658')], /a QMI8658 answers at 0x6B .*; write `type: qmi8658` for it/],
    ['lsm6ds3', [0x6b, chipOf('lsm6ds3')], /an LSM6DS3 answers at 0x6B .*; write `address: 0x6B` for it/],
    ['qmi8658', [0x68, chipOf('mpu6050')], /an MPU-6050 answers at 0x68 .*; write `type: mpu6050` for it/],
  ] as const)('is named, with what to write: %s, but …', async (type, [address, device], words) => {
    const opened = wiredRobot([sensor(type)], undefined, {}, (board) => {
      for (const each of [0x0d, 0x1e, 0x6a, 0x6b, 0x68]) board.i2c.detach(each);
      board.i2c.attach(address, device);
    });
    await expect(opened).rejects.toThrow(words);
  });

  it('is not suspected where another sensor of the file is expected, nor where none answers', async () => {
    const sensors = [sensor('qmi8658'), sensor('lsm6ds3')];
    const robot = await wiredRobot(sensors, undefined, {}, (board) => {
      board.i2c.detach(0x6b);
      board.i2c.attach(0x6a, chipOf('lsm6ds3'));
    });
    robot.board.i2c.detach(0x6b);
    robot.run(FOUND);
    expect(robot.last('qmi8658')).toBeUndefined();
    expect(robot.last('lsm6ds3')).toMatchObject({
      kind: 'turnRate',
      turnRate: expect.closeTo(0, 2),
    });
  });
});

describe('a chip that stops answering', () => {
  it.each([
    ['qmi8658', 0x6b],
    ['lsm6ds3', 0x6a],
    ['qmc5883l', 0x0d],
  ] as const)('%s gives no readings; back with its power lost, it is set up again', async (type, address) => {
    const robot = await wiredRobot([sensor(type)]);
    await robot.arm();
    robot.run(FOUND, SPIN);
    const device = robot.board.i2c.deviceAt(address);
    robot.board.i2c.detach(address);
    robot.run(0.1, SPIN);
    const from = robot.readings.length;
    const told = () =>
      robot.readings.slice(from).filter((reading) => 'sensor' in reading && reading.sensor === type);
    robot.run(1, SPIN);
    expect(told()).toEqual([]);
    if (device) robot.board.i2c.attach(address, device);
    for (const { register, value } of powerLost(type)) {
      device?.begin('write');
      for (const byte of [register, value]) device?.write(byte);
    }
    robot.run(1.5, SPIN);
    expect(told().length).toBeGreaterThan(10);
    expect(robot.end.error).toBeUndefined();
  });
});

/** What a loss of its power leaves in the registers that start it. */
const powerLost = (type: string) =>
  ({
    qmi8658: [{ register: 0x08, value: 0 }],
    lsm6ds3: [{ register: 0x11, value: 0 }],
    qmc5883l: [{ register: 0x0a, value: 0x80 }],
  })[type] ?? [];
