import { describe, expect, it } from 'vitest';
import { gatesOf } from '../../../src/drivers/motors/motorGates.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { WIRED } from '../../sim/bodies.js';
import { opened } from '../robots.js';

const { encoders: _, ...BLIND } = WIRED;
const STANDBY: RobotDefinition = { ...BLIND, motors: { ...WIRED.motors, standby: 4 } };
const UNO = [14, 15, 16, 17, 18, 19];

const motors = (shield: string, more: Partial<RobotDefinition['motors']> = {}) => ({
  ...WIRED.motors,
  left: { shield, motor: 1, invert: false },
  right: { shield, motor: 2, invert: true },
  ...more,
});

describe('the gates of motors', () => {
  it('are an empty list if the file names no gate', () => {
    expect(gatesOf(WIRED.motors, UNO)).toEqual([]);
    expect(gatesOf(motors('SPARKFUN_ARDUMOTO'), UNO)).toEqual([]);
  });

  it('are a standby, high to drive', () => {
    expect(gatesOf({ ...WIRED.motors, standby: 'A3' }, UNO)).toEqual([{ pin: 17, open: 1, shut: 0 }]);
  });

  it("are a shield's brakes, low to drive and raised only where the file says so", () => {
    expect(gatesOf(motors('ARDUINO_MOTOR_SHIELD_R3_3'), UNO)).toEqual([
      { pin: 9, open: 0, shut: 0 },
      { pin: 8, open: 0, shut: 0 },
    ]);
    expect(gatesOf(motors('ARDUINO_MOTOR_SHIELD_R3_3', { stop: 'brake' }), UNO)).toEqual([
      { pin: 9, open: 0, shut: 1 },
      { pin: 8, open: 0, shut: 1 },
    ]);
  });

  it("are a shift register's outputs once, on while its enable is low", () => {
    expect(gatesOf(motors('ADAFRUIT_V1'), UNO)).toEqual([{ pin: 7, open: 0, shut: 1 }]);
  });
});

describe('a gate that opens high', () => {
  const FULL = [0xe4, 255 & 0x7f, 255 >> 7];
  const NONE = [0xe4, 0, 0];

  it('is a PWM where its pin can do that: open once the board says that it is armed, shut by every stop', async () => {
    const { driver, board, time } = await opened(STANDBY);
    await time.run(0.01);
    const PWM = 3;
    const told = () =>
      board.short.filter(([command, pin]) => command === 0xe4 || (command === 0xf4 && pin === 4));
    expect(told()).toEqual([[0xf4, 4, PWM], NONE]);
    await time.until(driver.arm());
    await time.run(0.01);
    expect(told().slice(2)).toEqual([FULL]);
    driver.stop();
    driver.stop();
    await time.run(0.01);
    expect(told().slice(3)).toEqual([NONE, NONE]);
  });

  it('stays shut where a stop comes while the board is being armed', async () => {
    const { driver, board, time } = await opened(STANDBY);
    const arming = driver.arm().catch(() => 'stopped');
    driver.stop();
    await time.run(0.3);
    expect(await arming).toBe('stopped');
    expect(board.short).not.toContainEqual(FULL);
  });
});
