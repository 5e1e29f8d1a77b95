import { describe, expect, it } from 'vitest';
import { dutyOf, firmwareDuty, pulseOf, type ServoShape } from '../../../src/drivers/motors/duties.js';

const TRIMMED: ServoShape = {};
const OFF: ServoShape = { neutral: 1480e-6, deadZone: 20e-6 };

const us = (duty: number, servo: ServoShape) => pulseOf(duty, servo) * 1e6;

describe('a pulse', () => {
  it('is the neutral without power, exactly', () => {
    expect(pulseOf(0, TRIMMED)).toBe(1500e-6);
    expect(pulseOf(0, OFF)).toBe(1480e-6);
    expect(pulseOf(-0, OFF)).toBe(1480e-6);
  });

  it('is as far from it as the power says, beyond the dead zone', () => {
    expect(us(0.5, TRIMMED)).toBeCloseTo(1750, 9);
    expect(us(-1, TRIMMED)).toBeCloseTo(1000, 9);
    // 1480 + 20 + 0.5 · (500 − 20)
    expect(us(0.5, OFF)).toBeCloseTo(1740, 9);
    expect(us(-0.5, OFF)).toBeCloseTo(1220, 9);
    expect(us(1e-9, OFF)).toBeCloseTo(1500, 6);
    expect(us(-1e-9, OFF)).toBeCloseTo(1460, 6);
  });

  it('goes no farther than the servo reaches', () => {
    expect(us(1, { reach: 100e-6 })).toBeCloseTo(1600, 9);
    // 1480 − 20 − 0.5 · (100 − 20)
    expect(us(-0.5, { ...OFF, reach: 100e-6 })).toBeCloseTo(1420, 9);
  });

  it('never leaves what servos understand', () => {
    expect(us(-1, OFF)).toBeCloseTo(1000, 9);
    expect(us(1, { neutral: 2000e-6 })).toBeCloseTo(2000, 9);
    expect(us(-1, { neutral: 1000e-6, deadZone: 200e-6 })).toBeCloseTo(1000, 9);
  });

  it('means to the servo the duty that it was made from', () => {
    for (const servo of [TRIMMED, OFF, { neutral: 1530e-6, deadZone: 0 }, { ...OFF, reach: 120e-6 }]) {
      for (const duty of [0, 1e-3, 0.2, -0.2, 0.9, -0.9]) {
        expect(dutyOf(pulseOf(duty, servo), servo)).toBeCloseTo(duty, 9);
      }
    }
  });

  it('within the dead zone turns nothing, and beyond full power no more than full power', () => {
    for (const pulse of [1461e-6, 1480e-6, 1499e-6]) expect(dutyOf(pulse, OFF)).toBe(0);
    expect(dutyOf(2400e-6, OFF)).toBe(1);
    expect(dutyOf(600e-6, OFF)).toBe(-1);
  });
});

describe('what the firmware is told', () => {
  const servo = { servo: 9, neutral: 1480e-6, deadZone: 20e-6 };

  it('is the duty, turned where the motor is mounted the other way round', () => {
    expect(firmwareDuty(0.4, { pwm: 9, dir: 7, invert: false })).toBe(0.4);
    expect(firmwareDuty(0.4, { pwm: 9, dir: 7, invert: true })).toBe(-0.4);
  });

  it('is of a servo what makes its pulse of 1500 µs ± 500 µs, turned about its own neutral', () => {
    expect(firmwareDuty(0, { ...servo, invert: false })).toBeCloseTo(-0.04, 9);
    expect(firmwareDuty(0, { ...servo, invert: true })).toBeCloseTo(-0.04, 9);
    expect(firmwareDuty(0.5, { ...servo, invert: false })).toBeCloseTo(0.48, 9);
    expect(firmwareDuty(0.5, { ...servo, invert: true })).toBeCloseTo(-0.56, 9);
  });
});
