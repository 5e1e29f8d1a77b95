import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodyAway,
  estimateNow,
  propagateUntil,
  receiveEncoders,
  receiveTurnRate,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { isLearning, startGyro, turnSince } from '../../src/estimation/gyro.js';
import { fusedTurn } from '../../src/estimation/motion.js';
import { receivePose } from '../../src/estimation/outside.js';
import type { Pose } from '../../src/math/geometry.js';
import { drawn } from '../support/effort.js';
import { covarianceOf, instantBody } from './believed.js';

const ORIGIN: Pose = { x: 0, y: 0, heading: 0 };
const TRACK = 0.15;
const WITHOUT = instantBody(TRACK, 0.001);
const BODY: EstimatorParameters = { ...WITHOUT, gyro: 'gyro' };
const { metersPerCount: _, ...GRANTED } = BODY;

const rate = (at: number, turnRate: number) => ({ kind: 'turnRate', at, sensor: 'gyro', turnRate }) as const;

interface Ride {
  readonly body?: EstimatorParameters;
  readonly from?: EstimatorState;
  readonly seconds: number;
  /** Of readings of both kinds. */
  readonly hertz?: number;
  /** What the gyroscope tells, and what the encoders see of each rim. */
  readonly told: (at: number) => number;
  readonly left?: number;
  readonly right?: number;
}

/** Readings of both kinds from where the estimate is, the gyroscope's first. */
function ride({ body = BODY, from, seconds, hertz = 50, told, left = 0, right = 0 }: Ride): EstimatorState {
  let state = from ?? startEstimate(0, ORIGIN, 0, body);
  const begun = state.at;
  for (let i = from ? 1 : 0; i <= Math.round(seconds * hertz); i++) {
    const at = begun + i / hertz;
    state = receiveTurnRate(state, rate(at, told(at)), body);
    const counts = {
      left: (state.counts?.left ?? 0) + (i > 0 ? left : 0),
      right: (state.counts?.right ?? 0) + (i > 0 ? right : 0),
    };
    const ways = i > 0 ? { left: left / hertz, right: right / hertz } : { left: 0, right: 0 };
    state = receiveEncoders(state, { kind: 'encoders', at, ...counts }, body, ways);
  }
  return state;
}

const BIAS = 0.05;
const stood = (more: Partial<Ride> = {}) => ride({ seconds: 1, told: () => BIAS, ...more });
const toldToDrive = (state: EstimatorState) => recordSent(state, state.at, { left: 0.2, right: 0.2 });

describe('a gyroscope’s bias', () => {
  it('is what it tells of a robot that stands, from 0.7 s on', () => {
    expect(stood({ seconds: 0.6 }).gyro?.bias).toBeNull();
    expect(stood({ seconds: 0.8 }).gyro?.bias).toBeCloseTo(BIAS, 12);
  });

  it('is the same at any rate of its readings', () => {
    for (const hertz of [17, 30, 45, 101]) expect(stood({ hertz }).gyro?.bias).toBeCloseTo(BIAS, 12);
  });

  it('is learned again while it stands, since it drifts', () => {
    expect(stood({ seconds: 3, told: (at) => (at < 1.5 ? 0.02 : 0.03) }).gyro?.bias).toBeCloseTo(0.03, 12);
  });

  it('is the mean of a noisy rate', () => {
    const noisy = (at: number) => BIAS + 0.004 * Math.cos(Math.round(at * 50) * 2.4);
    expect(Math.abs((stood({ told: noisy }).gyro?.bias ?? 1) - BIAS)).toBeLessThan(4e-4);
  });

  it('is not learned while the robot is told to drive, while its wheels turn, or while it is turned by hand', () => {
    const driving = ride({
      from: toldToDrive(startEstimate(0, ORIGIN, 0, BODY)),
      seconds: 2,
      told: () => BIAS,
    });
    expect(driving.gyro?.bias).toBeNull();
    expect(stood({ seconds: 2, left: 1, right: 1 }).gyro?.bias).toBeNull();
    expect(stood({ seconds: 2, told: (at) => BIAS + 0.1 * Math.sin(7 * at) }).gyro?.bias).toBeNull();
  });

  it('once learned stays when the robot is turned by hand, evenly or not', () => {
    for (const turn of [() => 0.5, (at: number) => Math.sin(9 * at)]) {
      const turned = ride({ from: stood(), seconds: 2, told: (at) => BIAS + turn(at) });
      expect(turned.gyro?.bias).toBeCloseTo(BIAS, 12);
    }
  });

  it('is waited for: until it is there, and no longer than 1.5 s', () => {
    expect([0, 1.49, 1.51].map((at) => isLearning(startGyro(0), at))).toEqual([true, true, false]);
    expect(isLearning({ ...startGyro(0), bias: 0 }, 0)).toBe(false);
  });
});

