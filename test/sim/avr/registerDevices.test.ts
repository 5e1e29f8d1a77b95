import { describe, expect, it } from 'vitest';
import {
  Bno055,
  Hmc5883l,
  Lsm6ds3,
  Mpu6050,
  Qmc5883l,
  Qmi8658,
  type RegisterDevice,
} from '../../../sim/avr/registerDevices.js';
import { deg } from '../../../src/math/units.js';
import { lsm6ds3 } from '../../../src/sensors/lsm6ds3.js';
import { bno055, hmc5883l, mpu6050 } from '../../../src/sensors/orientationSensors.js';
import { qmc5883l } from '../../../src/sensors/qmc5883l.js';
import { qmi8658 } from '../../../src/sensors/qmi8658.js';
import type { BusInput } from '../../../src/signals/boardInput.js';

function write(device: RegisterDevice, register: number, ...values: number[]): void {
  device.begin();
  for (const byte of [register, ...values]) device.write(byte);
}

function read(device: RegisterDevice, register: number, bytes: number): number[] {
  write(device, register);
  device.begin();
  return Array.from({ length: bytes }, () => device.read());
}

const setUp = (device: RegisterDevice, input: BusInput) => {
  for (const { register, value } of input.setUp) write(device, register, value);
};
const told = (device: RegisterDevice, input: BusInput) =>
  input.read(read(device, input.data.register, input.data.bytes));

const turning = (turnRate: number) => ({ kind: 'turnRate', at: 0, sensor: 's', turnRate }) as const;
const facing = (heading: number) => ({ kind: 'heading', at: 0, sensor: 's', heading }) as const;

const ALL: [string, () => RegisterDevice, BusInput][] = [
  ['an MPU-6050', () => new Mpu6050(), mpu6050({ id: 's' })],
  ['an HMC5883L', () => new Hmc5883l(), hmc5883l({ id: 's' })],
  ['a QMI8658', () => new Qmi8658(), qmi8658({ id: 's' })],
  ['an LSM6DS3', () => new Lsm6ds3(), lsm6ds3({ id: 's' })],
  ['a QMC5883L', () => new Qmc5883l(), qmc5883l({ id: 's' })],
  ['a BNO055', () => new Bno055(), bno055({ id: 's' })],
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
    const [device, input] = [new Mpu6050(), mpu6050({ id: 's' })];
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
    const device = new Mpu6050();
    write(device, 0x19, 7, 3);
    expect(read(device, 0x18, 4)).toEqual([0, 7, 3, 0]);
  });
});

describe('the registers of a QMI8658', () => {
  const on = () => {
    const device = new Qmi8658();
    setUp(device, qmi8658({ id: 's' }));
    return device;
  };

  it('report the turn rate at the set range', () => {
    const device = on();
    device.measure(turning(-1));
    expect(told(device, qmi8658({ id: 's' }))).toMatchObject({ turnRate: expect.closeTo(-1, 3) });
    // ±512 °/s: twice the counts.
    write(device, 0x04, 0x55);
    device.measure(turning(1));
    expect(told(device, qmi8658({ id: 's' }))).toMatchObject({ turnRate: expect.closeTo(2, 3) });
  });

  it('tell the same byte again, and the high one first, until CTRL1 is set', () => {
    const device = new Qmi8658();
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
      const [device, input] = [new Lsm6ds3(identity), lsm6ds3({ id: 's' })];
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
    const [device, input] = [new Qmc5883l(), qmc5883l({ id: 's' })];
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
    const [device, input] = [new Hmc5883l(), hmc5883l({ id: 's' })];
    setUp(device, input);
    device.measure(facing(-2));
    device.measure(turning(1));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(-2, 2) });
  });
});

describe('the registers of a BNO055', () => {
  it('begin at zero each time the mode is set', () => {
    const [device, input] = [new Bno055(), bno055({ id: 's' })];
    setUp(device, input);
    device.measure(facing(1));
    device.measure(facing(1 + deg(90)));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(deg(90), 2) });
    setUp(device, input);
    device.measure(facing(2));
    expect(told(device, input)).toMatchObject({ heading: expect.closeTo(0, 12) });
  });

  it('accept only the mode while it works', () => {
    const device = new Bno055();
    setUp(device, bno055({ id: 's' }));
    write(device, 0x3b, 0x04);
    expect(read(device, 0x3b, 1)).toEqual([0]);
    write(device, 0x3d, 0);
    write(device, 0x3b, 0x04);
    expect(read(device, 0x3b, 1)).toEqual([4]);
  });
});
