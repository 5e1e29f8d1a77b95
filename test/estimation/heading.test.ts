import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CERTAIN } from '../../src/estimation/covariance.js';
import {
  bodyAway,
  type EstimatedBody,
  type EstimatorState,
  receivePose,
  startEstimate,
} from '../../src/estimation/estimate.js';
import { receiveHeading } from '../../src/estimation/heading.js';
import { wrapAngle } from '../../src/geometry.js';

const BODY: EstimatedBody = {
  track: 0.15,
  latency: 0,
  patience: 0.15,
  response: { lag: 0, breakaway: 0, acceleration: 1e9 },
};
const NOISE = 1e-4;

const reading = (at: number, heading: number) =>
  ({ kind: 'heading', at, sensor: 'compass', heading }) as const;
const started = (more: Partial<EstimatorState> = {}): EstimatorState => ({
  ...startEstimate(0, { x: 0, y: 0, heading: 0.3 }, 0, BODY),
  ...more,
});
const told = (state: EstimatorState, at: number, heading: number) =>
  receiveHeading(state, reading(at, heading), NOISE, BODY);

describe('a heading that a sensor tells', () => {
  it('begins with the estimate: its first reading moves nothing', () => {
    const state = told(started({ covariance: { ...CERTAIN, hh: 1 } }), 0, 2);
    expect(state.pose).toEqual({ x: 0, y: 0, heading: 0.3 });
    expect(state.zeros).toEqual({ compass: { at: 0, zero: expect.closeTo(0.3 - 2, 12) } });
  });

  it('then corrects it by P/(P + R), and the place with it as far as the two go together', () => {
    const covariance = { xx: 1e-4, xy: 0, xh: 2e-4, yy: 4e-4, yh: -1e-4, hh: 3e-3 };
    const state = told(told(started({ covariance }), 0, 2), 0.1, 2.04);
    // R = 1e-4/0.1 = 1e-3, P + R = 4e-3, ν = 0.04.
    expect(state.pose.heading).toBeCloseTo(0.3 + 0.75 * 0.04, 12);
    expect(state.pose.x).toBeCloseTo(0.05 * 0.04, 12);
    expect(state.pose.y).toBeCloseTo(-0.025 * 0.04, 12);
    expect(state.covariance.hh).toBeCloseTo(0.25 * 3e-3, 12);
    expect(state.covariance.xx).toBeCloseTo(1e-4 - 0.05 * 2e-4, 12);
    expect(state.covariance.yh).toBeCloseTo(-1e-4 + 0.025 * 3e-3, 12);
  });

  it('moves nothing while the estimate is certain', () => {
    expect(told(told(started(), 0, 1), 0.1, 1.5).pose.heading).toBe(0.3);
  });

  it('is compared with where the body has turned to by then', () => {
    const wheels = { left: -0.075, right: 0.075 };
    const covariance = { ...CERTAIN, hh: 1e-3 };
    const state = told(told(started({ wheels, covariance }), 0, 0), 0.1, 0.1);
    // 1 rad/s for 0.1 s: no error.
    expect(state.pose.heading).toBeCloseTo(0.3, 12);
  });

  it('goes the short way round', () => {
    const pose = { x: 0, y: 0, heading: Math.PI - 0.01 };
    const state = told(
      told(started({ pose, covariance: { ...CERTAIN, hh: 1 } }), 0, 3.1),
      0.1,
      wrapAngle(3.12),
    );
    expect(Math.abs(wrapAngle(state.pose.heading - (Math.PI + 0.01)))).toBeLessThan(1e-4);
  });

  it('begins anew after a silence: it may have been switched off', () => {
    const covariance = { ...CERTAIN, hh: 1 };
    const state = told(told(started({ covariance }), 0, 2), 0.16, 0);
    expect(state.pose.heading).toBe(0.3);
    expect(state.zeros?.compass).toEqual({ at: 0.16, zero: expect.closeTo(0.3, 12) });
    expect(bodyAway(state).zeros).toBeUndefined();
  });

  it('only follows while the pose comes from outside', () => {
    const pose = { x: 1, y: 0, heading: 1 };
    const outside = receivePose(told(started(), 0, 0), { kind: 'pose', at: 0.1, pose }, BODY);
    const state = told({ ...outside, covariance: { ...CERTAIN, hh: 1 } }, 0.1, 0.9);
    expect(state.pose).toEqual(pose);
    expect(state.zeros?.compass?.zero).toBeCloseTo(0.1, 12);
  });

  it('corrects as much in a second, however often it is told', () => {
    const aSecondAt = (hertz: number) => {
      let state = told(started({ covariance: { ...CERTAIN, hh: 1e-4 } }), 0, 0);
      for (let i = 1; i <= hertz; i++) state = told(state, i / hertz, 0.1);
      return state;
    };
    const [seldom, often] = [aSecondAt(10), aSecondAt(100)];
    // P = 1/(1/P₀ + t/r): half of it after a second, wherever it is cut.
    expect(often.covariance.hh).toBeCloseTo(0.5e-4, 9);
    expect(seldom.covariance.hh).toBeCloseTo(often.covariance.hh, 9);
    expect(seldom.pose.heading).toBeCloseTo(0.3 + 0.05, 9);
    expect(often.pose.heading).toBeCloseTo(seldom.pose.heading, 9);
  });

  it('never makes it less sure', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (xh, yh, heading) => {
        const covariance = { xx: 1, xy: 0, xh: 0.7 * xh, yy: 1, yh: 0.7 * yh, hh: 1 };
        const { covariance: p } = told(told(started({ covariance }), 0, 0), 0.1, heading);
        expect(p.xx).toBeLessThanOrEqual(1);
        expect(p.yy).toBeLessThanOrEqual(1);
        expect(p.hh).toBeLessThan(1);
        expect(p.xx * p.hh - p.xh ** 2).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
