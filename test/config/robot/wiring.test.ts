import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wiringFaults } from '../../../src/config/robot/wiring/wiringFaults.js';
import { BOARDS } from '../../../src/kit/boards.js';
import { MOTOR_DRIVERS } from '../../../src/kit/motorDrivers.js';
import { SENSOR_TYPES, sensorTypeOf } from '../../../src/kit/sensors/index.js';
import { SHIELDS } from '../../../src/kit/shields.js';
import { PIN_NAME } from '../../../src/robot/pin.js';
import { inputOf } from '../../../src/sensors/boardInputs.js';
import { rootFile } from '../../support/runs.js';
import { sensorsAt } from '../../support/sensors.js';

const protocol = readFileSync(rootFile('robots/firmware/PROTOCOL.md'), 'utf8').replace(/\s+/g, ' ');
const wired = (left: object, right: object, more: object = {}) =>
  wiringFaults({ board: 'uno', motors: { left, right }, ...more });

/** `10–13` → 10, 11, 12, 13 */
const spread = (word: string): string[] => {
  const [, letter = '', from = '', to = from] = /^(A?)(\d+)(?:–A?(\d+))?$/.exec(word) ?? [];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letter}${Number(from) + i}`);
};

describe('a board', () => {
  it('hears the edges on the pins that its firmware says', () => {
    const [, said = ''] = /of a Mega ((?:[\dA–]+(?:, | and )?)+)\./.exec(protocol) ?? [];
    expect(BOARDS.mega.interrupts).toEqual(said.split(/, | and /).flatMap(spread));
  });

  it('gives its servos the timer that its firmware says', () => {
    const said = /Servos need the timer of pins 9 and 10 \(of a Mega 11 and 12\)/;
    expect(protocol).toMatch(said);
    expect(BOARDS.uno.servoTimer.steerbot).toEqual([9, 10]);
    expect(BOARDS.mega.servoTimer.steerbot).toEqual([11, 12]);
  });
});

describe('a swept sonar', () => {
  const sonar = (id: string, trigger: number, servo: number) => ({
    id,
    type: 'hc-sr04',
    trigger,
    echo: trigger,
    sweep: { servo, from: -1, to: 1, step: 0.5 },
  });
  const said = (motors: readonly [object, object], ...sensors: object[]) =>
    wired(...motors, { sensors }).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const MOTORS = [
    { pwm: 5, dir: 7 },
    { pwm: 6, dir: 8 },
  ] as const;

  it('uses the pins of its sonar once, and one more for its servo', () => {
    expect(said(MOTORS, sonar('eye', 12, 10))).toEqual([]);
    expect(said(MOTORS, sonar('eye', 12, 7))).toEqual([
      "sensors.0.sweep.servo: pin 7 is used twice, by motors.left.dir and by the sensor 'eye' (servo); one use a pin; wire one of them to another pin",
    ]);
  });

  it('takes the timer of motors with PWM on 9 and 10', () => {
    const found = said(
      [
        { pwm: 9, dir: 7 },
        { pwm: 6, dir: 8 },
      ],
      sonar('eye', 12, 11),
    );
    expect(found).toEqual([expect.stringContaining('pin 9 of the uno has no PWM beside a servo')]);
  });

  it('is one of two at most', () => {
    const three = [sonar('a', 12, 9), sonar('b', 13, 10), sonar('c', 2, 11)];
    expect(said(MOTORS, ...three.slice(0, 2))).toEqual([]);
    expect(said(MOTORS, ...three)).toEqual([expect.stringContaining('sensors.2.sweep: this is the third')]);
  });
});

describe('reflectance sensors that discharge', () => {
  const MOTORS = { left: { pwm: 9, dir: 7 }, right: { pwm: 10, dir: 8 } };
  const sensor = (pin: unknown, emitters?: number) => ({ type: 'qtr-rc', id: `s${pin}`, pin, emitters });
  const said = (sensors: readonly object[], more: object = {}) =>
    wiringFaults({ board: 'uno', motors: MOTORS, sensors, ...more }).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );

  it('share the pin of their lamps, and nothing else', () => {
    expect(said([sensor(4, 2), sensor('A3', 2), sensor(11, 2)])).toEqual([]);
    expect(said([sensor(4), sensor(11)])).toEqual([]);
    expect(said([sensor(4, 2), sensor(4, 2)])).toEqual([expect.stringContaining('pin 4 is used twice')]);
    expect(said([sensor(4, 7)])).toEqual([expect.stringContaining('pin 7 is used twice')]);
    expect(said([sensor(4, 2), sensor(11, 3)])).toEqual([
      expect.stringContaining('sensors.1: its emitters are not those of the first'),
    ]);
  });

  it('are eight at most, each with a pin, on a board with our firmware', () => {
    const nine = [2, 3, 4, 5, 6, 11, 12, 13, 'A0'].map((pin) => sensor(pin));
    expect(said(nine)).toEqual([expect.stringContaining('sensors.8: this is qtr-rc sensor 9; at most 8')]);
    expect(said([sensor(undefined)])).toEqual([expect.stringContaining('pin is missing')]);
    expect(said([sensor(4)], { firmware: 'standard-firmata' })).toEqual([
      expect.stringContaining('StandardFirmata times no discharge'),
    ]);
    expect(said([sensor('A6')], { board: 'nano' })).toEqual([
      expect.stringContaining('can only read a voltage'),
    ]);
  });
});

describe('well wired are', () => {
  it('servos on the pins whose timer they take', () => {
    expect(wired({ servo: 9 }, { servo: 10 })).toEqual([]);
  });

  it('a servo and PWM of another timer', () => {
    expect(wired({ servo: 9 }, { pwm: 5, dir: 7 })).toEqual([]);
  });

  it('both motors of a shield, and a sensor on the bus that the shield is on', () => {
    const sensors = [{ type: 'mpu6050' }];
    const motor = (number: number) => ({ shield: 'ADAFRUIT_V2', motor: number });
    expect(wired(motor(1), motor(2), { sensors })).toEqual([]);
  });

  it('both motors of a shield whose register they share', () => {
    const motor = (number: number) => ({ shield: 'ADAFRUIT_V1', motor: number });
    expect(wired(motor(1), motor(2))).toEqual([]);
  });

  it('a battery on a Nano\u2019s A7, which does nothing but read voltages', () => {
    const motors = { left: { pwm: 5, dir: 7 }, right: { pwm: 6, dir: 8 } };
    expect(wiringFaults({ board: 'nano', motors, battery: { pin: 'A7' } })).toEqual([]);
  });

  it('a standby pin without PWM beside servos, or one that StandardFirmata sets high', () => {
    const motors = (standby: number) => ({ left: { servo: 13 }, right: { servo: 12 }, standby });
    expect(wiringFaults({ board: 'uno', motors: motors(7) })).toEqual([]);
    expect(wiringFaults({ board: 'uno', firmware: 'standard-firmata', motors: motors(9) })).toEqual([]);
  });

  it('a range sensor on a current pin of a shield without current sense', () => {
    const motor = (number: number) => ({ shield: 'SPARKFUN_ARDUMOTO', motor: number });
    expect(wired(motor(1), motor(2), { sensors: [{ type: 'gp2y0a21', pin: 'A0' }] })).toEqual([]);
  });

  it('one device of each type on the bus, each at an address of its own', () => {
    const sensors = SENSOR_TYPES.filter((type) => sensorTypeOf(type)?.addresses).map((type) =>
      sensorsAt([0, 0])(type),
    );
    expect(wired({ pwm: 5, dir: 7 }, { pwm: 6, dir: 8 }, { sensors })).toEqual([]);
    const addresses = sensors
      .map((sensor) => inputOf(sensor))
      .map((input) => input?.kind === 'bus' && input.address);
    expect(addresses).not.toContain(false);
    expect(new Set(addresses).size).toBe(sensors.length);
  });

  it('encoders and gyroscopes of a robot for simulation alone', () => {
    const sensors = [{ type: 'mpu6050' }, { type: 'mpu6050' }];
    expect(wiringFaults({ firmware: 'standard-firmata', encoders: {}, sensors })).toEqual([]);
  });

  it('a robot for simulation alone, however it is to stop', () => {
    expect(wiringFaults({ motors: { stop: 'brake' } })).toEqual([]);
  });

  it.each(Object.keys(SHIELDS))('the first two motors of %s', (shield) => {
    expect(wired({ shield, motor: 1 }, { shield, motor: 2 })).toEqual([]);
  });
});

describe('a motor that is to brake may', () => {
  const pair = (motor: (side: number) => object) => [motor(0), motor(1)] as const;

  it.each([
    [
      'have two inputs, which are both high then',
      ...pair((i) => ({ pwm: 5 + i, dir: 7 + 2 * i, cdir: 8 + 2 * i })),
      {},
    ],
    [
      'have a PWM each way, and slow decay',
      ...pair((i) => ({ forward: 5 + i, reverse: 9 + i })),
      { decay: 'slow' },
    ],
    ['have a brake pin', ...pair((i) => ({ shield: 'ARDUINO_MOTOR_SHIELD_R3_2', motor: 1 + i })), {}],
    ['hang on a driver that brakes', ...pair((i) => ({ pwm: 5 + i, dir: 7 + i })), { driver: 'drv8835' }],
  ])('%s', (_, left, right, more) => {
    expect(wiringFaults({ board: 'uno', motors: { left, right, ...more, stop: 'brake' } })).toEqual([]);
  });

  it.each([
    ['coast by its driver', ...pair((i) => ({ pwm: 5 + i, dir: 7 + i })), { driver: 'l298n' }],
    ['have a PWM each way, and fast decay', ...pair((i) => ({ forward: 5 + i, reverse: 9 + i })), {}],
  ])('not %s', (_, left, right, more) => {
    expect(wiringFaults({ board: 'uno', motors: { left, right, ...more, stop: 'brake' } })).toHaveLength(1);
  });
});

describe('a motor driver', () => {
  it.each(Object.entries(MOTOR_DRIVERS))('%s names each of its terminals once', (_, { halves, built }) => {
    const names = halves.flatMap(({ motor, inputs }) => [...new Set([motor, ...Object.values(inputs)])]);
    if (!built) expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name !== '')).toBe(true);
    const isPin = (key: string) => PIN_NAME.test(key);
    expect(halves.flatMap(({ inputs }) => Object.keys(inputs)).every(isPin)).toBe(built ?? false);
  });
});
