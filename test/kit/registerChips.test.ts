import { describe, expect, it } from 'vitest';
import type { RegisterChip } from '../../src/kit/registerChip.js';
import { Lsm6ds3Chip } from '../../src/kit/sensors/lsm6ds3.js';
import { deg } from '../../src/math/units.js';
import type { BusInput } from '../../src/signals/boardInput.js';
import { busInput, chipOf, read, setUp, told, write } from '../support/busChips.js';

const turning = (turnRate: number) => ({ kind: 'turnRate', at: 0, sensor: 's', turnRate }) as const;
const facing = (heading: number) => ({ kind: 'heading', at: 0, sensor: 's', heading }) as const;

const ALL: [string, () => RegisterChip, BusInput][] = [
  ['an MPU-6050', () => chipOf('mpu6050'), busInput('mpu6050')],
  ['an HMC5883L', () => chipOf('hmc5883l'), busInput('hmc5883l')],
  ['a QMI8658', () => chipOf('qmi8658'), busInput('qmi8658')],
  ['an LSM6DS3', () => chipOf('lsm6ds3'), busInput('lsm6ds3')],
  ['a QMC5883L', () => chipOf('qmc5883l'), busInput('qmc5883l')],
  ['a BNO055', () => chipOf('bno055'), busInput('bno055')],
];

describe.each(ALL)('%s of registers', (_, make, input) => {
  const { identity, awake } = input;

  it('has the id that its sensor asks for, and is awake only after the set-up', () => {
    const device = make();
    const [found = -1] = read(device, identity.register, 1);
    if (identity.value !== undefined) expect(found).toBe(identity.value);
    expect(awake.holds(read(device, awake.register, 1)[0] ?? -1)).toBe(false);
    setUp(device, input);
    expect(awake.holds(read(device, awake.register, 1)[0] ?? -1)).toBe(true);
  });

  it('measures nothing until it is set up', () => {
    const device = make();
    device.measure(turning(1));
    for (const heading of [1, 2]) device.measure(facing(heading));
    expect(read(device, input.data.register, input.data.bytes).every((byte) => byte === 0)).toBe(true);
  });
});

describe('the registers of an MPU-6050', () => {
  it('report the turn rate at the set range', () => {
    const [device, input] = [chipOf('mpu6050'), busInput('mpu6050')];
    setUp(device, input);
    device.measure(turning(1));
    expect(told(device, input)).toMatchObject({ turnRate: expect.closeTo(1, 3) });
    // ±250 °/s: four times the counts.
    write(device, 0x1b, 0);
    device.measure(turning(1));
    expect(told(device, input)).toMatchObject({ turnRate: expect.closeTo(4, 3) });
    device.measure(turning(5));
    expect(told(device, input)).toBeNull();
  });

  it('are read several in a row', () => {
    const device = chipOf('mpu6050');
    write(device, 0x19, 7, 3);
    expect(read(device, 0x18, 4)).toEqual([0, 7, 3, 0]);
  });
});

describe('the registers of a QMI8658', () => {
  const on = () => {
    const device = chipOf('qmi8658');
    setUp(device, busInput('qmi8658'));
    return device;
  };

  it('report the turn rate at the set range', () => {
    const device = on();
    device.measure(turning(-1));
    expect(told(device, busInput('qmi8658'))).toMatchObject({ turnRate: expect.closeTo(-1, 3) });
    // ±512 °/s: twice the counts.
    write(device, 0x04, 0x55);
    device.measure(turning(1));
    expect(told(device, busInput('qmi8658'))).toMatchObject({ turnRate: expect.closeTo(2, 3) });
  });

  it('tell the same byte again, and the high one first, until CTRL1 is set', () => {
    const device = chipOf('qmi8658');
    write(device, 0x04, 0x65);
    write(device, 0x08, 0x02);
    // 8 °/s are 256 counts: 0x0100.
    device.measure(turning(deg(8)));
    expect(read(device, 0x3f, 2)).toEqual([1, 1]);
    write(device, 0x02, 0x40);
    device.measure(turning(deg(8)));
    expect(read(device, 0x3f, 2)).toEqual([0, 1]);
  });
});

describe('the registers of an LSM6DS3', () => {
  it.each([0x69, 0x6a, 0x6c])(
    'report the turn rate; so do those of a successor that answers with %i',
    (identity) => {
      const [device, input] = [new Lsm6ds3Chip(identity), busInput('lsm6ds3')];
      expect(read(device, 0x0f, 1)).toEqual([identity]);
      setUp(device, input);
      device.measure(turning(-3));
      expect(told(device, input)).toMatchObject({ turnRate: expect.closeTo(-3, 3) });
      // ±2000 °/s: half the counts.
      write(device, 0x11, 0x5c);
      device.measure(turning(-3));
      expect(told(device, input)).toMatchObject({ turnRate: expect.closeTo(-1.5, 3) });
    },
  );
});

describe('the registers of a QMC5883L', () => {
  it('report the heading, and stand by again after a reset', () => {
    const [device, input] = [chipOf('qmc5883l'), busInput('qmc5883l')];
    setUp(device, input);
    device.measure(facing(-2));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(-2, 2) });
    write(device, 0x0a, 0x80);
    device.measure(facing(1));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(-2, 2) });
    expect(input.awake.holds(read(device, 0x09, 1)[0] ?? -1)).toBe(false);
  });
});

describe('the registers of an HMC5883L', () => {
  it('reports the heading, and no turn rate', () => {
    const [device, input] = [chipOf('hmc5883l'), busInput('hmc5883l')];
    setUp(device, input);
    device.measure(facing(-2));
    device.measure(turning(1));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(-2, 2) });
  });
});

describe('the registers of a BNO055', () => {
  it('begin at zero each time the mode is set', () => {
    const [device, input] = [chipOf('bno055'), busInput('bno055')];
    setUp(device, input);
    device.measure(facing(1));
    device.measure(facing(1 + deg(90)));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(deg(90), 2) });
    setUp(device, input);
    device.measure(facing(2));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(0, 12) });
  });

  it('accept only the mode while it works', () => {
    const device = chipOf('bno055');
    setUp(device, busInput('bno055'));
    write(device, 0x3b, 0x04);
    expect(read(device, 0x3b, 1)).toEqual([0]);
    write(device, 0x3d, 0);
    write(device, 0x3b, 0x04);
    expect(read(device, 0x3b, 1)).toEqual([4]);
  });
});
