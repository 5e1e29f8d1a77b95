import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REST_SPEED } from '../../src/math/standstill.js';
import { turnWheel, type WheelMotion, type WheelResponse } from '../../src/math/wheel.js';

const BRISK: WheelResponse = { lag: 0.06, breakaway: 0.03, acceleration: 1 };

const response = fc.record({
  lag: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 0.3, noNaN: true })),
  breakaway: fc.double({ min: 0, max: 0.05, noNaN: true }),
  acceleration: fc.double({ min: 0.05, max: 10, noNaN: true }),
});
const speed = fc.oneof(fc.constant(0), fc.double({ min: -1, max: 1, noNaN: true }));
const time = fc.double({ min: 0.0001, max: 0.5, noNaN: true });

/** The same command, time cut in two. */
function inTwo(v: number, u: number, first: number, second: number, wheel: WheelResponse): WheelMotion {
  const middle = turnWheel(v, u, first, wheel);
  const end = turnWheel(middle.speed, u, second, wheel);
  return { speed: end.speed, travel: middle.travel + end.travel };
}

describe('turnWheel, by hand', () => {
  it('follows a small step exponentially: 63.2 % after one lag', () => {
    const { speed, travel } = turnWheel(0.1, 0.15, 0.06, BRISK);
    expect(speed).toBeCloseTo(0.1 + 0.05 * 0.6321205588, 9);
    expect(travel).toBeCloseTo(0.15 * 0.06 - 0.05 * 0.06 * 0.6321205588, 9);
  });

  it('ramps at the acceleration limit while the gap is larger than a·lag', () => {
    expect(turnWheel(0, 0.5, 0.1, BRISK)).toEqual({ speed: 0.1, travel: 0.005000000000000001 });
  });

  it('changes from the ramp to the exponential at a gap of a·lag', () => {
    // 0.44 s of ramp to 0.44 m/s, then 0.06 s of the exponential.
    expect(turnWheel(0, 0.5, 0.5, BRISK).speed).toBeCloseTo(0.5 - 0.06 * Math.exp(-1), 12);
  });

  it('without lag is at the command as soon as the acceleration allows', () => {
    const motion = turnWheel(0, 0.5, 1, { ...BRISK, lag: 0 });
    expect(motion.speed).toBe(0.5);
    expect(motion.travel).toBeCloseTo(0.125 + 0.25, 12);
  });

  it('at rest stays at rest below the breakaway speed and starts at it', () => {
    expect(turnWheel(0, 0.0299, 1, BRISK)).toEqual({ speed: 0, travel: 0 });
    expect(turnWheel(0, -0.0299, 1, BRISK)).toEqual({ speed: 0, travel: 0 });
    expect(turnWheel(0, 0.03, 0.1, BRISK).speed).toBeGreaterThan(0.02);
  });

  it('that turns already goes on below the breakaway speed', () => {
    expect(turnWheel(0.05, 0.02, 1, BRISK).speed).toBeCloseTo(0.02, 6);
  });

  it('commanded to zero rests below 1 mm/s, and travels no further', () => {
    expect(turnWheel(REST_SPEED, 0, 0.005, BRISK)).toEqual({ speed: 0, travel: 0 });
    const long = turnWheel(0.05, 0, 10, BRISK);
    expect(long.speed).toBe(0);
    // ∫ of the exponential from 50 mm/s down to 1 mm/s: lag · (v0 − v1).
    expect(long.travel).toBeCloseTo(0.06 * (0.05 - REST_SPEED), 12);
  });

  it('passes from forward to backward without sticking at zero', () => {
    expect(turnWheel(0.2, -0.2, 2, BRISK).speed).toBeCloseTo(-0.2, 6);
  });
});

describe('turnWheel, laws', () => {
  it('does not depend on how time is cut', () => {
    fc.assert(
      fc.property(speed, speed, time, time, response, (v, u, first, second, wheel) => {
        const once = turnWheel(v, u, first + second, wheel);
        const twice = inTwo(v, u, first, second, wheel);
        // At the very instant of coming to rest, rounding decides between 0 and the rest speed.
        const sameSpeed = Math.abs(once.speed - twice.speed) < 1e-9;
        const atRest = u === 0 && Math.abs(once.speed - twice.speed) <= REST_SPEED * 1.001;
        expect(sameSpeed || atRest).toBe(true);
        expect(twice.travel).toBeCloseTo(once.travel, 9);
      }),
    );
  });

  it('mirrors: the opposite command from the opposite speed is the opposite motion', () => {
    fc.assert(
      fc.property(speed, speed, time, response, (v, u, dt, wheel) => {
        const forward = turnWheel(v, u, dt, wheel);
        const backward = turnWheel(-v, -u, dt, wheel);
        expect(backward.speed + forward.speed).toBe(0);
        expect(backward.travel + forward.travel).toBe(0);
      }),
    );
  });

  it('never overshoots its command and never exceeds the acceleration', () => {
    fc.assert(
      fc.property(speed, speed, time, response, (v, u, dt, wheel) => {
        const after = turnWheel(v, u, dt, wheel).speed;
        expect(after).toBeGreaterThanOrEqual(Math.min(v, u) - 1e-12);
        expect(after).toBeLessThanOrEqual(Math.max(v, u) + 1e-12);
        expect(Math.abs(after - v)).toBeLessThanOrEqual(wheel.acceleration * dt + REST_SPEED + 1e-12);
      }),
    );
  });

  it('commanded to zero never gains energy', () => {
    fc.assert(
      fc.property(speed, time, response, (v, dt, wheel) => {
        const after = turnWheel(v, 0, dt, wheel).speed;
        expect(after * after).toBeLessThanOrEqual(v * v);
        expect(after * v).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
