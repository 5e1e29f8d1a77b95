import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakAway,
  MOST_ADDED,
  MOST_MORE,
  type MotorModel,
  toDuties,
  withLead,
} from '../../src/locomotion/motor.js';
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

describe('a motor with figures of its own', () => {
  const own: MotorModel = {
    ...MOTOR,
    each: { left: { noLoadSpeed: 0.5 }, right: { deadband: { forward: 0.2, back: 0.3 } } },
  };

  it('gets the duty by its wheel and direction', () => {
    expect(toDuties(both(0.25), own).left).toBeCloseTo(0.1 + 0.9 / 2, 12);
    expect(toDuties(both(0.3), own).right).toBeCloseTo(0.2 + 0.8 / 2, 12);
    expect(toDuties(both(-0.3), own).right).toBeCloseTo(-0.3 - 0.7 / 2, 12);
  });
});

describe('what was learned and measured of a motor', () => {
  const news = (gain: number, added: number, boost = 1) => ({
    gains: both(gain),
    added: both(added),
    boost,
  });
  const speedOf = (duty: number) => (Math.sign(duty) * (Math.abs(duty) - 0.1) * 0.6) / 0.9;

  it('divides by its gain, adds what holds its speed, and makes up for the battery', () => {
    expect(speedOf(toDuties(both(0.2), MOTOR, news(0.9, 0)).left)).toBeCloseTo(0.2 / 0.9, 12);
    expect(speedOf(toDuties(both(-0.2), MOTOR, news(1, 0.01)).left)).toBeCloseTo(-0.19, 12);
    expect(toDuties(both(0.2), MOTOR, news(1, 0, 1.1)).left).toBeCloseTo(
      1.1 * toDuties(both(0.2), MOTOR).left,
      12,
    );
  });

  it('never drives a wheel a quarter and 20 mm/s faster than told, nor the other way, nor one that is to stand', () => {
    const anything = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(speeds, anything, anything, (speed, added, gain) => {
        const { left } = toDuties(both(speed), MOTOR, news(0.01 + Math.abs(gain), added));
        expect(Math.sign(left)).toBe(Math.sign(speed) + 0);
        const told = Math.min(0.6, Math.abs(speed) * (1 + MOST_MORE) + MOST_ADDED);
        expect(Math.abs(speedOf(left || 0.1))).toBeLessThanOrEqual(told + 1e-9);
      }),
    );
    expect(toDuties(REST, MOTOR, news(0.8, 0.5, 1.25))).toEqual(REST);
  });
});

describe('the lead of an accelerating wheel', () => {
  const leading: MotorModel = { ...MOTOR, lead: 0.05 };

  it('is T·dv/dt: it speeds up sooner, and slows down sooner', () => {
    expect(withLead(both(0.22), both(0.2), 0.02, leading).left).toBeCloseTo(0.22 + 0.05, 12);
    expect(withLead(both(-0.22), both(-0.2), 0.02, leading).left).toBeCloseTo(-0.27, 12);
    expect(withLead(both(0.2), both(0.22), 0.02, leading).left).toBeCloseTo(0.15, 12);
  });

  it('turns no command round, exceeds no motor, leaves a wheel that is to stand, and is nothing by default', () => {
    expect(withLead(both(0.01), both(0.1), 0.02, leading).left).toBe(0);
    expect(withLead(both(0.59), both(0.3), 0.02, leading).left).toBe(0.6);
    expect(withLead(both(0), both(0.3), 0.02, leading).left).toBe(0);
    expect(withLead(both(0.2), both(0), 0.02, MOTOR)).toEqual(both(0.2));
  });
});
