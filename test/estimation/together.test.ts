/** All senses of the pose at once, early and late: one belief, which each of them corrects. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf, stateOf } from '../../src/estimation/belief.js';
import { receiveHeading } from '../../src/estimation/compass.js';
import {
  bodyAway,
  propagateUntil,
  receiveEncoders,
  receiveTurnRate,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { zeroOf } from '../../src/estimation/heading.js';
import { GYRO_BIAS, LASTING, TRACK as TRACK_ERROR } from '../../src/estimation/motion.js';
import { receivePose } from '../../src/estimation/outside.js';
import { moveAlongArc, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { orientationOf } from '../../src/sensors/sensorFacts.js';
import type { HeadingNoise } from '../../src/signals/readings.js';
import { drawn } from '../support/effort.js';
import { covarianceOf, instantBody } from './believed.js';

const TRACK = 0.15;
const BODY = instantBody(TRACK, 1e-6);
const { compass: WEAK, imu: GOOD } =
  orientationOf([
    { id: 'compass', type: 'hmc5883l', at: [0, 0], facing: 0 },
    { id: 'imu', type: 'bno055', at: [0, 0], facing: 0 },
  ]).headingNoise ?? {};
const NOISE = WEAK as HeadingNoise;
const DT = 0.02;

interface Senses {
  readonly seed: number;
  /** σ of the fixes [m]; missing without. */
  readonly fixes?: number;
  readonly compass?: HeadingNoise;
  /** Of the fixes [s]. */
  readonly late?: number;
  /** Of the compass while it drives [rad]: everywhere, and by the robot's iron, which goes with the heading. */
  readonly bend?: number;
  readonly iron?: number;
}

/** Forty seconds of wide curves, with wheels of which the right one is 2 % larger: mean errors of the second half. */
function driven({ seed, fixes, compass, late = 0, bend = 0, iron = 0 }: Senses) {
  // Each has its own chance, so that all else is the same without one of them.
  const [wheels, eye, needle] = [0, 1, 2].map((part) => resumeRandom(seedRandom(3 * seed + part))) as [
    Random,
    Random,
    Random,
  ];
  let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, BODY);
  let truth: Pose = state.belief.pose;
  const seen: { readonly at: number; readonly pose: Pose }[] = [];
  let [place, heading, count] = [0, 0, 0];
  for (let i = 0; i <= 40 / DT; i++) {
    const at = i * DT;
    const stands = at < 1;
    if (i === 50) state = recordSent(state, at, { left: 0.3, right: 0.3 });
    const turn = 0.1 * Math.sin(at / 3);
    const [left, right] = stands ? [0, 0] : [(0.3 - turn) * DT, (0.3 + turn) * DT];
    const [l, r] = [left, right * 1.02].map(
      (way) => way + 0.003 * Math.sqrt(Math.abs(way)) * wheels.gaussian(),
    ) as [number, number];
    truth = moveAlongArc(truth, (l + r) / 2, (r - l) / TRACK);
    state = receiveEncoders(state, { kind: 'encoders', at, left: i, right: i }, BODY, { left, right });
    if (compass && i % 5 === 0) {
      const bent = (stands ? 0 : bend) + iron * Math.sin(truth.heading + 1) + deg(0.5) * needle.gaussian();
      const told = wrapAngle(truth.heading - 0.4 + bent);
      state = receiveHeading(state, { kind: 'heading', at, sensor: 'c', heading: told }, compass, BODY);
    }
    if (fixes !== undefined && i % 10 === 0) {
      const off = () => fixes * eye.gaussian();
      seen.push({ at, pose: { x: truth.x + off(), y: truth.y + off(), heading: 0 } });
    }
    for (let next = seen[0]; next && next.at <= at - late + 1e-9; next = seen[0]) {
      seen.shift();
      state = receivePose(state, { kind: 'pose', ...next, deviation: fixes ?? 0 }, BODY);
    }
    if (at < 20) continue;
    const { pose } = state.belief;
    place += Math.hypot(pose.x - truth.x, pose.y - truth.y);
    heading += Math.abs(wrapAngle(pose.heading - truth.heading));
    count += 1;
  }
  return { place: place / count, heading: heading / count, state };
}

