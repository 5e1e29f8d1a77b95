import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covarianceBetween, stateOf } from '../../src/estimation/belief.js';
import { receiveHeading } from '../../src/estimation/compass.js';
import { bodyAway, receiveEncoders, recordSent, startEstimate } from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { zeroOf as zeroIn } from '../../src/estimation/heading.js';
import { receivePose } from '../../src/estimation/outside.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import { moveAlongArc, wrapAngle } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { orientationOf } from '../../src/sensors/sensorFacts.js';
import { drawn } from '../support/effort.js';
import { covarianceOf, withCovariance, ZERO_COVARIANCE } from './believed.js';

const BODY: EstimatorParameters = {
  track: 0.15,
  doubts: wheelDoubts(0.15, Math.sqrt(1e-5)),
  latency: 0,
  patience: 0.15,
  response: { lag: 0, breakaway: 0, acceleration: 1e9 },
  metersPerCount: { left: 1e-4, right: 1e-4 },
};
/** σ = 0.01 rad, lasting 1 s. */
const NOISE = { variance: 1e-4, lasting: 1 };

const reading = (at: number, heading: number) =>
  ({ kind: 'heading', at, sensor: 'compass', heading }) as const;
const started = (covariance = ZERO_COVARIANCE, heading = 0.3): EstimatorState =>
  withCovariance(startEstimate(0, { x: 0, y: 0, heading }, 0, BODY), covariance);
const told = (state: EstimatorState, at: number, heading: number, noise = NOISE) =>
  receiveHeading(state, reading(at, heading), noise, BODY);
const zeroOf = ({ belief }: EstimatorState) => zeroIn(belief, 'compass') ?? Number.NaN;

/** It was certain when the zero was learned; since then it drove, and became unsure. */
const drivenOn = (state: EstimatorState, covariance = ZERO_COVARIANCE): EstimatorState =>
  withCovariance(recordSent(state, state.at, { left: 0.1, right: 0.1 }), covariance);

/** Covariance of the zero with x, y and heading, and its variance. */
const ofZero = ({ belief }: EstimatorState): number[] => {
  const zero = stateOf(belief, belief.errors.at(-1) ?? '');
  return [0, 1, 2, zero].map((state) => covarianceBetween(belief, zero, state));
};

describe('the zero of a sensor of headings', () => {
  it('begins with the estimate: a first reading moves nothing', () => {
    const state = told(started({ ...ZERO_COVARIANCE, xx: 1, xh: 0.1, hh: 1 }), 0, 2);
    expect(state.belief.pose).toEqual({ x: 0, y: 0, heading: 0.3 });
    expect(zeroOf(state)).toBeCloseTo(0.3 - 2, 12);
    // It shares the doubt of the heading, and has σ² of its own.
    expect(ofZero(state)).toEqual([0.1, 0, 1, expect.closeTo(1 + 1e-4, 12)]);
    expect(state.zeros).toEqual({ compass: { at: 0, stood: 0 } });
  });

  it('is the mean of what is told while the robot stands, to which its first reading adds nothing', () => {
    let state = told(started(), 0, 2);
    for (const [at, heading] of [
      [0.1, 1],
      [0.2, 1.1],
      [0.3, 1.2],
    ] as const)
      state = told(state, at, heading);
    expect(zeroOf(state)).toBeCloseTo(0.3 - 1.1, 12);
    expect(state.belief.pose.heading).toBe(0.3);
  });

  it('is averaged round the turn, and over the last seconds of a long stand', () => {
    let state = told(started(), 0, 0);
    const headings = [3.1, -3.1, 3.14, -3.14];
    for (const [i, heading] of headings.entries()) state = told(state, (i + 1) / 10, heading);
    expect(Math.abs(wrapAngle(zeroOf(state) - (0.3 - Math.PI)))).toBeLessThan(0.01);
    for (let i = 5; i <= 200; i++) state = told(state, i / 10, 1);
    expect(zeroOf(state)).toBeCloseTo(0.3 - 1, 2);
  });

  it('is no mean any more once the robot has driven', () => {
    const driving = drivenOn(told(told(started(), 0, 1), 0.1, 1));
    const stopped = { ...told(driving, 0.2, 1), sent: [], wheels: { left: 0, right: 0 } };
    const still = told(stopped, 0.3, 1);
    expect(still.zeros.compass?.stood).toBeNull();
    expect(zeroOf(still)).toBeCloseTo(-0.7, 12);
  });

  it('starts again after a silence: the sensor may have been switched off', () => {
    const state = told(told(started({ ...ZERO_COVARIANCE, hh: 1 }), 0, 2), 0.16, 0);
    expect(state.belief.pose.heading).toBe(0.3);
    expect(zeroOf(state)).toBeCloseTo(0.3, 12);
    expect(state.zeros.compass).toEqual({ at: 0.16, stood: 0 });
    expect(bodyAway(state, state.at).zeros).toEqual({});
    expect(zeroOf(bodyAway(state, state.at))).toBeNaN();
  });

  it('only follows while the pose comes from outside', () => {
    const pose = { x: 1, y: 0, heading: 1 };
    const outside = receivePose(told(started(), 0, 0), { kind: 'pose', at: 0.1, pose }, BODY);
    const state = told(withCovariance(outside, { ...ZERO_COVARIANCE, hh: 1 }), 0.1, 0.9);
    expect(state.belief.pose).toEqual(pose);
    expect(zeroOf(state)).toBeCloseTo(0.1, 12);
  });
});

