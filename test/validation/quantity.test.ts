import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { point, quantity, type Unit, vector } from '../../src/validation/quantity.js';

const message = (schema: ReturnType<typeof quantity>, value: unknown): string =>
  schema
    .safeParse(value)
    .error?.issues.map((issue) => issue.message)
    .join('\n') ?? 'no fault';

describe('a quantity', () => {
  it.each<[Unit, string, number]>([
    ['m', '70 mm', 0.07],
    ['m', '70mm', 0.07],
    ['m', '4.5 cm', 0.045],
    ['m', '-2 m', -2],
    ['m', '1.2 km', 1200],
    ['s', '200 ms', 0.2],
    ['s', '2 min', 120],
    ['rad', '180 deg', Math.PI],
    ['rad', '-90 deg', -Math.PI / 2],
    ['kg', '450 g', 0.45],
    ['N', '450 mN', 0.45],
    ['V', '7400 mV', 7.4],
    ['m/s', '30 mm/s', 0.03],
    ['m/s', '50 cm/s', 0.5],
    ['rad/s', '360 deg/s', 2 * Math.PI],
    ['m/s²', '1 m/s²', 1],
    ['m/s²', '1 m/s^2', 1],
    ['m/s²', '500 mm/s²', 0.5],
    ['Hz', '0.05 kHz', 50],
    ['', '1437', 1437],
    ['m', '0.5', 0.5],
    ['m', ' .5e-1 m ', 0.05],
  ])('in %s reads %j as %d', (unit, text, value) => {
    expect(quantity(unit).parse(text)).toBe(value);
  });

  it('without a unit is SI', () => {
    expect(quantity('m').parse(0.07)).toBe(0.07);
  });

  it.each<[Unit, unknown, string]>([
    ['m', '0.5 kg', "'0.5 kg' is a mass; a length is wanted: m, mm, cm or km"],
    ['kg', '70 mm', "'70 mm' is a length; a mass is wanted: kg or g"],
    ['s', '50 Hz', "'50 Hz' is a frequency; a time is wanted: s, ms, us or min"],
    ['rad', '6 rad/s', "'6 rad/s' is a turn rate; an angle is wanted: rad or deg"],
    ['', '3 m', "'3 m' is a length; a plain number is wanted"],
    ['m', '7 nm', "'7 nm' has the unknown unit 'nm'; a length is wanted: m, mm, cm or km; did you mean 'm'?"],
    ['m', undefined, 'missing; a length is wanted: m, mm, cm or km'],
    ['m', Number.NaN, 'NaN is not a finite number; a length is wanted: m, mm, cm or km'],
    ['m', -Infinity, '-Infinity is not a finite number; a length is wanted: m, mm, cm or km'],
    ['m', '1e999 m', "'1e999 m' is not a finite number; a length is wanted: m, mm, cm or km"],
    ['m', '.nan', "'.nan' is not a number; a length is wanted: m, mm, cm or km"],
    ['m', '', "'' is not a number; a length is wanted: m, mm, cm or km"],
    ['m', '0x10', "'0x10' has the unknown unit 'x10'; a length is wanted: m, mm, cm or km; "],
    ['m', null, 'nothing is found; a length is wanted: m, mm, cm or km'],
  ])('in %s refuses %j', (unit, value, words) => {
    expect(message(quantity(unit), value)).toBe(words);
  });

  it('keeps to its range, whose ends say whether they belong to it', () => {
    const rate = quantity('Hz', { min: 5, max: 250 });
    expect([rate.parse('5 Hz'), rate.parse('250 Hz')]).toEqual([5, 250]);
    expect(message(rate, '300 Hz')).toBe("'300 Hz' is out of range; at least 5 and at most 250 Hz is wanted");
    expect(message(rate, 4.9)).toMatch(/^4.9 is out of range/);
    const deadband = quantity('', { above: 0, below: 1 });
    expect(deadband.parse(0.5)).toBe(0.5);
    expect(message(deadband, 0)).toBe('0 is out of range; more than 0 and less than 1 is wanted');
    expect(message(deadband, 1)).toMatch(/^1 is out of range/);
  });

  it.each([
    [quantity('m', { above: 0, most: 5 }), 130, 'm is wanted; a bare number is in m; did you mean 130 mm?'],
    [quantity('m', { most: 5 }), '-65', 'm is wanted; a bare number is in m; did you mean -65 mm?'],
    [quantity('s', { most: 2 }), 40, 's is wanted; a bare number is in s; did you mean 40 ms?'],
    [quantity('kg', { most: 500 }), 650, 'kg is wanted; a bare number is in kg; did you mean 650 g?'],
    [quantity('m/s', { most: 10 }), 60, 'm/s is wanted; a bare number is in m/s; did you mean 60 mm/s?'],
    [quantity('rad', { max: 3 }), 15, 'rad is wanted; a bare number is in rad; did you mean 15 deg?'],
  ])('of %# knows a forgotten unit', (schema, value, cure) => {
    expect(message(schema, value)).toMatch(/out of range; at most/);
    expect(message(schema, value)).toContain(cure);
  });

  it.each([
    [quantity('rad'), 90, "did you mean '90 deg'? if not, write '90 rad'"],
    [quantity('rad'), '-45', "did you mean '-45 deg'?"],
    [quantity('rad/s'), 180, "did you mean '180 deg/s'? if not, write '180 rad/s'"],
  ])('of %# asks about a bare angle beyond a turn', (schema, value, cure) => {
    expect(message(schema, value)).toContain(cure);
  });

  it('takes an angle of many turns with its unit, and a bare one of a turn', () => {
    const angle = quantity('rad');
    expect([angle.parse('90 rad'), angle.parse(2 * Math.PI), angle.parse(-6.283)]).toEqual([
      90,
      2 * Math.PI,
      -6.283,
    ]);
    expect(angle.parse('720 deg')).toBeCloseTo(4 * Math.PI, 12);
    expect(quantity('rad/s').parse(12)).toBe(12);
  });

  it('suggests no smaller unit if one is written, or if the value would still be out of range', () => {
    const length = quantity('m', { above: 0, most: 5 });
    for (const value of ['130 m', 1e6, 0, -1]) expect(message(length, value)).toMatch(/m is wanted$/);
    expect(length.parse('5 m')).toBe(5);
  });

  it('reads back every number in every unit that it is written in', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), (value) => {
        expect(quantity('m').parse(`${value} m`)).toBe(value + 0);
      }),
    );
  });

  it('is never anything but a finite number', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { success, data } = quantity('m').safeParse(value);
        expect(success ? Number.isFinite(data) : data === undefined).toBe(true);
      }),
    );
  });
});

describe('a point', () => {
  it('has two lengths', () => {
    expect(point.parse(['80 mm', 0])).toEqual([0.08, 0]);
    expect(vector.parse(['80 mm', 0])).toEqual({ x: 0.08, y: 0 });
  });

  it.each([[[1]], [[1, 2, 3]], ['here'], [undefined]])('is not %j', (value) => {
    expect(point.safeParse(value).error?.issues[0]?.message).toMatch(/a point is wanted: \[x, y\]/);
  });
});