describe('the turn of wheels and gyroscope, by hand', () => {
  const BY_WHEELS = { turned: 0.02, variance: 1e-5, along: 3e-6, cross: 2e-6, byWheels: 1 };
  const PATIENCE = 0.15;
  const learned = {
    ...startGyro(0),
    last: { at: 1, turnRate: 0.6 },
    bias: 0.1,
    turned: 0.2,
    followed: { at: 0.98, turned: 0.19 },
  };

  it('is weighed by the variances: K = σ_w²/(σ_w² + σ_g²)', () => {
    // σ_w² = 1e-5 + 1e-4·0.02, σ_g² = 1e-6·0.02 + 1e-6·0.01: K = 12e-6/(12e-6 + 0.03e-6) = 1/1.0025.
    const turn = fusedTurn(0.01, BY_WHEELS, 0.02, true);
    expect(turn.turned).toBeCloseTo(0.02 - 0.01 / 1.0025, 12);
    // But its scale is doubted more: σ_g² = 1e-6·0.02 + 1e-4·0.01.
    const rest = 0.0025 / 1.0025;
    expect(turn.variance).toBeCloseTo(1.02e-6 / 1.0025 ** 2 + rest ** 2 * 12e-6, 15);
    expect(turn.along).toBe(3e-6);
    expect(turn.cross).toBeCloseTo(2e-6 * rest, 15);
    expect(turn.byWheels).toBeCloseTo(rest, 15);
  });

  it('is the gyroscope’s alone where the wheels were only commanded', () => {
    const { turned, variance, byWheels } = fusedTurn(0.01, BY_WHEELS, 0.02, false);
    expect(turned).toBeCloseTo(0.01, 12);
    expect(variance).toBeCloseTo(1.02e-6, 15);
    expect(byWheels).toBe(0);
  });

  it('by the gyroscope is counted from where the pose follows it', () => {
    const { told, gyro } = turnSince(learned, 1, PATIENCE);
    expect(told).toBeCloseTo(0.01, 12);
    expect(gyro.followed).toEqual({ at: 1, turned: 0.2 });
  });

  it('goes on at the last rate beyond the last reading', () => {
    const { gyro } = turnSince(learned, 1.01, PATIENCE);
    expect(gyro.followed?.turned).toBeCloseTo(0.2 + 0.5 * 0.01, 12);
  });

  it('is the wheels’ alone without a bias, without a beginning, and after a silence', () => {
    const alone = [
      turnSince({ ...learned, bias: null }, 1, PATIENCE),
      turnSince({ ...learned, followed: null }, 1, PATIENCE),
      turnSince(learned, 1.2, PATIENCE),
    ];
    for (const { told } of alone) expect(told).toBeNull();
    expect(alone[2]?.gyro.followed).toBeNull();
  });
});

