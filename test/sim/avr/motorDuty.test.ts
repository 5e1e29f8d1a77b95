import { describe, expect, it } from 'vitest';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import type { MotorPins, RobotDefinition } from '../../../src/robot/robot.js';
import { bootedBoard, type RawHost } from '../../support/emulated.js';
import { WIRED } from '../bodies.js';

const PWM = 3;
const OUTPUT = 1;
const SERVO = 4;

/** The motor on the left; the other one is at unused pins. */
function wired(
  motor: MotorPins,
  modes: Record<number, number>,
  more: Partial<RobotDefinition['motors']> = {},
) {
  const host = bootedBoard();
  const motors = new MotorDuties(host.board, {
    ...WIRED.motors,
    right: { pwm: 10, dir: 2, invert: false },
    ...more,
    left: motor,
  });
  const seen: number[] = [];
  motors.changes$.subscribe(() => seen.push(motors.now().left));
  for (const [pin, mode] of Object.entries(modes)) host.sendBytes([0xf4, Number(pin), mode]);
  host.run(0.05);
  return { host, duty: () => motors.now().left, seen };
}

function put(host: RawHost, pins: Record<number, number>): void {
  for (const [pin, value] of Object.entries(pins)) {
    const number = Number(pin);
    const isPwm = [3, 5, 6, 9, 10, 11].includes(number);
    host.sendBytes(isPwm ? [0xe0 | number, value & 127, value >> 7] : [0xf5, number, value]);
  }
  host.run(0.02);
}

describe('what drives a wheel', () => {
  it('is speed and a direction', () => {
    const { host, duty } = wired({ pwm: 9, dir: 7, invert: false }, { 9: PWM, 7: OUTPUT });
    expect(Math.abs(duty())).toBe(0);
    put(host, { 7: 1, 9: 51 });
    expect(duty()).toBeCloseTo(0.2, 9);
    put(host, { 7: 0 });
    expect(duty()).toBeCloseTo(-0.2, 9);
  });

  it('is inverted for an inverted motor', () => {
    const { host, duty } = wired({ pwm: 9, dir: 7, invert: true }, { 9: PWM, 7: OUTPUT });
    put(host, { 7: 1, 9: 51 });
    expect(duty()).toBeCloseTo(-0.2, 9);
  });

  it('is speed and two directions, zero if both are equal', () => {
    const pins = { pwm: 5, dir: 7, cdir: 8, invert: false };
    const { host, duty } = wired(pins, { 5: PWM, 7: OUTPUT, 8: OUTPUT });
    put(host, { 5: 128 });
    for (const [dir, cdir, expected] of [
      [0, 0, 0],
      [1, 0, 0.5],
      [0, 1, -0.5],
      [1, 1, 0],
    ] as const) {
      put(host, { 7: dir, 8: cdir });
      expect(duty()).toBeCloseTo(expected, 9);
    }
  });

  it('is a speed each way', () => {
    const { host, duty } = wired({ forward: 9, reverse: 10, invert: false }, { 9: PWM, 10: PWM });
    put(host, { 9: 51 });
    expect(duty()).toBeCloseTo(0.2, 9);
    put(host, { 9: 0, 10: 102 });
    expect(duty()).toBeCloseTo(-0.4, 9);
  });

  it("is a servo's pulse; a servo whose pulses end stands still 50 ms after the last began", () => {
    const { host, duty, seen } = wired({ servo: 12, invert: false }, { 12: SERVO });
    for (const [pulseUs, expected] of [
      [1500, 0],
      [1750, 0.5],
      [1000, -1],
      [2000, 1],
    ] as const) {
      host.sendBytes([0xf0, 0x6f, 12, pulseUs & 127, pulseUs >> 7, 0xf7]);
      host.run(0.05);
      expect(duty()).toBeCloseTo(expected, 1);
    }
    const rises: number[] = [];
    host.board.outputs.changes$.subscribe((change) => {
      if (change.pin === 12 && change.duty === 1) rises.push(change.at / 16e6);
    });
    host.run(0.05);
    host.board.reset('external');
    const last = rises.at(-1) ?? Number.NaN;
    host.board.runUntil(last + 0.0499);
    expect(duty()).toBeCloseTo(1, 1);
    host.board.runUntil(last + 0.0501);
    expect(duty()).toBe(0);
    // Told at once, though no pin has changed.
    expect(seen.at(-1)).toBe(0);
  });

  it("is a servo's pulse about its own neutral, nothing within its dead zone", () => {
    const servo = { servo: 12, neutral: 1480e-6, deadZone: 20e-6, invert: false };
    const { host, duty } = wired(servo, { 12: SERVO });
    for (const [pulseUs, expected] of [
      [1480, 0],
      [1495, 0],
      [1465, 0],
      [1740, 0.5],
      [1220, -0.5],
    ] as const) {
      host.sendBytes([0xf0, 0x6f, 12, pulseUs & 127, pulseUs >> 7, 0xf7]);
      host.run(0.05);
      expect(duty()).toBeCloseTo(expected, 2);
    }
  });

  it('is zero without the standby that both motors share', () => {
    const modes = { 9: PWM, 7: OUTPUT, 4: OUTPUT };
    const { host, duty } = wired({ pwm: 9, dir: 7, invert: false }, modes, { standby: 4 });
    put(host, { 7: 1, 9: 51 });
    expect(duty()).toBe(0);
    put(host, { 4: 1 });
    expect(duty()).toBeCloseTo(0.2, 9);
  });

  it("is zero under a shield's brake, or without its enable", () => {
    const r3 = { shield: 'ARDUINO_MOTOR_SHIELD_R3_2', motor: 1, invert: false };
    const braked = wired(r3, { 3: PWM, 12: OUTPUT, 9: OUTPUT });
    put(braked.host, { 12: 1, 3: 51 });
    expect(braked.duty()).toBeCloseTo(0.2, 9);
    braked.host.sendBytes([0xf5, 9, 1]);
    braked.host.run(0.02);
    expect(braked.duty()).toBe(0);
    const vnh = { shield: 'POLOLU_VNH5019_SHIELD', motor: 1, invert: false };
    const enabled = wired(vnh, { 9: PWM, 2: OUTPUT, 4: OUTPUT, 6: OUTPUT }, { right: { ...vnh, motor: 2 } });
    put(enabled.host, { 2: 1, 9: 51 });
    expect(enabled.duty()).toBe(0);
    enabled.host.sendBytes([0xf5, 6, 1]);
    enabled.host.run(0.02);
    expect(enabled.duty()).toBeCloseTo(0.2, 9);
  });

  it('is refused for a motor without pins', () => {
    const { board } = bootedBoard();
    const { left: _, right: __, ...motors } = WIRED.motors;
    const left = { pwm: 9, dir: 7, invert: false };
    const beyond = { left, right: { shield: 'SPARKFUN_ARDUMOTO', motor: 3, invert: false } };
    for (const nowhere of [{}, beyond]) {
      expect(() => new MotorDuties(board, { ...motors, ...nowhere })).toThrow('a motor without pins');
    }
  });
});
