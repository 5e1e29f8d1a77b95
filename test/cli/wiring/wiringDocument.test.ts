import { describe, expect, it } from 'vitest';
import { wiringDocument } from '../../../src/cli/wiring/wiringDocument.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { steerbot } from '../steerbot.js';
import { boardPresets } from './boardPresets.js';

describe('steerbot wiring --json', () => {
  it('prints one document, and nothing else', async () => {
    const { code, stdout, stderr } = await steerbot(['wiring', 'scout', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      robot: 'scout',
      kit: 'Romi-sized chassis with an Uno and a two-wire motor driver',
      board: 'uno',
      firmware: 'steerbot',
      driver: { name: 'drv8835', title: 'DRV8835' },
      motors: {
        left: {
          form: 'pwm, dir',
          pins: { pwm: '9', dir: '7' },
          sign: 1,
          forward: { pwm: 'pwm', dir: 'high' },
          shield: null,
          atZero: 'brake',
          whenOff: 'brake',
          servo: null,
        },
        right: {
          form: 'pwm, dir',
          pins: { pwm: '10', dir: '8' },
          sign: -1,
          forward: { pwm: 'pwm', dir: 'low' },
          shield: null,
          atZero: 'brake',
          whenOff: 'brake',
          servo: null,
        },
      },
      standby: null,
      stop: 'brake',
      encoders: {
        left: { pins: { a: '2', b: '4' }, countsPerRevolution: 1437 },
        right: { pins: { a: '3', b: '5' }, countsPerRevolution: 1437 },
      },
      sensors: [{ id: 'front', type: 'gp2y0a21', pins: { out: 'A0' }, address: null }],
      battery: null,
    });
  });
});

describe('the document of a wiring', () => {
  it('has the pulses of servos', () => {
    const { motors } = wiringDocument(loadRobot('boe-bot'));
    expect(motors.left).toMatchObject({
      form: 'servo',
      pins: { servo: '13' },
      atZero: 'still',
      whenOff: 'still',
    });
    expect(motors.left?.servo).toEqual({ neutral: 0.0015, deadZone: 0, reach: 0.0001 });
    expect([motors.left?.forward, motors.right?.forward]).toEqual([
      { servo: 'longer pulse' },
      { servo: 'shorter pulse' },
    ]);
  });

  it('has the chip of a shield that drives its motors', () => {
    const { motors } = wiringDocument(loadRobot('adafruit-motor-shield-v2'));
    expect(motors.right).toMatchObject({
      pins: {},
      shield: { motor: 2, bus: { kind: 'i2c', pins: ['A4', 'A5'], address: 0x60 } },
    });
  });

  it('has the address of a sensor on the bus, the pin of standby, and the battery', () => {
    const { sensors, standby, battery, stop } = wiringDocument(loadRobot('elegoo-smart-car-v4'));
    expect(sensors[0]).toEqual({
      id: 'turn',
      type: 'mpu6050',
      pins: { data: 'A4', clock: 'A5' },
      address: 0x68,
    });
    expect({ standby, stop, battery }).toEqual({
      standby: '3',
      stop: 'standby',
      battery: { pin: 'A3', divider: 8.28, low: 6.8 },
    });
  });

  it.each(boardPresets.map((robot) => [robot.name, robot] as const))(
    'of %s says how each motor stops',
    (_, robot) => {
      const { left, right } = wiringDocument(robot).motors;
      expect([left?.atZero, right?.atZero]).not.toContain(null);
    },
  );
});