const mean = (senses: Omit<Senses, 'seed'>) => {
  const drives = [1, 2, 3, 4, 5].map((seed) => driven({ seed, ...senses }));
  const of = (what: 'place' | 'heading') =>
    drives.reduce((sum, drive) => sum + drive[what], 0) / drives.length;
  return { place: of('place'), heading: of('heading') };
};

describe.each([0.05, 0.1])('beside fixes of %d m', (fixes) => {
  const alone = mean({ fixes });

  it('a good sensor of headings halves the error of the heading, and the place gains, too', () => {
    for (const iron of [0, deg(0.5)]) {
      const both = mean({ fixes, compass: GOOD as HeadingNoise, iron });
      expect(both.heading).toBeLessThan(0.6 * alone.heading);
      expect(both.place).toBeLessThan(0.95 * alone.place);
    }
  });

  it('a compass that the robot bends as much as it is said to does no harm', () => {
    for (const iron of [0, deg(15)]) {
      const both = mean({ fixes, compass: NOISE, iron });
      expect(both.heading).toBeLessThan(1.03 * alone.heading);
      expect(both.place).toBeLessThan(1.03 * alone.place);
    }
  });

  it('a good sensor counts at its own time, too, where they come late', () => {
    const late = mean({ fixes, compass: GOOD as HeadingNoise, late: 0.6 });
    expect(late.heading).toBeLessThan(0.7 * alone.heading);
    expect(late.place).toBeLessThan(1.2 * alone.place);
  });
});

/** Straight ways and turns on the spot, with the errors of a body: what it is told at 50 Hz, with fixes of 2 cm. */
function seenFromOutside(body: EstimatorParameters, { wide = 1, right = 1 }, sees: 'fixes' | 'compass') {
  const eye = resumeRandom(seedRandom(5));
  let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, body);
  let truth: Pose = state.belief.pose;
  for (let i = 0; i <= 60 / DT; i++) {
    const at = i * DT;
    const turns = Math.floor(at / 2) % 2 === 1;
    const [l, r] = at < 1 ? [0, 0] : turns ? [-0.15, 0.15] : [0.3, 0.3];
    if (body.metersPerCount)
      state = receiveEncoders(state, { kind: 'encoders', at, left: i, right: i }, body, {
        left: l * DT,
        right: r * DT,
      });
    else {
      state = propagateUntil(state, at, body);
      state = recordSent(state, at, { left: l, right: r });
    }
    if (sees === 'compass')
      state = receiveHeading(
        state,
        { kind: 'heading', at, sensor: 'c', heading: truth.heading },
        GOOD as HeadingNoise,
        body,
      );
    else if (i % 5 === 0) {
      const off = () => 0.02 * eye.gaussian();
      const pose = { x: truth.x + off(), y: truth.y + off(), heading: 0 };
      state = receivePose(state, { kind: 'pose', at, pose, deviation: 0.02 }, body);
    }
    truth = moveAlongArc(truth, ((l + right * r) / 2) * DT, ((right * r - l) / (wide * TRACK)) * DT);
  }
  return (error: string) => meanOf(state.belief, stateOf(state.belief, error));
}

const { metersPerCount: _, ...COMMANDED } = BODY;

describe('what a body is wrong in for good', () => {
  it('is found by fixes: a track that is 5 % wider than the file says, and not the wheels', () => {
    const found = seenFromOutside(BODY, { wide: 1.05 }, 'fixes');
    expect(found(TRACK_ERROR)).toBeCloseTo(0.05, 1);
    expect(Math.abs(found(TRACK_ERROR) - 0.05)).toBeLessThan(0.01);
    for (const wheel of Object.values(LASTING.counts)) expect(Math.abs(found(wheel))).toBeLessThan(0.01);
  });

  it('is found by a sensor of headings: by how much the right motor is stronger, of a body without encoders', () => {
    const found = seenFromOutside(COMMANDED, { right: 1.06 }, 'compass');
    const { left, right } = LASTING.commands;
    expect(Math.abs(found(right) - found(left) - 0.06)).toBeLessThan(0.02);
  });
});

