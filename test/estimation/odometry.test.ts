import { describe, expect, it } from 'vitest';
import {
  advanceEstimate,
  estimateNow,
  receiveEncoders,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { receivePose } from '../../src/estimation/outside.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';

const ORIGIN = { x: 0, y: 0, heading: 0 };
const AT_ONCE = { lag: 0, breakaway: 0, acceleration: 1e9 };
/** Rolls at once; a count is a millimetre. */
const BODY: EstimatorParameters = {
  track: 0.15,
  doubts: wheelDoubts(0.15),
  latency: 0,
  patience: 0.15,
  response: AT_ONCE,
  metersPerCount: { left: 0.001, right: 0.001 },
};
const { metersPerCount: _, ...BLIND } = BODY;

const reading = (at: number, left: number, right: number) => ({ kind: 'encoders', at, left, right }) as const;
const started = (body: EstimatorParameters = BODY) => startEstimate(0, ORIGIN, 0, body);

/** Odometry of two ways from the origin, after a first reading. */
const driven = (...ways: readonly (readonly [left: number, right: number])[]): EstimatorState =>
  ways.reduce(
    (state, [left, right], i) =>
      receiveEncoders(state, reading((i + 1) / 50, i + 1, i + 1), BODY, { left, right }),
    receiveEncoders(started(), reading(0, 0, 0), BODY, { left: 0, right: 0 }),
  );

describe('odometry, by hand', () => {
  it('drives a quarter circle of radius 1 m to (1, 1), facing left', () => {
    const quarter = Math.PI / 2;
    const { pose } = driven([(1 - 0.075) * quarter, (1 + 0.075) * quarter]).belief;
    expect(pose.x).toBeCloseTo(1, 12);
    expect(pose.y).toBeCloseTo(1, 12);
    expect(pose.heading).toBeCloseTo(quarter, 12);
  });

  it('drives the same quarter circle in a hundred readings as in one', () => {
    const part = Math.PI / 200;
    const { pose } = driven(
      ...Array.from({ length: 100 }, () => [(1 - 0.075) * part, (1 + 0.075) * part] as const),
    ).belief;
    expect(pose.x).toBeCloseTo(1, 12);
    expect(pose.y).toBeCloseTo(1, 12);
  });

  it('goes backwards round the mirrored circle', () => {
    const quarter = Math.PI / 2;
    const { pose } = driven([-(1 - 0.075) * quarter, -(1 + 0.075) * quarter]).belief;
    expect(pose.x).toBeCloseTo(-1, 12);
    expect(pose.y).toBeCloseTo(1, 12);
    expect(pose.heading).toBeCloseTo(-quarter, 12);
  });

  it('turns in place by the difference of the ways over the track', () => {
    const { pose } = driven([-0.03, 0.03]).belief;
    expect(pose).toEqual({ x: 0, y: 0, heading: 0.06 / 0.15 });
  });

  it('takes the first reading for where the counters stand, not for motion', () => {
    const { belief, counts } = receiveEncoders(started(), reading(0, 5000, -7), BODY, { left: 5, right: 5 });
    const { pose } = belief;
    expect(pose).toEqual(ORIGIN);
    expect(counts).toEqual({ left: 5000, right: -7 });
  });
});

describe('the source of the pose', () => {
  const sourceOf = (state: EstimatorState, body: EstimatorParameters) =>
    estimateNow(state, 0, body).estimate.source;

  it('is the encoders where there are some, else the granted speeds', () => {
    expect(sourceOf(started(), BODY)).toBe('encoders');
    expect(sourceOf(started(BLIND), BLIND)).toBe('granted');
  });

  it('is the pose from outside once there is one, also where encoders say what came since', () => {
    const pose = { x: 3, y: -2, heading: 1 };
    const first = receivePose(driven([0.1, 0.1]), { kind: 'pose', at: 1, pose }, BODY);
    const next = receiveEncoders(first, reading(1, 9, 9), BODY, { left: 0.5, right: 0.5 });
    expect(next).toMatchObject({ source: 'pose', belief: { pose } });
    expect(receiveEncoders(next, reading(1.02, 10, 10), BODY, { left: 0.01, right: 0.01 }).source).toBe(
      'pose',
    );
  });
});

describe('the pose without encoders', () => {
  it('is where the granted speeds take the wheels, after the dead time and through the lag', () => {
    const body = { ...BLIND, latency: 0.04, response: { ...AT_ONCE, lag: 0.06 } };
    const state = recordSent(started(body), 0, { left: 0.3, right: 0.3 });
    expect(advanceEstimate(state, 0.04, body).belief.pose.x).toBe(0);
    // 0.3 (t − lag (1 − e^(−t/lag))), t = 0.2 s after the dead time.
    const way = 0.3 * (0.2 - 0.06 * (1 - Math.exp(-0.2 / 0.06)));
    expect(advanceEstimate(state, 0.24, body).belief.pose.x).toBeCloseTo(way, 9);
  });

  it('gains speed no faster than the body does: a²t/2 and then on', () => {
    const body = { ...BLIND, response: { ...AT_ONCE, acceleration: 1 } };
    const state = recordSent(started(body), 0, { left: 0.3, right: 0.3 });
    const { belief, wheels } = advanceEstimate(state, 0.5, body);
    const { pose } = belief;
    expect(pose.x).toBeCloseTo(0.045 + 0.3 * 0.2, 12);
    expect(wheels.left).toBeCloseTo(0.3, 12);
  });

  it('takes each command for its own time, whatever the steps it is advanced by', () => {
    const body = { ...BLIND, latency: 0.03, response: { ...AT_ONCE, lag: 0.06, acceleration: 1 } };
    const commands = [0.4, 0.1, -0.2, 0.3].reduce(
      (state, v, i) => recordSent(state, i / 10, { left: v, right: v }),
      started(body),
    );
    let bySteps = commands;
    for (let i = 1; i <= 73; i++) bySteps = advanceEstimate(bySteps, i / 100, body);
    const atOnce = advanceEstimate(commands, 0.73, body);
    expect(bySteps.belief.pose.x).toBeCloseTo(atOnce.belief.pose.x, 12);
    expect(bySteps.wheels.left).toBeCloseTo(atOnce.wheels.left, 12);
  });

  it('stays while a wheel at rest is asked for less than starts it', () => {
    const body = { ...BLIND, response: { ...AT_ONCE, breakaway: 0.03 } };
    const state = recordSent(started(body), 0, { left: 0.029, right: 0.031 });
    const { pose } = advanceEstimate(state, 1, body).belief;
    expect(pose.heading).toBeCloseTo(0.031 / 0.15, 6);
  });
});

describe('the age of an input', () => {
  it('is the time since its last reading; without a reading it is left out', () => {
    const state = receiveEncoders(started(), reading(0.3, 0, 0), BODY, { left: 0, right: 0 });
    expect(estimateNow(state, 0.5, BODY).estimate.ages).toEqual({
      encoders: expect.closeTo(0.2, 12),
      sensors: {},
    });
    expect(estimateNow(started(), 0.5, BODY).estimate.ages).toEqual({ sensors: {} });
  });
});

describe('a wheel whose encoder is silent', () => {
  /** The right wheel counts its 2.5 mm each reading; the left one does so only from reading `from` on. */
  const wheelsAfter = (readings: number, from = Number.POSITIVE_INFINITY) => {
    let state = recordSent(started(), 0, { left: 0.25, right: 0.25 });
    state = receiveEncoders(state, reading(0, 0, 0), BODY, { left: 0, right: 0 });
    for (let i = 1; i <= readings; i++) {
      const left = i >= from ? 0.0025 : 0;
      state = receiveEncoders(state, reading(i / 100, 0, i), BODY, { left, right: 0.0025 });
    }
    return state.wheels;
  };

  it('is taken for standing once it should have gone 2 mm and four counts', () => {
    // 5 mm are less than 2 mm + 4 · 1 mm, 7.5 mm are more.
    expect(wheelsAfter(2)).toEqual({ left: 0.25, right: 0.25 });
    expect(wheelsAfter(3)).toEqual({ left: 0, right: 0.25 });
    expect(wheelsAfter(40)).toEqual({ left: 0, right: 0.25 });
  });

  it('is taken for turning again when it counts', () => {
    expect(wheelsAfter(41, 41).left).toBeCloseTo(0.25, 12);
  });

  it('is not suspected for a reading or two without a count, however often that happens', () => {
    let state = recordSent(started(), 0, { left: 0.25, right: 0.25 });
    state = receiveEncoders(state, reading(0, 0, 0), BODY, { left: 0, right: 0 });
    for (let i = 1; i <= 60; i++) {
      const left = i % 3 === 0 ? 0.0075 : 0;
      state = receiveEncoders(state, reading(i / 100, i, i), BODY, { left, right: 0.0025 });
      expect(state.wheels.left).toBeCloseTo(0.25, 12);
    }
  });
});

describe('a pose from outside, slower than the encoders', () => {
  const seen = (at: number, x: number) => ({ kind: 'pose', at, pose: { x, y: 0, heading: 0 } }) as const;
  const way = { left: 0.01, right: 0.01 };
  const start = receiveEncoders(receivePose(started(), seen(0, 5), BODY), reading(0, 0, 0), BODY, way);

  it('is carried on by them until the next one', () => {
    const state = [1, 2, 3].reduce((s, i) => receiveEncoders(s, reading(i / 50, i, i), BODY, way), start);
    expect(state.belief.pose.x).toBeCloseTo(5.03, 12);
    expect(receivePose(state, seen(0.06, 5.02), BODY).belief.pose.x).toBe(5.02);
  });

  it('counts the way of the same instant itself, and half a way from the middle on', () => {
    const same = receiveEncoders(receivePose(start, seen(0.02, 6), BODY), reading(0.02, 1, 1), BODY, way);
    expect(same.belief.pose.x).toBe(6);
    const half = receiveEncoders(receivePose(start, seen(0.01, 6), BODY), reading(0.02, 1, 1), BODY, way);
    expect(half.belief.pose.x).toBeCloseTo(6.005, 12);
  });
});
