import { describe, expect, it } from 'vitest';
import { startEstimate } from '../../src/estimation/estimate.js';
import type { CountsUp } from '../../src/estimation/estimatorState.js';
import { rollingWay } from '../../src/estimation/rollingWay.js';

const bodyWith = (countsUp: CountsUp) => ({
  track: 0.14,
  latency: 0,
  response: { lag: 0, breakaway: 0, acceleration: 1 },
  patience: 0.1,
  countsUp,
});

/** The signs of the counts of a robot that rolls backward. */
const backward = (countsUp: CountsUp) => {
  const body = bodyWith(countsUp);
  return rollingWay(startEstimate(0, { x: 0, y: 0, heading: 0 }, -0.2, body), 0.01, body);
};

describe('the counts of a wheel that rolls backward', () => {
  it('are negative where its encoder counts up both ways, each wheel for itself', () => {
    expect(backward({ left: true, right: true })).toEqual({ left: -1, right: -1 });
    expect(backward({ left: true, right: false })).toEqual({ left: -1, right: 1 });
    expect(backward({ left: false, right: true })).toEqual({ left: 1, right: -1 });
  });
});