it('two compasses tell more than one, by what each tells', () => {
  const after = (...sensors: readonly string[]) => {
    let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, BODY);
    for (let i = 0; i < 500; i++) {
      const at = i * DT;
      const way = at < 1 ? 0 : 0.006;
      const reading = { kind: 'encoders', at, left: i, right: i } as const;
      state = receiveEncoders(state, reading, BODY, { left: way, right: way });
      if (i === 50) state = recordSent(state, at, { left: 0.3, right: 0.3 });
      for (const sensor of sensors)
        state = receiveHeading(state, { kind: 'heading', at, sensor, heading: 0.2 }, NEEDLE, BODY);
    }
    return covarianceOf(state).hh;
  };
  const NEEDLE = { variance: deg(3) ** 2, lasting: 0.1 };
  const [none, one, two] = [after(), after('a'), after('a', 'b')];
  expect(one).toBeLessThan(none);
  expect(two).toBeLessThan(one);
  const ratio = (1 / two - 1 / none) / (1 / one - 1 / none);
  expect(ratio).toBeGreaterThan(1.5);
  expect(ratio).toBeLessThan(2.01);
});

it('an hour in which the computer slept turns nothing, whatever bias the fixes have found', () => {
  const body = { ...BODY, gyro: 'g' };
  let state = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, body);
  const hear = (at: number, count: number, way = 0) => {
    state = receiveTurnRate(state, { kind: 'turnRate', at, sensor: 'g', turnRate: 0 }, body);
    const reading = { kind: 'encoders', at, left: count, right: count } as const;
    state = receiveEncoders(state, reading, body, { left: way, right: way });
  };
  // The gyroscope's bias is learned while it stands.
  for (let i = 0; i < 50; i++) hear(i * DT, 0);
  state = recordSent(state, state.at, { left: 0.3, right: 0.3 });
  for (let i = 1; i < 100; i++) {
    const at = (49 + i) * DT;
    hear(at, i, 0.006);
    const pose = { x: 0.006 * i, y: 0, heading: 0 };
    state = receivePose(state, { kind: 'pose', at, pose, deviation: 0.02 }, body);
  }
  expect(state.gyro?.bias).toBe(0);
  const { belief } = state;
  const bias = stateOf(belief, GYRO_BIAS);
  expect(bias).toBeGreaterThan(0);
  const means = belief.means.map((mean, i) => (i === bias - 3 ? 5e-4 : mean));
  state = bodyAway({ ...state, belief: { ...belief, means } }, 3600);
  for (let i = 0; i < 10; i++) hear(3600.01 + i * DT, i);
  expect(Math.abs(state.belief.pose.heading - belief.pose.heading)).toBeLessThan(1e-3);
  expect(state.belief.at).toBeCloseTo(3600.19, 9);
});

describe('a sensor of headings that is bent by 5° once it drives', () => {
  it('is found out by fixes: its zero follows', () => {
    const { heading, state } = driven({ seed: 3, compass: GOOD as HeadingNoise, fixes: 0.05, bend: deg(5) });
    expect(wrapAngle((zeroOf(state.belief, 'c') ?? 0) - 0.4)).toBeCloseTo(-deg(5), 1);
    expect(heading).toBeLessThan(deg(2.5));
  });
});

type News =
  | { readonly kind: 'counts'; readonly left: number; readonly right: number }
  | { readonly kind: 'silence' | 'sent'; readonly left: number; readonly right: number }
  | { readonly kind: 'turnRate' | 'heading'; readonly value: number }
  | { readonly kind: 'pose' | 'fix'; readonly x: number; readonly late: number };

