import { describe, expect, it } from 'vitest';
import { motorDuty } from '../../../sim/avr/motorDuty.js';
import type { MotorPins } from '../../../src/robot.js';
import { bootedBoard, type RawHost } from '../../support/emulated.js';

const PWM = 3;
const OUTPUT = 1;
const SERVO = 4;

function wired(motor: MotorPins, modes: Record<number, number>) {
  const host = bootedBoard();
  let gaveUp = 0;
  const duty = motorDuty(host.board, motor, () => {
    gaveUp += 1;
  });
  for (const [pin, mode] of Object.entries(modes)) host.sendBytes([0xf4, Number(pin), mode]);
  host.run(0.05);
  return { host, duty, gaveUp: () => gaveUp };
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

  it('is the other way round where the motor is', () => {
    const { host, duty } = wired({ pwm: 9, dir: 7, invert: true }, { 9: PWM, 7: OUTPUT });
    put(host, { 7: 1, 9: 51 });
    expect(duty()).toBeCloseTo(-0.2, 9);
  });

  it('is speed and two directions, nothing where both are alike', () => {
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
    const { host, duty, gaveUp } = wired({ servo: 12, invert: false }, { 12: SERVO });
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
    expect(gaveUp()).toBe(0);
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
    expect(gaveUp()).toBe(1);
  });

  it('cannot be told of a shield, or of nothing', () => {
    const { board } = bootedBoard();
    for (const motor of [{ shield: 'adafruit-v2', motor: 1, invert: false }, undefined]) {
      expect(() => motorDuty(board, motor, () => {})).toThrow('a motor without pins of its own');
    }
  });
});