describe('a heading that a sensor tells', () => {
  const learned = told(started(), 0, 2);

  it('corrects by (P − C)/(P − 2C + B + R), and the place with it as far as the two go together', () => {
    const covariance = { xx: 1e-4, xy: 0, xh: 2e-4, yy: 4e-4, yh: -1e-4, hh: 2.9e-3 };
    const state = told(drivenOn(learned, covariance), 0.1, 2.04);
    const { pose } = state.belief;
    const p = covarianceOf(state);
    // C = 0, B = 1e-4, R = 1e-4/0.1: s = 4e-3, ν = 0.04.
    expect(pose.heading).toBeCloseTo(0.3 + 0.725 * 0.04, 12);
    expect(pose.x).toBeCloseTo(0.05 * 0.04, 12);
    expect(pose.y).toBeCloseTo(-0.025 * 0.04, 12);
    expect(p.hh).toBeCloseTo(0.275 * 2.9e-3, 12);
    expect(p.xx).toBeCloseTo(1e-4 - 0.05 * 2e-4, 12);
    expect(p.yh).toBeCloseTo(-1e-4 + 0.025 * 2.9e-3, 12);
    // The zero takes its part: K = (C − B)/s = −0.025, and C = K·B of the pose.
    expect(zeroOf(state)).toBeCloseTo(-1.7 - 0.025 * 0.04, 12);
    expect(ofZero(state)).toEqual(
      [0.05e-4, -0.025e-4, 0.725e-4, 0.975e-4].map((value) => expect.closeTo(value, 12)),
    );
  });

  it('moves nothing while the estimate is certain', () => {
    expect(told(drivenOn(learned), 0.1, 1.5).belief.pose.heading).toBe(0.3);
  });

  it('is compared with where the body has turned to by then', () => {
    const wheels = { left: -0.075, right: 0.075 };
    const turning = { ...drivenOn(learned, { ...ZERO_COVARIANCE, hh: 1e-3 }), wheels };
    const state = told(turning, 0.1, 2.1);
    // 1 rad/s for 0.1 s: no error.
    expect(state.belief.pose.heading).toBeCloseTo(0.3, 12);
  });

  it('goes the short way round', () => {
    const begun = told(started(ZERO_COVARIANCE, Math.PI - 0.01), 0, 3.1);
    const state = told(drivenOn(begun, { ...ZERO_COVARIANCE, hh: 1 }), 0.1, wrapAngle(3.12));
    expect(Math.abs(wrapAngle(state.belief.pose.heading - (Math.PI + 0.01)))).toBeLessThan(1e-4);
  });

  it('is never worth more than one of its readings, however seldom it is told', () => {
    const unsure = drivenOn(learned, { ...ZERO_COVARIANCE, hh: 1e-4 });
    // P = B = R = 1e-4, though the errors of the readings last for far less than the time between them.
    const state = told(unsure, 0.1, 2, { variance: 1e-4, lasting: 1e-3 });
    expect(covarianceOf(state).hh).toBeCloseTo((2 / 3) * 1e-4, 12);
  });

  it('corrects as much in a second, however often it is told', () => {
    const aSecondAt = (hertz: number) => {
      let state = drivenOn(learned, { ...ZERO_COVARIANCE, hh: 1e-4 });
      for (let i = 1; i <= hertz; i++) state = told(state, i / hertz, 2.1);
      return state;
    };
    const [seldom, often] = [aSecondAt(10), aSecondAt(100)];
    const share = (state: EstimatorState) => (state.belief.pose.heading - 0.3) / 0.1;
    expect(covarianceOf(often).hh / covarianceOf(seldom).hh).toBeCloseTo(1, 1);
    expect(share(often) / share(seldom)).toBeCloseTo(1, 1);
  });

  it('never raises the variance, nor lowers it below one reading with the variance of its zero', () => {
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (xh, yh, heading, b) => {
          const covariance = { xx: 1, xy: 0, xh: 0.7 * xh, yy: 1, yh: 0.7 * yh, hh: 1 };
          const noise = { variance: b, lasting: 0.1 };
          let state = drivenOn(told(started(), 0, 0, noise), covariance);
          for (let i = 1; i <= 100; i++) state = told(state, i / 10, heading, noise);
          const p = covarianceOf(state);
          expect(p.xx).toBeLessThanOrEqual(1);
          expect(p.yy).toBeLessThanOrEqual(1);
          expect(p.hh).toBeLessThan(1);
          expect(p.hh).toBeGreaterThan(b / (1 + b));
          expect(p.xx * p.hh - p.xh ** 2).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: drawn(30) },
    );
  });
});

