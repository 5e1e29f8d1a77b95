/** Arrive in a closed loop of steering alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, fromPolar } from '../../../src/math/geometry.js';
import { brakingSpeed } from '../../../src/math/stopping.js';
import { arrive } from '../../../src/steering/behaviors/arrive.js';
import { settlingTime } from '../../../src/steering/braking.js';
import { drawn } from '../../support/effort.js';
import { PLAIN, SMALL } from '../../support/percept.js';
import { drivePoint, endOf } from '../pointMass.js';

const dts = fc.double({ min: 0.004, max: 0.1, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const HOLD = 0.003;

describe('a point mass that arrives', () => {
  it('never overshoots, at any rate, from any speed that can still brake', () => {
    fc.assert(
      fc.property(dts, fc.double({ min: 0.01, max: 2, noNaN: true }), share, (dt, d, part) => {
        const limit = brakingSpeed(Math.max(0, d - HOLD), 0.9, settlingTime(dt)).speed;
        const velocity = { x: part * Math.min(limit, SMALL.maxSpeed), y: 0 };
        const states = drivePoint(arrive({ target: [d, 0] }), { body: SMALL, dt, seconds: 8, velocity });
        expect(Math.max(...states.map(({ pose }) => pose.x))).toBeLessThanOrEqual(d);
        expect(endOf(states).said?.arrived).toBe(true);
      }),
      { numRuns: drawn(150) },
    );
  });

  it('from any direction of motion comes to rest on the edge of the hold band, without leaving it again', () => {
    const distances = fc.double({ min: 0.6, max: 2, noNaN: true });
    fc.assert(
      fc.property(dts, distances, angle, angle, share, (dt, d, bearing, course, part) => {
        const target = fromPolar(d, bearing);
        const states = drivePoint(arrive({ target: [target.x, target.y] }), {
          body: SMALL,
          dt,
          seconds: 12,
          velocity: fromPolar(part * SMALL.maxSpeed, course),
        });
        const away = states.map(({ pose }) => distance(pose, target));
        expect(Math.min(...away)).toBeGreaterThan(HOLD - 1e-9);
        expect(away.at(-1)).toBeCloseTo(HOLD, 6);
      }),
      { numRuns: drawn(60) },
    );
  });

  it('stays within force and speed all the way', () => {
    const course = { body: SMALL, dt: 0.02, seconds: 8, velocity: { x: -0.3, y: 0.4 } };
    for (const { steered } of drivePoint(arrive({ target: [1, 0.5] }), course).slice(1)) {
      expect(Math.hypot(steered?.force.x ?? 9, steered?.force.y ?? 9)).toBeLessThanOrEqual(0.45 + 1e-12);
      expect(Math.hypot(steered?.reference.x ?? 9, steered?.reference.y ?? 9)).toBeLessThanOrEqual(
        0.5 + 1e-12,
      );
    }
  });

  it('is not slower than braking needs: 1 m from rest within 10 % of the fastest way there', () => {
    const states = drivePoint(arrive({ target: [1, 0] }), { body: SMALL, dt: 0.02, seconds: 8 });
    const ticks = states.findIndex(({ pose }) => distance(pose, { x: 1, y: 0 }) < 0.01);
    // v/a + d/v: up to 0.5 m/s, along, and down again with 1 m/s².
    expect(ticks * 0.02).toBeLessThan(1.1 * 2.5);
  });
});

describe('Buckland’s arrive without saturation, x″ + g x′ + (g/T) x = 0', () => {
  /** Farthest beyond the target 1 m ahead. */
  const overshoot = (T: number): number => {
    const body = { ...PLAIN, maxSpeed: 1000 };
    const behavior = arrive({ target: [1, 0], profile: 'buckland', deceleration: T / 0.3, within: 1e-9 });
    const states = drivePoint(behavior, { body, dt: 0.001, seconds: 12 });
    return Math.max(...states.map(({ pose }) => pose.x)) - 1;
  };

  it.each([
    [3, 0.0043],
    [1, 0.163],
    [0.3, 0.4088],
  ])('has the damping √(gT)/2: T = %f s overshoots by %f', (T, expected) => {
    const zeta = Math.sqrt(T) / 2;
    expect(Math.exp((-Math.PI * zeta) / Math.sqrt(1 - zeta * zeta))).toBeCloseTo(expected, 3);
    expect(overshoot(T)).toBeCloseTo(expected, 3 - Number(T < 1));
  });

  it('is critically damped at T = 4 s and does not overshoot', () => {
    expect(overshoot(4)).toBeLessThan(0);
  });
});

describe('the linear profile without saturation, x″ + x′/τ + vmax/(R τ) x = 0', () => {
  /** Farthest beyond the target that lies on the edge of the slowing radius R; vmax = 1 m/s, τ = 1 s. */
  const overshoot = (R: number): number => {
    const behavior = arrive({ target: [R, 0], profile: 'linear', slowingRadius: R, within: 1e-9 });
    const states = drivePoint(behavior, { body: PLAIN, dt: 0.001, seconds: 12 });
    return Math.max(...states.map(({ pose }) => pose.x)) - R;
  };

  it('has the damping ½ √(R/(vmax τ)): critical at R = 4 vmax τ, 16.3 % of overshoot at R = vmax τ', () => {
    expect(overshoot(4)).toBeLessThan(0);
    expect(overshoot(1)).toBeCloseTo(Math.exp(-Math.PI / Math.sqrt(3)), 3);
  });
});
