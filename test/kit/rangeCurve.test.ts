import { describe, expect, it } from 'vitest';
import {
  type RangeCurve,
  rangeFromVolts,
  rangeReadingFrom,
  voltsFromRange,
} from '../../src/kit/rangeCurve.js';
import { gp2y0a21 } from '../../src/kit/sensors/gp2y0a21.js';
import { gp2y0a41 } from '../../src/kit/sensors/gp2y0a41.js';
import { SENSOR_TYPES, sensorTypeOf } from '../../src/kit/sensors/index.js';
import { maxsonar } from '../../src/kit/sensors/maxsonar.js';

const [GP2Y0A21, GP2Y0A41, MAXSONAR] = [gp2y0a21.curve, gp2y0a41.curve, maxsonar.curve] as [
  RangeCurve,
  RangeCurve,
  RangeCurve,
];

/** Of all types that have one, with its ends. */
const CURVES = SENSOR_TYPES.flatMap((type): [string, RangeCurve, number, number][] => {
  const curve = sensorTypeOf(type)?.curve;
  return curve ? [[type, curve, curve.nearest, curve.farthest]] : [];
});

/** The middle of the voltages that the converter gives one count for. */
const converted = (volts: number) => (Math.min(1023, Math.floor((volts / 5) * 1024)) + 0.5) * (5 / 1024);

describe('range sensors with a voltage', () => {
  it('reach as far as their makers say', () => {
    const ends = Object.fromEntries(CURVES.map(([type, , near, far]) => [type, [near, far]]));
    expect(ends).toMatchObject({ gp2y0a21: [0.1, 0.8], gp2y0a41: [0.04, 0.3], maxsonar: [0.15, 6.45] });
  });

  it('agree with their data sheets, to a tenth of a volt or so', () => {
    // GP2Y0A21: 2.3 V at 10 cm, 1.3 V at 20 cm, 0.4 V at 80 cm. GP2Y0A41: 2.7 V at 4 cm, 0.4 V at 30 cm.
    expect(voltsFromRange(GP2Y0A21, 0.1)).toBeCloseTo(2.38, 2);
    expect(voltsFromRange(GP2Y0A21, 0.2)).toBeCloseTo(1.3, 2);
    expect(voltsFromRange(GP2Y0A21, 0.8)).toBeCloseTo(0.39, 2);
    expect(voltsFromRange(GP2Y0A41, 0.04)).toBeCloseTo(2.59, 2);
    expect(voltsFromRange(GP2Y0A41, 0.3)).toBeCloseTo(0.39, 2);
    // MaxSonar: 5 V/512 an inch.
    expect(voltsFromRange(MAXSONAR, 2.54)).toBeCloseTo((100 * 5) / 512, 9);
  });

  it('follow the formulas in counts', () => {
    const at = (curve: RangeCurve, count: number) => rangeFromVolts(curve, (count * 5) / 1024);
    expect(at(GP2Y0A21, 200)).toBeCloseTo(0.01 * 12343.85 * 200 ** -1.15, 9);
    expect(at(GP2Y0A41, 211)).toBeCloseTo(0.1038, 9);
    expect(at(MAXSONAR, 100)).toBeCloseTo(1.27, 9);
  });

  it.each(CURVES)(
    '%s is found again from what the converter rounds, to the ends of its range',
    (_, curve, near, far) => {
      for (let share = 0; share <= 1; share += 0.01) {
        const distance = near + share * (far - near);
        const found = rangeFromVolts(curve, converted(voltsFromRange(curve, distance)));
        expect(found).not.toBeNull();
        expect(Math.abs((found ?? 0) - distance)).toBeLessThan(0.007 + 0.012 * distance);
      }
    },
  );

  it.each(CURVES)(
    '%s with nothing in sight, or beyond its range, tells no distance',
    (_, curve, _near, far) => {
      const seen = (distance: number | null) => rangeFromVolts(curve, voltsFromRange(curve, distance));
      expect([seen(null), seen(far * 1.1)]).toEqual([null, null]);
    },
  );

  it.each(CURVES)('%s gives NaN for a voltage that no working sensor puts out', (_, curve) => {
    for (const volts of [0, 0.004, 5, Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect(rangeFromVolts(curve, volts)).toBeNaN();
      expect(rangeReadingFrom(curve, volts).distances).toEqual([Number.NaN]);
    }
    expect(rangeReadingFrom(curve, 0).raw).toBe(0);
    expect(rangeReadingFrom(curve, 5).raw).toBe(1023);
  });
});

describe('a thing nearer than a range sensor can measure', () => {
  const seen = (curve: RangeCurve, distance: number) =>
    rangeFromVolts(curve, voltsFromRange(curve, distance));

  it('is at the nearest distance for an infrared sensor around the peak of its voltage', () => {
    for (const distance of [0.0999, 0.09, 0.07, 0.06, 0.0515]) expect(seen(GP2Y0A21, distance)).toBe(0.1);
    for (const distance of [0.0399, 0.037, 0.035, 0.0308]) expect(seen(GP2Y0A41, distance)).toBe(0.04);
  });

  it('is NaN for an infrared sensor below 0.15 V: against its front, or on a broken wire', () => {
    for (const curve of [GP2Y0A21, GP2Y0A41]) {
      expect(seen(curve, 0)).toBeNaN();
      expect(rangeFromVolts(curve, 0.149)).toBeNaN();
      expect(rangeFromVolts(curve, 0.151)).toBeNull();
    }
  });

  it('looks far away beyond the fold, where it falls again', () => {
    expect([seen(GP2Y0A21, 0.0095), seen(GP2Y0A21, 0.0505)]).toEqual([
      expect.closeTo(0.7, 1),
      expect.closeTo(0.1, 2),
    ]);
    expect([seen(GP2Y0A41, 0.0047), seen(GP2Y0A41, 0.0303)]).toEqual([
      expect.closeTo(0.3, 1),
      expect.closeTo(0.04, 2),
    ]);
    expect(seen(GP2Y0A21, 0.03)).toBeGreaterThan(0.15);
    expect(seen(GP2Y0A21, 0.01)).toBeGreaterThan(0.5);
    expect(seen(GP2Y0A41, 0.01)).toBeGreaterThan(0.1);
    expect(voltsFromRange(GP2Y0A21, 0)).toBe(0);
  });

  it('is at six inches for a MaxSonar', () => {
    expect(seen(MAXSONAR, 0.02)).toBeCloseTo(0.15, 9);
  });
});