/** A minute straight on by the encoders after a second of standing; what the compass is off at each time. */
function aMinute(off: (at: number) => number, noise = NOISE, hertz = 50): EstimatorState {
  let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, BODY);
  for (let i = 0; i <= 61 * hertz; i++) {
    const at = i / hertz;
    const way = at > 1 ? 0.3 / hertz : 0;
    const counts = Math.round((Math.max(0, at - 1) * 0.3) / 1e-4);
    state = receiveEncoders(state, { kind: 'encoders', at, left: counts, right: counts }, BODY, {
      left: way,
      right: way,
    });
    if (Math.abs(at - 1) < 0.5 / hertz) state = recordSent(state, at, { left: 0.3, right: 0.3 });
    state = told(state, at, off(at), noise);
  }
  return state;
}

describe('a compass beside wheels that are right', () => {
  const { compass = NOISE } =
    orientationOf([{ id: 'compass', type: 'hmc5883l', at: [0, 0], facing: 0 }]).headingNoise ?? {};
  const isTold = (state: EstimatorState) => {
    const { pose } = state.belief;
    const covariance = covarianceOf(state);
    expect(Math.abs(pose.heading)).toBeLessThan(Math.sqrt(covariance.hh));
    expect(Math.abs(pose.y)).toBeLessThan(Math.sqrt(covariance.yy));
  };

  it('does no lasting harm by one reading that is wrong, the first or another', () => {
    for (const wrongAt of [0, 0.5]) {
      const state = aMinute((at) => (at === wrongAt ? deg(15) : 0), compass);
      expect(Math.abs(state.belief.pose.heading)).toBeLessThan(deg(0.2));
      expect(Math.abs(state.belief.pose.y)).toBeLessThan(0.05);
    }
  });

  it('that is bent as soon as the motors run leads off by no more than is told', () => {
    const state = aMinute((at) => (at > 1 ? deg(15) : 0), compass);
    isTold(state);
    expect(Math.abs(state.belief.pose.heading)).toBeLessThan(deg(4));
  });

  it('tells the same at any rate', () => {
    const at = (hertz: number) => aMinute((t) => (t > 1 ? deg(15) : 0), compass, hertz);
    const [seldom, often] = [at(10), at(80)];
    expect(Math.abs(often.belief.pose.heading - seldom.belief.pose.heading)).toBeLessThan(deg(0.1));
    expect(often.belief.pose.y).toBeCloseTo(seldom.belief.pose.y, 1);
    expect(Math.sqrt(covarianceOf(often).hh / covarianceOf(seldom).hh)).toBeCloseTo(1, 2);
  });

  it('goes on to the same from its state as JSON', () => {
    const half = aMinute(() => 0.1);
    const more = (state: EstimatorState) => told(state, half.at + 0.1, 0.2);
    expect(more(JSON.parse(JSON.stringify(half)))).toEqual(more(half));
  });
});

/** Half a minute of wide curves, on wheels and with a sensor that err as they are said to: how far off, squared, by what is told. */
function astray(random: Random, noise: typeof NOISE) {
  let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, BODY);
  let truth = state.belief.pose;
  const bent = Math.sqrt(noise.variance) * random.gaussian();
  let error = Math.sqrt(noise.variance) * random.gaussian();
  const dt = 0.1;
  for (let i = 0; i <= 300; i++) {
    const at = i * dt;
    if (i === 5) state = recordSent(state, at, { left: 0.3, right: 0.3 });
    const turning = 0.1 * Math.sin(at / 3);
    const [left, right] = i < 5 ? [0, 0] : [(0.3 - turning) * dt, (0.3 + turning) * dt];
    const slipped = (way: number) => way + Math.sqrt(1e-5 * way) * random.gaussian();
    const [l, r] = [slipped(left), slipped(right)];
    truth = moveAlongArc(truth, (l + r) / 2, (r - l) / BODY.track);
    const counts = { left: i, right: i };
    state = receiveEncoders(state, { kind: 'encoders', at, ...counts }, BODY, { left, right });
    const stays = Math.exp((-2 * dt) / noise.lasting);
    error = stays * error + Math.sqrt((1 - stays ** 2) * noise.variance) * random.gaussian();
    state = told(state, at, truth.heading + (i < 5 ? 0 : bent + error), noise);
  }
  const { pose } = state.belief;
  const p = covarianceOf(state);
  return {
    heading: wrapAngle(pose.heading - truth.heading) ** 2 / p.hh,
    x: (pose.x - truth.x) ** 2 / p.xx,
    y: (pose.y - truth.y) ** 2 / p.yy,
  };
}

describe('the covariance of an estimate with a compass', () => {
  it.each([deg(1), deg(5), deg(15)])('is right in the mean of many drives, with errors of %f rad', (sd) => {
    const random = resumeRandom(seedRandom(7));
    const drives = Array.from({ length: 100 }, () => astray(random, { variance: sd ** 2, lasting: 0.5 }));
    for (const what of ['heading', 'x', 'y'] as const) {
      const mean = drives.reduce((sum, drive) => sum + drive[what], 0) / drives.length;
      expect(mean).toBeGreaterThan(0.6);
      expect(mean).toBeLessThan(1.4);
    }
  });
});
