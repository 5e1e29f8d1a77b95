/** All senses of the pose at once, early and late: one belief, which each of them corrects. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiveHeading } from '../../src/estimation/compass.js';
import {
  propagateUntil,
  receiveEncoders,
  receiveTurnRate,
  recordSent,
  startEstimate,
} from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { zeroOf } from '../../src/estimation/heading.js';
import { receivePose } from '../../src/estimation/outside.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import { moveAlongArc, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { orientationOf } from '../../src/sensors/orientationSensors.js';
import type { HeadingNoise } from '../../src/signals/readings.js';
import { drawn } from '../support/effort.js';

const TRACK = 0.15;
const BODY: EstimatorParameters = {
  track: TRACK,
  doubts: wheelDoubts(TRACK),
  latency: 0,
  patience: 0.15,
  response: { lag: 0, breakaway: 0, acceleration: 1e9 },
  metersPerCount: { left: 1e-6, right: 1e-6 },
};
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
  const { metersPerCount: _, ...bare } = BODY;
  const bodies = [BODY, { ...BODY, gyro: 'g' }, bare, { ...bare, gyro: 'g' }];

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
