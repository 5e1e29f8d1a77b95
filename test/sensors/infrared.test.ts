import { describe, expect, it } from 'vitest';
import {
  type AnalogRanger,
  isAnalogRanger,
  rangeFromVolts,
  voltsFromRange,
} from '../../src/sensors/infrared.js';

const RANGES: [AnalogRanger, number, number][] = [
  ['gp2y0a21', 0.1, 0.8],
  ['gp2y0a41', 0.04, 0.3],
  ['maxsonar', 0.15, 6.45],
];

/** The middle of the voltages that the converter gives one count for. */
const converted = (volts: number) => (Math.min(1023, Math.floor((volts / 5) * 1024)) + 0.5) * (5 / 1024);

describe('range sensors with a voltage', () => {
  it('agree with their data sheets, to a tenth of a volt or so', () => {
    // GP2Y0A21: 2.3 V at 10 cm, 1.3 V at 20 cm, 0.4 V at 80 cm. GP2Y0A41: 2.7 V at 4 cm, 0.4 V at 30 cm.
    expect(voltsFromRange('gp2y0a21', 0.1)).toBeCloseTo(2.38, 2);
    expect(voltsFromRange('gp2y0a21', 0.2)).toBeCloseTo(1.3, 2);
    expect(voltsFromRange('gp2y0a21', 0.8)).toBeCloseTo(0.39, 2);
    expect(voltsFromRange('gp2y0a41', 0.04)).toBeCloseTo(2.59, 2);
    expect(voltsFromRange('gp2y0a41', 0.3)).toBeCloseTo(0.39, 2);
    // MaxSonar: 5 V/512 an inch.
    expect(voltsFromRange('maxsonar', 2.54)).toBeCloseTo((100 * 5) / 512, 9);
  });

  it('follow the formulas in counts', () => {
    const at = (type: AnalogRanger, count: number) => rangeFromVolts({ type }, (count * 5) / 1024);
    expect(at('gp2y0a21', 200)).toBeCloseTo(0.01 * 12343.85 * 200 ** -1.15, 9);
    expect(at('gp2y0a41', 211)).toBeCloseTo(0.1038, 9);
    expect(at('maxsonar', 100)).toBeCloseTo(1.27, 9);
  });

  it('see no farther than the robot says', () => {
    const volts = voltsFromRange('gp2y0a21', 0.5);
    expect(rangeFromVolts({ type: 'gp2y0a21', range: 0.6 }, volts)).toBeCloseTo(0.5, 9);
    expect(rangeFromVolts({ type: 'gp2y0a21', range: 0.4 }, volts)).toBeNull();
  });

  it.each(RANGES)(
    '%s is found again from what the converter rounds, to the ends of its range',
    (type, near, far) => {
      for (let share = 0; share <= 1; share += 0.01) {
        const distance = near + share * (far - near);
        const found = rangeFromVolts({ type }, converted(voltsFromRange(type, distance)));
        expect(found).not.toBeNull();
        expect(Math.abs((found ?? 0) - distance)).toBeLessThan(0.007 + 0.012 * distance);
      }
    },
  );

  it.each(RANGES)('%s with nothing in sight, or out of range, tells no distance', (type, near, far) => {
    const seen = (distance: number | null) => rangeFromVolts({ type }, voltsFromRange(type, distance));
    expect([seen(null), seen(near * 0.9), seen(far * 1.1)]).toEqual([null, null, null]);
    for (const volts of [0, Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect(rangeFromVolts({ type }, volts)).toBeNull();
    }
  });

  it('are these three', () => {
    const types = ['gp2y0a21', 'gp2y0a41', 'maxsonar', 'sonar', 'toString'];
    expect(types.filter(isAnalogRanger)).toEqual(types.slice(0, 3));
    expect(rangeFromVolts({ type: 'sonar' }, 1)).toBeNull();
  });
});
