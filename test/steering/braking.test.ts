import { describe, expect, it } from 'vitest';
import { holdBand, plannedDeceleration, settlingTime, standsStill } from '../../src/steering/braking.js';
import { PLAIN, SMALL } from '../support/percept.js';

describe('the figures of braking', () => {
  it('plan with 0.9 of what wheels and force clamp allow', () => {
    expect(plannedDeceleration(SMALL)).toBeCloseTo(0.9, 12);
    expect(plannedDeceleration({ ...SMALL, maxForce: 0.09 })).toBeCloseTo(0.18, 12);
    expect(plannedDeceleration({ ...PLAIN, maxAcceleration: 2 })).toBeCloseTo(1.8, 12);
  });

  it('settle in one and a half periods', () => {
    expect(settlingTime(0.02)).toBeCloseTo(0.03, 12);
  });

  it('hold within 30 % of the tolerance, at most 3 mm', () => {
    expect([0.001, 0.01, 0.1].map(holdBand)).toEqual([expect.closeTo(0.0003, 12), 0.003, 0.003]);
  });

  it('call a body standing below 5 mm/s, whichever way it rolls', () => {
    expect([0, 0.0049, -0.0049, 0.0051, -0.0051].map(standsStill)).toEqual([true, true, true, false, false]);
  });
});