const small = fc.double({ min: -0.02, max: 0.02, noNaN: true });
const ways = { left: small, right: small };
const news: fc.Arbitrary<News> = fc.oneof(
  fc.record({ kind: fc.constant('counts' as const), ...ways }),
  fc.record({ kind: fc.constantFrom('silence' as const, 'sent' as const), ...ways }),
  fc.record({
    kind: fc.constantFrom('turnRate' as const, 'heading' as const),
    value: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  fc.record({
    kind: fc.constantFrom('pose' as const, 'fix' as const),
    x: fc.double({ min: -2, max: 2, noNaN: true }),
    late: fc.constantFrom(-2, -0.05, 0, 0.01, 0.03, 0.2, 0.9, 1.5),
  }),
);

/** Whether a matrix, row after row, is nowhere negative: by Cholesky's decomposition. */
function isNowhereNegative(p: readonly number[], n: number): boolean {
  const a = [...p];
  const scale = Math.max(...Array.from({ length: n }, (_, i) => p[(n + 1) * i] as number));
  for (let k = 0; k < n; k++) {
    const pivot = a[(n + 1) * k] as number;
    if (pivot < -1e-9 * scale) return false;
    if (pivot <= 1e-9 * scale) continue;
    for (let i = k + 1; i < n; i++)
      for (let j = k + 1; j < n; j++)
        a[n * i + j] =
          (a[n * i + j] as number) - ((a[n * i + k] as number) * (a[n * k + j] as number)) / pivot;
  }
  return true;
}

describe('whatever news comes, in whatever order', () => {
  const bodies = [BODY, { ...BODY, gyro: 'g' }, COMMANDED, { ...COMMANDED, gyro: 'g' }];

  it('the belief is finite, its covariance symmetric and nowhere negative, and plain JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.array(news, { maxLength: 80 }), (body, all) => {
        let state: EstimatorState = startEstimate(0, { x: 0, y: 0, heading: 0 }, 0, body);
        for (const [i, one] of all.entries()) {
          const at = (i + 1) * DT * 2;
          state = toldOf(state, one, at, body);
          state = propagateUntil(state, at, body);
        }
        const { pose, covariance, means, errors } = state.belief;
        const n = 3 + errors.length;
        for (const value of [pose.x, pose.y, pose.heading, ...covariance, ...means])
          expect(Number.isFinite(value)).toBe(true);
        expect(covariance.length).toBe(n * n);
        for (const [k, value] of covariance.entries())
          expect(covariance[n * (k % n) + Math.floor(k / n)]).toBeCloseTo(value, 9);
        expect(isNowhereNegative(covariance, n)).toBe(true);
        const json = JSON.stringify(state);
        expect(JSON.stringify(JSON.parse(json))).toBe(json);
      }),
      { numRuns: drawn(300) },
    );
  });

  function toldOf(state: EstimatorState, one: News, at: number, body: EstimatorParameters): EstimatorState {
    switch (one.kind) {
      case 'counts':
        return body.metersPerCount
          ? receiveEncoders(state, { kind: 'encoders', at, left: at, right: at }, body, one)
          : state;
      case 'silence':
        return propagateUntil(state, at + 0.6, body);
      case 'sent':
        return recordSent(state, at, { left: 10 * one.left, right: 10 * one.right });
      case 'turnRate':
        return receiveTurnRate(state, { kind: 'turnRate', at, sensor: 'g', turnRate: one.value }, body);
      case 'heading':
        return receiveHeading(state, { kind: 'heading', at, sensor: 'c', heading: one.value }, NOISE, body);
      case 'pose':
      case 'fix': {
        const pose = { x: one.x, y: 0, heading: one.x };
        const deviation = one.kind === 'fix' ? { deviation: 0.05 } : {};
        return receivePose(state, { kind: 'pose', at: at - one.late, pose, ...deviation }, body);
      }
    }
  }
});
