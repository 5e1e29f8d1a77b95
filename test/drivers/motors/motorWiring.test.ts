import { describe, expect, it } from 'vitest';
import { pinNumber, wireMotors } from '../../../src/drivers/motors/motorWiring.js';
import type { MotorPins } from '../../../src/robot/robot.js';
import { DriverError } from '../../../src/validation/errors.js';
import { WIRED } from '../../sim/bodies.js';

const UNO = [14, 15, 16, 17, 18, 19];
const MEGA = Array.from({ length: 16 }, (_, channel) => 54 + channel);

const wire = (motor: Omit<MotorPins, 'invert'>, analog = UNO) =>
  wireMotors({ ...WIRED, motors: { ...WIRED.motors, left: { ...motor, invert: false } } }, analog).left;

describe('a pin', () => {
  it('is its number, or where the board has that analog channel', () => {
    expect(pinNumber(9, UNO)).toBe(9);
    expect(pinNumber('9', UNO)).toBe(9);
    expect(pinNumber('A0', UNO)).toBe(14);
    expect(pinNumber('A15', MEGA)).toBe(69);
    expect(() => pinNumber('A6', UNO)).toThrow('the board has no pin A6');
  });
});

describe('a motor', () => {
  it('has the form of its keys', () => {
    const kind = 'pins';
    expect(wire({ pwm: 9, dir: 7 })).toEqual({ kind, form: 1, options: 0, a: 9, b: 7, c: 127 });
    expect(wire({ pwm: 5, dir: 7, cdir: 'A1' })).toEqual({ kind, form: 2, options: 0, a: 5, b: 7, c: 15 });
    expect(wire({ forward: 5, reverse: 6 })).toEqual({ kind, form: 3, options: 0, a: 5, b: 6, c: 127 });
    expect(wire({ servo: 13 })).toEqual({ kind, form: 4, options: 0, a: 13, b: 127, c: 127 });
  });

  it('must be somewhere', () => {
    const { right: _, ...motors } = WIRED.motors;
    expect(() => wireMotors({ ...WIRED, motors }, UNO)).toThrow(
      'motors.right has no pins; the robot file must say how it is wired',
    );
  });

  it('on a shield of plain pins is one of those', () => {
    const kind = 'pins';
    expect(wire({ shield: 'SEEED_STUDIO', motor: 2 })).toEqual({
      kind,
      form: 2,
      options: 0,
      a: 10,
      b: 12,
      c: 13,
    });
    expect(wire({ shield: 'ARDUINO_MOTOR_SHIELD_R3_2', motor: 1 })).toEqual({
      kind,
      form: 1,
      options: 0,
      a: 3,
      b: 12,
      c: 127,
    });
  });

  it.each(['ADAFRUIT_V1', 'ADAFRUIT_V2'])('on %s is out of reach of the firmware', (shield) => {
    expect(wire({ shield, motor: 3 })).toEqual({ kind: 'bus', shield, motor: 3 });
  });

  it('on an unknown shield is refused, with a similar name', () => {
    expect(() => wire({ shield: 'ADAFRUIT_V3', motor: 1 })).toThrow(
      "motors.left: there is no shield 'ADAFRUIT_V3'; did you mean 'ADAFRUIT_V1'?",
    );
    expect(() => wire({ shield: 'zzz', motor: 1 })).toThrow(/there are ADAFRUIT_V1, .* or SPARKFUN_LUDUS/);
    expect(() => wire({ shield: 'toString', motor: 1 })).toThrow(DriverError);
  });

  it('that a shield does not have is refused, with those that it has', () => {
    expect(() => wire({ shield: 'SPARKFUN_ARDUMOTO', motor: 3 })).toThrow(DriverError);
    expect(() => wire({ shield: 'SPARKFUN_ARDUMOTO', motor: 3 })).toThrow('has motors 1 to 2, no 3');
  });
});
