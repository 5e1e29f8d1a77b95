import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetList } from '../../src/cli/presets.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { wrapAngle } from '../../src/math/geometry.js';
import { deg } from '../../src/math/units.js';
import { busInput, toldOf, written } from '../support/busChips.js';

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
/** What the driver makes of these bytes. */
const rateOf = (bytes: number[]) => {
  const told = busInput('mpu6050').read(bytes);
  return told?.kind === 'turnRate' ? told.turnRate : null;
};
const headingOf = (type: string, bytes: number[]) => {
  const told = busInput(type).read(bytes);
  return told?.kind === 'heading' ? told.heading : null;
};
/** What comes through a chip that was set up. */
const turning = (turnRate: number) => toldOf('mpu6050', { kind: 'turnRate', at: 0, sensor: 's', turnRate });
const facing = (type: string, ...headings: number[]) => {
  const told = toldOf(
    type,
    ...headings.map((heading) => ({ kind: 'heading', at: 0, sensor: 's', heading }) as const),
  );
  return told?.kind === 'heading' ? told.heading : null;
};
const apart = (a: number | null, b: number) => Math.abs(wrapAngle((a ?? Number.NaN) - b));

describe('an MPU-6050', () => {
  const AT_1000 = 0x10;

  it('counts 131 for four degrees a second, big-endian, left positive', () => {
    expect(rateOf([0x00, 0x83])).toBeCloseTo(deg(4), 12);
    expect(rateOf([0xff, 0x7d])).toBeCloseTo(deg(-4), 12);
    expect(rateOf([0x7f, 0xfe])).toBeCloseTo(deg(1000.5), 2);
    expect(rateOf([0x80, 0x02])).toBeCloseTo(deg(-1000.5), 2);
  });

  it('holds the turn rates of all presets, with half as much again to spare', () => {
    for (const { name } of presetList()) {
      const { turnRate } = loadRobot(name).limits;
      expect(turning(1.5 * turnRate)).toMatchObject({ turnRate: expect.closeTo(1.5 * turnRate, 2) });
    }
  });

  it('that turns faster than it can measure gives no reading', () => {
    for (const turnRate of [18, -18]) expect(turning(turnRate)).toBeNull();
    expect([rateOf([0x7f, 0xff]), rateOf([0x80, 0x01])]).toEqual([null, null]);
    expect(busInput('mpu6050', { id: 'gyro' }).read([0x80, 0x00])).toBeNull();
  });

  it('turns the other way upside down', () => {
    expect(busInput('mpu6050', { id: 'gyro', invert: true }).read([0x00, 0x83])).toMatchObject({
      turnRate: expect.closeTo(deg(-4), 12),
    });
  });

  it('corrects its scale by the factor of the robot’s file', () => {
    expect(busInput('mpu6050', { id: 'gyro', scale: 1.02, invert: true }).read([0x00, 0x83])).toMatchObject({
      turnRate: expect.closeTo(deg(-4.08), 12),
    });
  });

  it('tells its rate by its sensor’s name, from two bytes', () => {
    const input = busInput('mpu6050', { id: 'gyro' });
    const { read, data, address } = input;
    expect(read([0x00, 0x83])).toEqual({ kind: 'turnRate', sensor: 'gyro', turnRate: deg(4 / 131) * 131 });
    expect([address, data]).toEqual([0x68, { register: 0x47, bytes: 2 }]);
    // Woken, with its clock from the gyroscope; then 42 Hz and ±1000 °/s.
    expect(written(input).map(({ register, value }) => [register, value])).toEqual([
      [0x6b, 1],
      [0x1a, 3],
      [0x1b, AT_1000],
    ]);
  });
});

describe('an HMC5883L', () => {
  it('faces north with the field ahead, and west with the field to its right', () => {
    // X, Z, Y.
    expect(headingOf('hmc5883l', [0x00, 0xc8, 0, 0, 0x00, 0x00])).toBeCloseTo(0, 12);
    expect(headingOf('hmc5883l', [0x00, 0x00, 0, 0, 0xff, 0x38])).toBeCloseTo(Math.PI / 2, 12);
    expect(headingOf('hmc5883l', [0x00, 0x64, 0, 0, 0x00, 0x64])).toBeCloseTo(-Math.PI / 4, 12);
  });

  it('gives no reading for a field that overflows, for none, or for half a reply', () => {
    const overflow = [0xf0, 0x00];
    expect(headingOf('hmc5883l', [...overflow, 0, 0, 0, 1])).toBeNull();
    expect(headingOf('hmc5883l', [0, 1, ...overflow, 0, 1])).toBeNull();
    expect(headingOf('hmc5883l', [0, 1, 0, 0, ...overflow])).toBeNull();
    expect(headingOf('hmc5883l', [0, 0, 0, 9, 0, 0])).toBeNull();
    expect(headingOf('hmc5883l', [0, 1])).toBeNull();
    expect(busInput('hmc5883l', { id: 'compass' }).read([0, 0, 0, 0, 0, 0])).toBeNull();
  });

  it('turns the other way upside down', () => {
    const bytes = [0x00, 0x64, 0, 0, 0x00, 0x64];
    expect(busInput('hmc5883l', { id: 'compass', invert: true }).read(bytes)).toMatchObject({
      heading: expect.closeTo(Math.PI / 4, 12),
    });
  });

  it('gives every heading back, to a third of a degree', () => {
    fc.assert(fc.property(angle, (heading) => apart(facing('hmc5883l', heading), heading) < deg(0.3)));
  });
});

describe('a BNO055', () => {
  it('turns right as its count grows, 16 a degree, little-endian', () => {
    expect(headingOf('bno055', [0x00, 0x00])).toBeCloseTo(0, 12);
    expect(headingOf('bno055', [0xa0, 0x05])).toBeCloseTo(-Math.PI / 2, 12);
    // 270° clockwise is 90° to the left.
    expect(headingOf('bno055', [0xe0, 0x10])).toBeCloseTo(Math.PI / 2, 12);
  });

  it('gives every heading back, to a sixteenth of a degree', () => {
    fc.assert(fc.property(angle, (heading) => apart(facing('bno055', 0, heading), heading) < deg(1 / 16)));
  });

  it('is set up by way of its configuration mode, with the rests of its data sheet', () => {
    const input = busInput('bno055', { id: 'imu' });
    const [setUp, { identity }] = [written(input), input];
    expect(identity).toEqual({ register: 0, value: 0xa0 });
    expect(setUp[0]).toMatchObject({ register: 0x3d, value: 0 });
    expect(setUp[0]?.rest).toBeGreaterThanOrEqual(0.019);
    expect(setUp.at(-1)).toMatchObject({ register: 0x3d, value: 8 });
    expect(setUp.at(-1)?.rest).toBeGreaterThanOrEqual(0.007);
  });
});
