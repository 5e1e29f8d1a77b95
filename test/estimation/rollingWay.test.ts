import { describe, expect, it } from 'vitest';
import { rollingWay } from '../../src/estimation/rollingWay.js';

const BOTH = { left: true, right: true };
const BACKWARD = { left: -0.2, right: -0.2 };

describe('the counts of a wheel', () => {
  it('that rolls backward are negative where its encoder counts up both ways, each wheel for itself', () => {
    expect(rollingWay(BACKWARD, BOTH)).toEqual({ left: -1, right: -1 });
    expect(rollingWay(BACKWARD, { left: true, right: false })).toEqual({ left: -1, right: 1 });
    expect(rollingWay(BACKWARD, { left: false, right: true })).toEqual({ left: 1, right: -1 });
  });

  it('that stands have the sign that they had last', () => {
    const still = { left: 0, right: 0 };
    expect(rollingWay(still, BOTH, { left: -1, right: 1 })).toEqual({ left: -1, right: 1 });
    expect(rollingWay(still, BOTH)).toEqual({ left: 1, right: 1 });
  });
});
