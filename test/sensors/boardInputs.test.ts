import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { boardInputs, countsBetween, metersPerCount } from '../../src/sensors/boardInputs.js';
import { mountsOf } from '../../src/sensors/sensorFacts.js';
import type { BoardInput } from '../../src/signals/boardInput.js';
import { SCOUT } from '../sim/bodies.js';
import { sensorsAt } from '../support/sensors.js';

const HIGHEST = 2 ** 31 - 1;
const LOWEST = -(2 ** 31);

describe('metersPerCount', () => {
  it('is the rim’s way of one turn, shared among its counts', () => {
    // π · 70 mm = 219.9 mm on 1437 counts.
    expect(metersPerCount(0.07, 1437)).toBeCloseTo(0.000153035, 9);
    expect(1437 * metersPerCount(0.07, 1437)).toBeCloseTo(0.219911, 6);
  });
});

describe('countsBetween', () => {
  it('is the difference of two counters', () => {
    expect(countsBetween(100, 137)).toBe(37);
    expect(countsBetween(137, 100)).toBe(-37);
    expect(countsBetween(-5, 5)).toBe(10);
    expect(countsBetween(7, 7)).toBe(0);
  });

  it('goes on over the wrap-around in both directions', () => {
    expect(countsBetween(HIGHEST, LOWEST)).toBe(1);
    expect(countsBetween(LOWEST, HIGHEST)).toBe(-1);
    expect(countsBetween(HIGHEST - 20, LOWEST + 19)).toBe(40);
    expect(countsBetween(LOWEST + 19, HIGHEST - 20)).toBe(-40);
  });

  it('undoes whatever an int32 counter adds, wherever it stands', () => {
    const int32 = fc.integer({ min: LOWEST, max: HIGHEST });
    fc.assert(fc.property(int32, int32, (before, way) => countsBetween(before, (before + way) | 0) === way));
  });

  it('is no motion for a counter that is not finite', () => {
    expect(countsBetween(0, Number.NaN)).toBe(0);
    expect(countsBetween(Number.NaN, 0)).toBe(0);
  });
});

const sensor = sensorsAt([0, 0], (type) => `my ${type}`);

const inputsOf = (sensors: SensorDefinition[], more: Partial<RobotDefinition> = {}) =>
  boardInputs({ ...SCOUT, sensors, ...more });

function inputOf(definition: SensorDefinition): BoardInput {
  const [input] = inputsOf([definition]);
  if (!input) throw new Error(`${definition.type} is no input`);
  return input;
}

const atVolts = (definition: SensorDefinition, volts: number) => {
  const input = inputOf(definition);
  return input.kind === 'analog' ? input.read(volts) : undefined;
};
const atLevel = (definition: SensorDefinition, high: boolean) => {
  const input = inputOf(definition);
  return input.kind === 'digital' ? input.read(high) : undefined;
};

