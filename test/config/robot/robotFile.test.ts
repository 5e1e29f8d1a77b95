import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import type { MotorPins } from '../../../src/robot/robot.js';
import { FileError } from '../../../src/validation/errors.js';
import { GOOD_ROBOT } from '../../support/badInputs.js';
import { ENCODERS } from '../../support/badWirings.js';

const SMALL = `name: small
chassis: { mass: 500 g, radius: 90 mm, track: 100 mm }
wheels: { diameter: 70 mm }
motors: { noLoadSpeed: 0.6 m/s }
limits: { speed: 0.5 m/s, acceleration: 2 m/s² }
`;

const small = (more = '') => parseRobot(`${SMALL}${more}`, 'small.yaml');

describe('a robot', () => {
  it('of the package is found by its name, in SI', () => {
    expect(loadRobot('scout')).toMatchObject({
      name: 'scout',
      board: 'uno',
      firmware: 'steerbot',
      chassis: { mass: 0.45, radius: 0.09, track: 0.141 },
      wheels: { diameter: 0.07 },
      motors: {
        left: { pwm: 9, dir: 7, invert: false },
        right: { pwm: 10, dir: 8, invert: true },
        noLoadSpeed: 0.6,
        deadband: 0.08,
        lag: 0.06,
        breakaway: 0.03,
      },
      encoders: { left: { a: 2, b: 4, countsPerRevolution: 1437 } },
      sensors: [{ id: 'front', type: 'gp2y0a21', pin: 'A0', at: [0.08, 0], facing: 0 }],
      limits: { speed: 0.5, acceleration: 1, turnRate: 6, force: 0.45, reverse: false },
      control: {
        rate: 50,
        responseTime: 0.1,
        steeringGain: 4.5,
        latency: 0.04,
        deadMan: 0.2,
        steering: 'force',
      },
    });
  });

  it('for simulation alone needs no board and no pins', () => {
    expect(small()).toEqual({
      name: 'small',
      chassis: { mass: 0.5, radius: 0.09, track: 0.1 },
      wheels: { diameter: 0.07 },
      motors: { noLoadSpeed: 0.6, deadband: 0, lag: 0, breakaway: 0 },
      sensors: [],
      // 2 · 0.5 m/s / 0.1 m; 0.5 kg · 2 m/s²
      limits: { speed: 0.5, acceleration: 2, turnRate: 10, force: 1, reverse: false },
      // 0.5 kg / 0.1 s
      control: { rate: 50, responseTime: 0.1, steeringGain: 5, latency: 0, deadMan: 0.2, steering: 'force' },
    });
  });

  it('runs Steerbot’s firmware if it names a board', () => {
    // StandardFirmata does not count encoders.
    const wired = GOOD_ROBOT.replace(ENCODERS, '');
    expect(parseRobot(wired, 'r.yaml').firmware).toBe('steerbot');
    expect(parseRobot(`${wired}firmware: standard-firmata\n`, 'r.yaml').firmware).toBe('standard-firmata');
  });

  it('gives its response by a time or by a gain', () => {
    expect(small('control: { responseTime: 250 ms }\n').control.steeringGain).toBe(2);
    expect(small('control: { steeringGain: 2 }\n').control.responseTime).toBe(0.25);
  });

  it('answers within a tick, by a finite gain, where its response time is 0', () => {
    const { responseTime, steeringGain } = small('control: { responseTime: 0 }\n').control;
    expect(responseTime).toBe(0);
    expect(steeringGain).toBeCloseTo(500_000);
  });

  it('gives sensors without an id their type as id', () => {
    const { sensors } = small(
      'sensors: [{ type: sonar, range: 3 }, { type: sonar, range: 2, cone: 30 deg }]\n',
    );
    expect(sensors).toEqual([
      {
        id: 'sonar',
        type: 'sonar',
        at: [0, 0],
        facing: 0,
        range: 3,
        fieldOfView: Math.PI / 12,
        rate: 20,
      },
      {
        id: 'sonar2',
        type: 'sonar',
        at: [0, 0],
        facing: 0,
        range: 2,
        fieldOfView: Math.PI / 6,
        rate: 20,
      },
    ]);
  });

  it.each([
    ['chassis: { mass: 1 kg, radius: 90 mm, track: 1410 mm }', 'the wheels stand 705 mm off'],
    ['sensors: [{ type: bumper }]', 'pin is missing; a bumper sensor of a robot with a board has one'],
    ['sensors: [{ type: gp2y0a21, at: [80 mm, 0] }]', 'pin is missing; a gp2y0a21 sensor'],
    ['sensors: [{ type: reflectance }]', 'pin is missing; a reflectance sensor'],
    ['battery: { pin: A0, low: 6.8 V }', 'reads at most 5 V, and low is 6.8 V'],
    ['battery: { pin: A0, divider: 2, low: 10 V }', 'reads at most 10 V, and low is 10 V'],
  ])('with a board is refused with %s', (part, said) => {
    const [key = ''] = part.split(':');
    const wired = SMALL.replace(/^motors: .*$/m, 'board: uno\n$&').replace(
      'motors: {',
      'motors: { left: { pwm: 5, dir: 7 }, right: { pwm: 6, dir: 8 },',
    );
    expect(parseRobot(wired, 'small.yaml').board).toBe('uno');
    const other = `${wired.replace(new RegExp(`^${key}: .*\n`, 'm'), '')}${part}\n`;
    expect(() => parseRobot(other, 'small.yaml')).toThrow(said);
  });

  it('may have sensors without pins where it has no board', () => {
    expect(small('sensors: [{ type: bumper }]\n').sensors).toHaveLength(1);
  });

  it('says whether its simulated sensors have errors, and when a sonar fires', () => {
    const { sensors } = small(
      'sensors: [{ type: sonar, range: 3, noise: typical, after: 50 ms }, ' +
        '{ type: lidar, range: 5, rays: 9, fieldOfView: 90 deg, noise: none }, { type: maxsonar, ideal: true }]\n',
    );
    expect(sensors).toMatchObject([{ noise: 'typical', after: 0.05 }, { noise: 'none' }, { ideal: true }]);
  });

  const SWEPT = (sweep: string) =>
    `sensors: [{ id: eye, type: hc-sr04, facing: 10 deg, trigger: 12, echo: 13, sweep: ${sweep} }]\n`;

  it('makes one range sensor of each direction of a swept sonar', () => {
    const { sensors } = small(SWEPT('{ servo: 10, from: -45 deg, to: 45 deg, step: 45 deg }'));
    expect(sensors.map(({ id }) => id)).toEqual(['eye at -45 deg', 'eye at 0 deg', 'eye at 45 deg']);
    const facings = sensors.map(({ facing }) => Math.round((facing * 180) / Math.PI));
    expect(facings).toEqual([-35, 10, 55]);
    // A look takes 20 + 127.5 + 40 + 50 + 30 ms; the ends are looked at every four, the middle every two.
    const looks = sensors.filter((sensor) => sensor.type === 'hc-sr04');
    const rates = looks.map(({ rate = 0 }) => 1 / rate);
    for (const [i, times] of [4, 2, 4].entries()) expect(rates[i]).toBeCloseTo(times * 0.2675, 6);
    expect(looks[1]?.swept).toMatchObject({ sensor: 'eye', servo: 10, angle: 0, place: 1, places: 3 });
  });

  it.each([
    ['{ servo: 10, from: -60 deg, to: 60 deg, step: 0 deg }', 'more than 0'],
    ['{ servo: 10, from: -100 deg, to: 60 deg, step: 20 deg }', 'a servo turns from -90 to 90 deg'],
    ['{ servo: 10, from: 0 deg, to: 200 deg, step: 50 deg }', 'a servo turns from -90 to 90 deg'],
    ['{ servo: 10, from: 60 deg, to: -60 deg, step: 30 deg }', 'exchange the two'],
    ['{ servo: 10, from: 60 deg, to: 60 deg, step: 30 deg }', 'it has two ends; give them apart'],
    ['{ servo: 10, from: -60, to: 60, step: 30 }', "did you mean '-60 deg'?"],
    // Not by making them all.
    ['{ servo: 10, from: -60 deg, to: 60 deg, step: 1e-300 deg }', 'by 1e-300 deg has 1.2e+302 directions'],
    ['{ servo: 10, from: 0 deg, to: 20 deg, step: 30 deg }', 'has 1 direction; at least 2'],
    ['{ servo: 10, from: -60 deg, to: 60 deg, step: 10 deg }', 'has 13 directions; at most 9'],
    ['{ from: -60 deg, to: 60 deg, step: 30 deg }', "'servo' is missing"],
  ])('refuses the sweep %s', (sweep, said) => {
    expect(() => small(SWEPT(sweep))).toThrow(said);
  });

  it('refuses the sweep of a sensor that is no hc-sr04', () => {
    const other = SWEPT('{ servo: 10, from: -60 deg, to: 60 deg, step: 30 deg }').replace(
      'hc-sr04',
      'gp2y0a21',
    );
    expect(() => small(other)).toThrow("unknown key 'sweep'");
  });

  it.each([
    '{ type: gp2y0a21, noise: typical }',
    '{ type: sonar, range: 3, ideal: true }',
    '{ type: sonar, range: 3, noise: loud }',
    '{ type: lidar, range: 3, rays: 9, fieldOfView: 90 deg, after: 50 ms }',
    '{ type: sonar, range: 3, after: -1 s }',
  ])('refuses the sensor %s', (sensor) => {
    expect(() => small(`sensors: [${sensor}]\n`)).toThrow(FileError);
  });

  it.each<[string, MotorPins]>([
    ['{ pwm: 9, dir: 7 }', { pwm: 9, dir: 7, invert: false }],
    ['{ pwm: 9, dir: 7, cdir: 12 }', { pwm: 9, dir: 7, cdir: 12, invert: false }],
    ['{ forward: 9, reverse: 6, invert: true }', { forward: 9, reverse: 6, invert: true }],
    ['{ servo: 12, neutral: 1.4 ms }', { servo: 12, neutral: 0.0014, invert: false }],
    ['{ servo: 12, reach: 100 us }', { servo: 12, reach: 0.0001, invert: false }],
    ['{ shield: ADAFRUIT_V2, motor: 1 }', { shield: 'ADAFRUIT_V2', motor: 1, invert: false }],
  ])('may have the motor %s', (motor, read) => {
    // Pin 10 has no PWM beside a servo, and encoders are not counted with a shield's chip.
    const robot = GOOD_ROBOT.replace('{ pwm: 9, dir: 7 }', motor)
      .replace('pwm: 10', 'pwm: 11')
      .replace(ENCODERS, '');
    expect(parseRobot(robot, 'r.yaml').motors.left).toEqual(read);
  });

  it('may share the bus between its sensors', () => {
    const imu = '{ id: imu, type: mpu6050 }, { id: compass, type: hmc5883l }';
    const shared = GOOD_ROBOT.replace(/sensors:\n( {2}- .*\n)+/, `sensors: [${imu}]\n`);
    expect(parseRobot(shared, 'r.yaml').sensors).toHaveLength(2);
  });

  it('allows a gyroscope or compass upside down, and an orientation sensor without a mounting', () => {
    const { sensors } = small(
      'sensors: [{ type: mpu6050, invert: true }, { type: hmc5883l, invert: true }, { type: bno055 }]\n',
    );
    expect(sensors).toMatchObject([{ facing: 0, invert: true }, { invert: true }, { at: [0, 0], facing: 0 }]);
  });

  it('may have sensors of either polarity, and of its own only', () => {
    const withSensor = (sensor: string) =>
      GOOD_ROBOT.replace(/sensors:\n( {2}- .*\n)+/, `sensors: [${sensor}]\n`);
    const sensorOf = (sensor: string) => parseRobot(withSensor(sensor), 'r.yaml').sensors[0];
    for (const type of ['bumper', 'reflectance', 'light']) {
      expect(sensorOf(`{ type: ${type}, pin: A1, invert: true }`)).toMatchObject({ id: type, invert: true });
      expect(sensorOf(`{ type: ${type}, pin: A1 }`)).not.toHaveProperty('invert');
    }
    expect(() => sensorOf('{ type: gp2y0a21, pin: A1, invert: true }')).toThrow(/invert/);
  });

  it('may have sensors of beacons, and typical noise of brightness', () => {
    const withSensor = (sensor: string) =>
      GOOD_ROBOT.replace(/sensors:\n( {2}- .*\n)+/, `sensors: [${sensor}]\n`);
    const sensorOf = (sensor: string) => parseRobot(withSensor(sensor), 'r.yaml').sensors[0];
    expect(sensorOf('{ type: beacon }')).toMatchObject({ id: 'beacon', range: 5, at: [0, 0], facing: 0 });
    expect(sensorOf('{ type: beacon, range: 2 m, noise: typical }')).toMatchObject({
      range: 2,
      noise: 'typical',
    });
    expect(sensorOf('{ type: pololu-beacon, pin: 12, facing: 90 deg, noise: typical }')).toMatchObject({
      pin: 12,
    });
    expect(sensorOf('{ type: light, pin: A1, noise: typical }')).toMatchObject({ noise: 'typical' });
    expect(sensorOf('{ type: reflectance, pin: A1, noise: none }')).toMatchObject({ noise: 'none' });
    expect(() => sensorOf('{ type: beacon, pin: 12 }')).toThrow(/pin/);
    expect(() => sensorOf('{ type: pololu-beacon, pin: 12, range: 2 m }')).toThrow(/range/);
    expect(() => sensorOf('{ type: light, pin: A1, noise: loud }')).toThrow(/'loud' is found/);
    // Its pins are checked like all others: 9 drives the left motor.
    expect(() => sensorOf('{ type: pololu-beacon, pin: 9 }')).toThrow(/9/);
  });

  it('may use more pins on a bigger board', () => {
    const mega = GOOD_ROBOT.replace('uno', 'mega')
      .replace('pwm: 9', 'pwm: 46')
      .replace('b: 4', 'b: 18')
      .replace('b: 5', 'b: 19')
      .replace('A0', 'A15');
    expect(parseRobot(mega, 'r.yaml').motors.left?.pwm).toBe(46);
  });
});