describe('a heading with a gyroscope', () => {
  const turning = (truth: number, more: Partial<Ride> = {}) =>
    ride({ from: toldToDrive(stood()), seconds: 4, told: () => BIAS + truth, ...more });

  it('follows the gyroscope where the wheels are wrong', () => {
    // Straight on by the wheels; truly 0.1 rad/s.
    const heading = turning(0.1, { left: 0.2, right: 0.2 }).belief.pose.heading;
    expect(heading).toBeGreaterThan(0.985 * 0.4);
    expect(heading).toBeLessThanOrEqual(0.4);
  });

  it('puts the way on the arc that the gyroscope bends', () => {
    // 0.2 m/s and 0.1 rad/s, with K as near to 1 as may be: a circle of 2 m.
    const { pose } = turning(0.1, { left: 0.2, right: 0.2 }).belief;
    expect(pose.x).toBeCloseTo(2 * Math.sin(0.4), 2);
    expect(pose.y).toBeCloseTo(2 * (1 - Math.cos(0.4)), 2);
  });

  it('without encoders follows it too, on the granted speeds', () => {
    let state = ride({ body: GRANTED, seconds: 0, told: () => BIAS });
    for (let i = 1; i <= 250; i++) {
      const at = i / 50;
      const driving = at > 1;
      state = receiveTurnRate(state, rate(at, BIAS + (driving ? 0.1 : 0)), GRANTED);
      state = recordSent(propagateUntil({ ...state, counts: null, source: 'granted' }, at, GRANTED), at, {
        left: driving ? 0.2 : 0,
        right: driving ? 0.2 : 0,
      });
    }
    expect(state.gyro?.bias).toBeCloseTo(BIAS, 12);
    // 0.1 rad/s for 4 s, by the trapezoid rule; it follows up to this very instant.
    expect(state.belief.pose.heading).toBeCloseTo(0.399, 3);
    expect(state.belief.pose.x).toBeCloseTo(2 * Math.sin(0.4), 1);
  });

  it('stands while the robot does, for a minute', () => {
    const still = stood({ seconds: 60 });
    const { pose } = still.belief;
    expect(Math.abs(pose.heading)).toBeLessThan(1e-9);
    // What it cannot know grows by 1 mrad²/s all the same.
    expect(covarianceOf(still).hh).toBeLessThan(60e-6);
  });

  it('turns with a robot that is turned by hand', () => {
    const state = ride({ from: stood(), seconds: 1, told: () => BIAS + 0.5 });
    expect(state.belief.pose.heading).toBeGreaterThan(0.45);
  });

  it('falls back to the wheels while it is silent, and goes on with it after', () => {
    let state = toldToDrive(stood());
    const from = state.at;
    for (let i = 1; i <= 50; i++) {
      const at = from + i / 50;
      state = receiveEncoders(state, { kind: 'encoders', at, left: i, right: -i }, BODY, {
        left: -0.001,
        right: 0.001,
      });
    }
    // 7 readings within its patience, in which it is taken to stand on; 43 by the wheels, 2/150 rad each.
    expect(state.belief.pose.heading).toBeGreaterThan(42 * (0.002 / TRACK));
    const before = state.belief.pose.heading;
    state = ride({ from: state, seconds: 0.5, told: () => BIAS + 1 });
    expect(state.belief.pose.heading - before).toBeGreaterThan(0.4);
  });

  it('is as sure as the gyroscope, and no surer than the wheels alone without one', () => {
    const ways = { left: 0.2, right: 0.2 };
    const fused = covarianceOf(turning(0, ways)).hh;
    const alone = covarianceOf(ride({ body: WITHOUT, seconds: 4, told: () => 0, ...ways })).hh;
    expect(fused).toBeLessThan(alone / 50);
    expect(fused).toBeGreaterThan(0);
  });

  it('does not depend on the rate of the readings', () => {
    const told = (at: number) => BIAS + Math.sin(at - 1) ** 2;
    const at = (hertz: number) => turning(0, { told, hertz, left: 0.2, right: 0.22 });
    const [slow, fast] = [at(25), at(100)];
    expect(fast.belief.pose.heading).toBeCloseTo(slow.belief.pose.heading, 3);
    expect(fast.belief.pose.y).toBeCloseTo(slow.belief.pose.y, 2);
    expect(covarianceOf(fast).hh / covarianceOf(slow).hh).toBeCloseTo(1, 1);
  });

  it('turns with the world', () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (turned) => {
        const start = (heading: number) => startEstimate(0, { ...ORIGIN, heading }, 0, BODY);
        const go = (heading: number) =>
          ride({
            from: toldToDrive(ride({ from: start(heading), seconds: 1, told: () => BIAS })),
            seconds: 1,
            told: () => BIAS + 0.3,
            left: 0.2,
            right: 0.21,
          });
        const [plain, rotated] = [go(0).belief.pose, go(turned).belief.pose];
        expect(rotated.x).toBeCloseTo(plain.x * Math.cos(turned) - plain.y * Math.sin(turned), 9);
        expect(rotated.y).toBeCloseTo(plain.x * Math.sin(turned) + plain.y * Math.cos(turned), 9);
      }),
      { numRuns: drawn(20) },
    );
  });

  it('is the one from outside where there is one', () => {
    const pose = { x: 1, y: 2, heading: 0.7 };
    const at = stood().at + 0.02;
    const posed = receivePose(toldToDrive(stood()), { kind: 'pose', at, pose }, BODY);
    const next = receiveTurnRate(posed, rate(at, BIAS + 1), BODY);
    expect(estimateNow(next, at, BODY).estimate).toMatchObject({ pose, source: 'pose' });
  });
});

describe('what an estimate is made of', () => {
  it('has nothing of a gyroscope in a robot without one', () => {
    const plain = ride({ body: WITHOUT, seconds: 0.1, told: () => 1, left: 0.1, right: 0.1 });
    expect(plain).toMatchObject({ gyro: null, zeros: {} });
    expect(plain.heardAt.sensors).toMatchObject({ gyro: 0.1 });
  });

  it('is plain JSON, with which it goes on to the same', () => {
    const half = stood();
    const told = (at: number) => BIAS + 0.2 * Math.sin(at);
    const on = (from: EstimatorState) => ride({ from, seconds: 1, told, left: 0.1, right: 0.2 });
    expect(on(JSON.parse(JSON.stringify(half)))).toEqual(on(half));
  });

  it('turns by the gyroscope that the file names, by no other', () => {
    const other = receiveTurnRate(
      startEstimate(0, ORIGIN, 0, BODY),
      { ...rate(0, 1), sensor: 'other' },
      BODY,
    );
    expect(other.gyro?.last).toBeNull();
    expect(other.heardAt.sensors).toEqual({ other: 0 });
  });

  it('keeps the bias over a lost line, and nothing that was turned meanwhile', () => {
    const still = stood();
    const away = bodyAway(still, still.at);
    expect(away.gyro).toMatchObject({ bias: expect.closeTo(BIAS, 12), last: null, followed: null });
  });
});
