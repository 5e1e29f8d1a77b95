import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakAway, type MotorModel, toDuties } from '../../src/locomotion/motor.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

const MOTOR: MotorModel = { noLoadSpeed: 0.6, deadband: 0.1, breakaway: 0.03 };
const REST: WheelSpeeds = { left: 0, right: 0 };
const SNAPPED = 1.1 * 0.03;
const both = (speed: number): WheelSpeeds => ({ left: speed, right: speed });
const speeds = fc.double({ min: -5, max: 5, noNaN: true });
/** A wheel asked for less is to stand. */
const asking = speeds.filter((speed) => Math.abs(speed) > 0.001);

describe('a duty', () => {
  it.each([
    [0, 0],
    [0.6, 1],
    [-0.6, -1],
    [0.3, 0.55],
    [-0.3, -0.55],
    [1e-12, 0.1],
    [-1e-12, -0.1],
    [9, 1],
    [-9, -1],
  ])('for %f m/s is %f: from the deadband up to full at the no-load speed', (speed, duty) => {
    expect(toDuties({ left: speed, right: 0 }, MOTOR)).toEqual({ left: expect.closeTo(duty, 9), right: 0 });
    expect(toDuties({ left: 0, right: speed }, MOTOR)).toEqual({ left: 0, right: expect.closeTo(duty, 9) });
  });

  it('without a deadband is the share of the no-load speed', () => {
    expect(toDuties(both(0.15), { ...MOTOR, deadband: 0 })).toEqual(both(0.25));
  });

  it('is never more than full power, has the sign of the speed, and is odd and monotone', () => {
    fc.assert(
      fc.property(speeds, speeds, (a, b) => {
        const duty = (speed: number) => toDuties(both(speed), MOTOR).left;
        expect(Math.abs(duty(a))).toBeLessThanOrEqual(1);
        expect(Math.sign(duty(a))).toBe(Math.sign(a) + 0);
        expect(duty(-a)).toBeCloseTo(-duty(a), 12);
        if (a < b) expect(duty(a)).toBeLessThanOrEqual(duty(b));
      }),
    );
  });
});

describe('breaking away', () => {
  const start = (asked: number, moving = 0, holding = false) =>
    breakAway(both(asked), both(moving), MOTOR, holding).left;

  it('snaps a wheel at rest up to 1.1 × the speed at which it starts', () => {
    expect([0.001, 0.02, 0.03].map((asked) => start(asked))).toEqual([SNAPPED, SNAPPED, SNAPPED]);
    expect([-0.001, -0.03].map((asked) => start(asked))).toEqual([-SNAPPED, -SNAPPED]);
  });

  it('leaves alone what starts by itself', () => {
    expect([SNAPPED, 0.05, -0.05].map((asked) => start(asked))).toEqual([SNAPPED, 0.05, -0.05]);
    expect([SNAPPED, 0.05, -0.05].map((asked) => start(asked, 0, true))).toEqual([SNAPPED, 0.05, -0.05]);
  });

  it('leaves alone a wheel that moves, either way', () => {
    expect([start(0.01, 0.2), start(0.01, -0.2), start(-0.01, 1e-6)]).toEqual([0.01, 0.01, -0.01]);
  });

  it('lets a wheel stand that is asked to, or asked for less than 1 mm/s', () => {
    expect([start(0), start(0, 0, true), start(0, 0.2)]).toEqual([0, 0, 0]);
    expect([start(0.0009), start(-0.0009), start(0.0009, 0.2)]).toEqual([0, 0, 0]);
    expect([start(0.0011), start(0.0011, 0.2)]).toEqual([SNAPPED, 0.0011]);
  });

  it('does not hunt: while holding, what cannot start stays at rest', () => {
    expect([0.01, -0.01, 0.03].map((asked) => start(asked, 0, true))).toEqual([0, 0, 0]);
    expect([start(0.05, 0, true), start(0.01, 0.2, true)]).toEqual([0.05, 0.01]);
  });

  it('minds each wheel by itself', () => {
    const granted = { left: 0.01, right: -0.01 };
    expect(breakAway(granted, { left: 0.1, right: 0 }, MOTOR, false)).toEqual({
      left: 0.01,
      right: -SNAPPED,
    });
    expect(breakAway(granted, { left: 0, right: 0.1 }, MOTOR, false)).toEqual({
      left: SNAPPED,
      right: -0.01,
    });
  });

  it('does nothing to motors that start at once', () => {
    fc.assert(
      fc.property(asking, asking, fc.boolean(), (left, right, holding) => {
        const granted = { left, right };
        expect(breakAway(granted, REST, { ...MOTOR, breakaway: 0 }, holding)).toEqual(granted);
      }),
    );
  });

  it('never slows a wheel, never turns it round, and adds no more than the snap', () => {
    fc.assert(
      fc.property(asking, fc.constantFrom(0, 0.1, -0.1), (asked, now) => {
        const sent = start(asked, now);
        expect(Math.abs(sent)).toBeGreaterThanOrEqual(Math.abs(asked));
        expect(Math.abs(sent)).toBeLessThanOrEqual(Math.max(Math.abs(asked), SNAPPED));
        expect(sent * asked).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
