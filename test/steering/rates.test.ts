/** 10 Hz and 240 Hz drive alike: steering is exact over a tick of any length. */
import { describe, expect, it } from 'vitest';
import { distance, length } from '../../src/math/geometry.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { flee } from '../../src/steering/behaviors/flee.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { PLAIN, SMALL, unlimited } from '../support/percept.js';
import { drivePoint, endOf } from './pointMass.js';

const RATES = [10, 50, 240];
const bodies = [
  ['with its force clamped', SMALL],
  ['without a clamp', unlimited(SMALL)],
  ['with τ = 1 s', PLAIN],
] as const;

describe('seek from rest towards a far target', () => {
  it.each(RATES)('at %i Hz has v(t) = vmax (1 − e^(−t/τ))', (rate) => {
    for (const body of [PLAIN, { ...PLAIN, mass: 3 }, unlimited(SMALL)]) {
      const states = drivePoint(seek({ target: [1000, 0] }), { body, dt: 1 / rate, seconds: 2 });
      const tau = body.mass / body.steeringGain;
      states.forEach(({ velocity }, i) => {
        const expected = body.maxSpeed * -Math.expm1(-i / rate / tau);
        expect(Math.abs(velocity.x - expected)).toBeLessThan(1e-9);
        expect(velocity.y).toBe(0);
      });
    }
  });
});

describe.each(bodies)('the place after one second, %s,', (_, body) => {
  it.each([
    ['seek', seek({ target: [3, 1] })],
    ['flee', flee({ target: [-3, 1] })],
    ['arrive', arrive({ target: [3, 1] })],
  ])('of %s differs by less than 2 % of the way between 10, 50 and 240 Hz', (_name, behavior) => {
    const places = RATES.map((rate) =>
      endOf(drivePoint(behavior, { body, dt: 1 / rate, seconds: 1, velocity: { x: 0, y: 0.3 } })),
    );
    for (const a of places) {
      for (const b of places) {
        expect(distance(a.pose, b.pose)).toBeLessThan(0.02 * length(a.pose));
      }
    }
  });
});

describe('arrive while it brakes', () => {
  const course = { body: SMALL, seconds: 1, velocity: { x: 0, y: 0.2 } };
  const near = arrive({ target: [0.3, 0.2] });
  const placeAfter = (rate: number, seconds = 1) =>
    endOf(drivePoint(near, { ...course, dt: 1 / rate, seconds })).pose;

  it('is at the same place at 50 and 240 Hz within 2 %', () => {
    expect(distance(placeAfter(50), placeAfter(240))).toBeLessThan(0.02 * length(placeAfter(240)));
  });

  it('comes to rest at the same place at 10, 50 and 240 Hz', () => {
    for (const rate of RATES) {
      expect(distance(placeAfter(rate, 8), { x: 0.3, y: 0.2 })).toBeCloseTo(0.003, 6);
    }
  });
});

describe('a heavier body of the same gain', () => {
  it('turns in later and swings wider', () => {
    const swing = (mass: number) => {
      const body = { ...PLAIN, mass };
      const states = drivePoint(seek({ target: [0, 3] }), {
        body,
        dt: 0.02,
        seconds: 2,
        velocity: { x: 1, y: 0 },
      });
      return Math.max(...states.map(({ pose }) => pose.x));
    };
    expect(swing(1)).toBeGreaterThan(1.5 * swing(0.5));
    expect(swing(2)).toBeGreaterThan(1.5 * swing(1));
  });
});