describe('what a board reads', () => {
  it('is every sensor that is wired to it, in order, and then the battery', () => {
    const sensors = [
      sensor('gp2y0a21', { pin: 'A0' }),
      sensor('mpu6050'),
      sensor('sonar', { range: 3 }),
      sensor('lidar'),
      sensor('bumper', { pin: 12 }),
      sensor('reflectance', { pin: 'A1' }),
      sensor('reflectance', { pin: 13 }),
    ];
    const battery = { pin: 'A3', divider: 2, low: 6 };
    expect(inputsOf(sensors, { battery }).map(({ kind }) => kind)).toEqual([
      'analog',
      'bus',
      'digital',
      'analog',
      'digital',
      'analog',
    ]);
  });

  it('is a level by the time of a discharge: white at once, black after 2.5 ms', () => {
    const input = inputOf(sensor('qtr-rc', { pin: 4, emitters: 2 }));
    expect(input).toMatchObject({ kind: 'discharge', pin: 4, emitters: 2 });
    const levels = [0, 0.5e-3, 2.5e-3, 4e-3].map((time) => input.kind === 'discharge' && input.read(time));
    expect(levels).toMatchObject([{ level: 1 }, { level: 0.8 }, { level: 0 }, { level: 0 }]);
  });

  it('is one sonar with all its looks where a servo turns it', () => {
    const looks = [-0.5, 0, 0.5].map((angle, place) =>
      sensor('hc-sr04', {
        id: `eye ${place}`,
        trigger: 12,
        echo: 13,
        facing: angle,
        swept: { sensor: 'eye', servo: 10, angle, step: 0.5, invert: false, place, places: 3 },
      }),
    );
    const inputs = inputsOf([...looks, sensor('hc-sr04', { id: 'side', trigger: 2, echo: 2 })]);
    expect(inputs).toMatchObject([
      { trigger: 12, echo: 13, sweep: { servo: 10, step: 0.5 } },
      { trigger: 2 },
    ]);
    const [eye] = inputs;
    const sweep = eye?.kind === 'sonar' ? eye.sweep?.looks : undefined;
    expect(sweep?.map(({ read }) => read(0.01))).toMatchObject([
      { sensor: 'eye 0' },
      { sensor: 'eye 1' },
      { sensor: 'eye 2' },
    ]);
    const pulses = sweep?.map(({ pulse }) => pulse) ?? [];
    expect(pulses[1]).toBeCloseTo(1472e-6, 9);
    expect(pulses[2]).toBeGreaterThan(pulses[1] ?? 1);
  });

  it('is nothing for a sensor without a pin', () => {
    expect(inputsOf([sensor('gp2y0a21'), sensor('bumper')])).toEqual([]);
  });

  it.each(['toString', 'constructor', 'sonr'])('is refused for a word that is no type: %s', (type) => {
    expect(() => inputsOf([sensor(type, { pin: 'A0' })])).toThrow(
      /the sensor 'my .*' is a '.*'; it is one of sonar, lidar/,
    );
    expect(() => mountsOf([sensor(type)])).toThrow(RangeError);
  });

  it('is a bumper that is pressed while its pin is low, or the other way round', () => {
    const bumper = sensor('bumper', { pin: 12 });
    const range = { kind: 'range', sensor: 'my bumper' };
    expect(atLevel(bumper, false)).toEqual({ ...range, distances: [0] });
    expect(atLevel(bumper, true)).toEqual({ ...range, distances: [null] });
    expect(atLevel({ ...bumper, invert: true }, true)).toEqual({ ...range, distances: [0] });
    expect(inputOf(bumper)).toMatchObject({ pullUp: true });
  });

  it('is bright where a reflectance sensor pulls low, and where a light sensor goes high', () => {
    const level = (type: string, volts: number, invert = false) =>
      atVolts(sensor(type, { pin: 'A1', invert }), volts);
    expect(level('reflectance', 0.5)).toMatchObject({ kind: 'level', level: expect.closeTo(0.9, 2) });
    expect(level('reflectance', 4.5)).toMatchObject({ level: expect.closeTo(0.1, 2) });
    expect(level('light', 4.5)).toMatchObject({ level: expect.closeTo(0.9, 2) });
    expect(level('light', 4.5, true)).toMatchObject({ level: expect.closeTo(0.1, 2) });
    expect([level('light', 0), level('light', 6)]).toMatchObject([{ level: 0 }, { level: 1 }]);
    // At a pin that reads no voltage: all or nothing.
    expect(atLevel(sensor('reflectance', { pin: 12 }), true)).toMatchObject({ level: 0 });
    expect(inputOf(sensor('reflectance', { pin: 12 }))).toMatchObject({ pullUp: false });
  });

  it('is the battery before its divider', () => {
    const [input] = inputsOf([], { battery: { pin: 'A3', divider: 3, low: 6 } });
    expect(input?.kind === 'analog' && input.read(2.4)).toEqual({
      kind: 'battery',
      volts: expect.closeTo(7.2, 9),
    });
  });
});
