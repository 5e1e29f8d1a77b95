/** The QMI8658, LSM6DS3 and QMC5883L by their bytes; sources of the figures are in the files that read them. */

import { describe, expect, it } from 'vitest';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { deg } from '../../src/math/units.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { orientationOf } from '../../src/sensors/sensorFacts.js';
import { SCOUT } from '../sim/bodies.js';
import { busInput, written } from '../support/busChips.js';
import { sensorsAt } from '../support/sensors.js';

const sensor = sensorsAt([0, 0]);
const rate = (degrees: number) => ({ kind: 'turnRate', turnRate: expect.closeTo(deg(degrees), 9) });

describe('a QMI8658', () => {
  const input = busInput('qmi8658', { id: 'turn' });
  const { read, identity, address, data } = input;

  it('counts 32 a degree per second, low byte first, left positive', () => {
    // 32 = 0x0020; −32 = 0xffe0; 32 766/32 = 1023.9375.
    expect(read([0x20, 0x00])).toMatchObject({ ...rate(1), sensor: 'turn' });
    expect(read([0xe0, 0xff])).toMatchObject(rate(-1));
    expect(read([0xfe, 0x7f])).toMatchObject(rate(1023.9375));
  });

  it('gives no reading at the end of its range', () => {
    for (const bytes of [
      [0xff, 0x7f],
      [0x01, 0x80],
      [0x00, 0x80],
    ])
      expect(read(bytes)).toBeNull();
  });

  it('is corrected by its scale, and turned round', () => {
    expect(busInput('qmi8658', { id: 'turn', invert: true, scale: 1.02 }).read([0x20, 0])).toMatchObject(
      rate(-1.02),
    );
  });

  it('is set up at rest: bytes in order, ±1024 °/s at 235 Hz, filtered; then it is started', () => {
    expect([address, identity, data]).toEqual([
      0x6b,
      { register: 0, value: 5 },
      { register: 0x3f, bytes: 2 },
    ]);
    expect(written(input).map(({ register, value }) => [register, value])).toEqual([
      [0x08, 0],
      [0x02, 0x40],
      [0x04, 0x65],
      [0x06, 0x70],
      [0x08, 2],
    ]);
  });
});

describe('an LSM6DS3', () => {
  const input = busInput('lsm6ds3', { id: 'turn' });
  const { read, identity, address, data } = input;

  it('counts 0.035 degrees per second, low byte first, left positive', () => {
    // 1000 = 0x03e8; −1000 = 0xfc18.
    expect(read([0xe8, 0x03])).toMatchObject({ ...rate(35), sensor: 'turn' });
    expect(read([0x18, 0xfc])).toMatchObject(rate(-35));
    expect(read([0xff, 0x7f])).toBeNull();
    expect(read([0x01, 0x80])).toBeNull();
  });

  it('is corrected by its scale, and turned round', () => {
    expect(busInput('lsm6ds3', { id: 'turn', invert: true, scale: 0.98 }).read([0xe8, 3])).toMatchObject(
      rate(-34.3),
    );
  });

  it('is read as its successors are, at 208 Hz and ±1000 °/s', () => {
    expect([address, data]).toEqual([0x6a, { register: 0x26, bytes: 2 }]);
    expect(identity).toEqual({ register: 0x0f, value: 0x69, alike: [0x6a, 0x6c] });
    expect(written(input).map(({ register, value }) => [register, value])).toEqual([
      [0x12, 0x44],
      [0x11, 0x58],
    ]);
  });
});

describe('a QMC5883L', () => {
  const input = busInput('qmc5883l', { id: 'north' });
  const { read, identity, address, data } = input;
  const heading = (degrees: number) => ({ kind: 'heading', heading: expect.closeTo(deg(degrees), 9) });

  it('faces north with the field ahead, and west with the field to its right: X, Y, Z, low byte first', () => {
    // 2400 = 0x0960; −2400 = 0xf6a0.
    expect(read([0x60, 0x09, 0, 0, 0, 0])).toMatchObject({ ...heading(0), sensor: 'north' });
    expect(read([0, 0, 0xa0, 0xf6, 0, 0])).toMatchObject(heading(90));
    expect(read([0x60, 0x09, 0x60, 0x09, 0x11, 0x22])).toMatchObject(heading(-45));
    expect(busInput('qmc5883l', { id: 'north', invert: true }).read([0, 0, 0xa0, 0xf6, 0, 0])).toMatchObject(
      heading(-90),
    );
  });

  it('gives no reading for a field that is too strong, for none, or for half a reply', () => {
    expect(read([0xff, 0x7f, 1, 0, 0, 0])).toBeNull();
    expect(read([1, 0, 0x00, 0x80, 0, 0])).toBeNull();
    expect(read([1, 0, 1, 0, 0xff, 0x7f])).toBeNull();
    expect(read([0, 0, 0, 0, 9, 0])).toBeNull();
    expect(read([1, 0, 1, 0])).toBeNull();
  });

  it('is set up as its maker recommends, continuous at 100 Hz and ±2 gauss', () => {
    expect([address, identity, data]).toEqual([
      0x0d,
      { register: 0x0d, value: 0xff },
      { register: 0, bytes: 6 },
    ]);
    expect(written(input).map(({ register, value }) => [register, value])).toEqual([
      [0x0b, 1],
      [0x09, 9],
    ]);
  });
});

describe('devices on one bus', () => {
  const mistakesOf = (...sensors: SensorDefinition[]) =>
    boardInputs({ ...SCOUT, sensors }).map((input) =>
      input.kind === 'bus'
        ? input.mistakenFor?.map(({ type, address }) => `${type} ${address.toString(16)}`)
        : [],
    );

  it('are at the address of the file', () => {
    const [input] = boardInputs({ ...SCOUT, sensors: [sensor('lsm6ds3', { address: 0x6b })] });
    expect(input).toMatchObject({ address: 0x6b });
  });

  it('may be mistaken for what measures the same, but not where another sensor is expected', () => {
    expect(mistakesOf(sensor('hmc5883l'))).toEqual([['qmc5883l d', 'bno055 28']]);
    expect(mistakesOf(sensor('qmi8658'))).toEqual([
      ['qmi8658 6a', 'mpu6050 68', 'mpu6050 69', 'lsm6ds3 6a', 'lsm6ds3 6b'],
    ]);
    expect(mistakesOf(sensor('qmi8658'), sensor('lsm6ds3'))).toEqual([
      ['mpu6050 68', 'mpu6050 69', 'lsm6ds3 6b'],
      ['mpu6050 68', 'mpu6050 69', 'qmi8658 6a'],
    ]);
  });

  it('give the estimate its gyroscope, and its compass little weight', () => {
    for (const type of ['mpu6050', 'qmi8658', 'lsm6ds3'])
      expect(orientationOf([sensor('bumper'), sensor(type)])).toEqual({ gyro: type });
    const { headingNoise } = orientationOf([sensor('hmc5883l'), sensor('qmc5883l')]);
    expect(headingNoise?.qmc5883l).toEqual(headingNoise?.hmc5883l);
  });
});
