/** Bodies whose motors are as unequal as they are sold: is the truth where the covariance says it may be? */
import { describe, expect, it } from 'vitest';
import { believe, bent, joined, poseCovariance } from '../../src/estimation/belief.js';
import { moved, TRACK as TRACK_ERROR_OF } from '../../src/estimation/motion.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import { moveAlongArc, type Pose } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { ZERO_COVARIANCE } from './believed.js';

const TRACK = 0.14;
const START: Pose = { x: 0, y: 0, heading: 0 };
const STEPS = 300;
const DOUBTS = wheelDoubts(TRACK);
const { lasting: ERRORS } = DOUBTS;

interface Ways {
  readonly left: number;
  readonly right: number;
}

const straight = (length: number, steps = STEPS): Ways[] =>
  Array.from({ length: steps }, () => ({ left: length / steps, right: length / steps }));
const onTheSpot = (angle: number): Ways[] =>
  Array.from({ length: STEPS }, () => ({
    left: (-angle * TRACK) / 2 / STEPS,
    right: (angle * TRACK) / 2 / STEPS,
  }));
const square = [1, 2, 3, 4].flatMap(() => [...straight(0.5), ...onTheSpot(Math.PI / 2)]);
const arc: Ways[] = Array.from({ length: STEPS }, () => ({ left: 0.0032, right: 0.0044 }));

/** Without slip. */
const BODY = {
  track: TRACK,
  doubts: { ...DOUBTS, slip: { along: 0, turn: 0, cross: 0 } },
};

/** By commands alone, or with a gyroscope that tells the turn. */
function believed(ways: readonly Ways[], hasGyro = false, start = START) {
  let belief = joined(believe(0, start), TRACK_ERROR_OF, { variance: ERRORS.track ** 2 });
  for (const { left, right } of ways) {
    const told = hasGyro ? (right - left) / TRACK : null;
    belief = moved(belief, { from: 0, at: 0, left, right, told, by: 'commands' }, BODY, false);
  }
  return { pose: belief.pose, covariance: poseCovariance(belief) };
}

/** Share of bodies with typical errors whose end is within two standard deviations: x, y, heading. */
function within(ways: readonly Ways[]): number[] {
  const { pose, covariance } = believed(ways);
  const random = resumeRandom(seedRandom(7));
  const seen = [0, 0, 0];
  const bodies = 400;
  for (let body = 0; body < bodies; body++) {
    const [speed, difference, track] = [
      0.07 * random.gaussian(),
      0.07 * random.gaussian(),
      0.03 * random.gaussian(),
    ];
    let [truth, turned] = [START, 0];
    for (const { left, right } of ways) {
      const l = left * (1 + speed - difference / 2);
      const r = right * (1 + speed + difference / 2);
      turned += (r - l) / (TRACK * (1 + track));
      truth = moveAlongArc(truth, (l + r) / 2, (r - l) / (TRACK * (1 + track)));
    }
    const commanded = ways.reduce((sum, { left, right }) => sum + (right - left) / TRACK, 0);
    const errors = [truth.x - pose.x, truth.y - pose.y, turned - commanded];
    const { xx, yy, hh } = bent(covariance);
    const sigmas = [xx, yy, hh].map(Math.sqrt);
    for (const [i, error] of errors.entries())
      if (Math.abs(error) <= 2 * (sigmas[i] ?? 0)) seen[i] = (seen[i] ?? 0) + 1;
  }
  return seen.map((count) => count / bodies);
}

describe('what the lasting errors of motors leave unknown', () => {
  it('is, by hand, 0.07·S along a straight way, 0.07·S/b in heading and half of that times S aside', () => {
    for (const length of [0.5, 1, 3])
      for (const steps of [1, 10, 300]) {
        const { xx, yy, hh } = believed(straight(length, steps)).covariance;
        expect(Math.sqrt(xx)).toBeCloseTo(0.07 * length, 9);
        expect(Math.sqrt(hh)).toBeCloseTo((0.07 * length) / TRACK, 9);
        expect(Math.sqrt(yy)).toBeCloseTo((0.07 * length ** 2) / TRACK / 2, 9);
      }
  });

  it('is √(0.07² + 0.03²) of a turn on the spot, and nothing after a turn back', () => {
    const { hh, xx } = believed(onTheSpot(Math.PI)).covariance;
    expect(Math.sqrt(hh)).toBeCloseTo(Math.hypot(0.07, 0.03) * Math.PI, 9);
    expect(xx).toBeCloseTo(0, 12);
    const back = believed([...onTheSpot(Math.PI), ...onTheSpot(-Math.PI)]).covariance;
    expect(back.hh).toBeCloseTo(0, 12);
  });

  it('in way and heading is nothing after a straight way out and back', () => {
    const { xx, hh } = believed([...straight(1), ...straight(-1)]).covariance;
    expect(xx).toBeCloseTo(0, 12);
    expect(hh).toBeCloseTo(0, 12);
  });

  it('turns with the body', () => {
    const ahead = believed(square.slice(0, 1000)).covariance;
    const turned = believed(square.slice(0, 1000), false, { ...START, heading: Math.PI / 2 }).covariance;
    expect(turned.xx).toBeCloseTo(ahead.yy, 12);
    expect(turned.yy).toBeCloseTo(ahead.xx, 12);
    expect(turned.xy).toBeCloseTo(-ahead.xy, 12);
    expect(turned.xh).toBeCloseTo(-ahead.yh, 12);
    expect(turned.yh).toBeCloseTo(ahead.xh, 12);
  });

  it('is nothing in heading where a gyroscope has the turn', () => {
    const { xx, yy, hh } = believed(straight(1), true).covariance;
    expect(Math.sqrt(xx)).toBeCloseTo(0.07, 9);
    expect([yy, hh]).toEqual([0, 0]);
  });

  it.each([
    ['after half a metre straight on', straight(0.5)],
    ['after a metre straight on', straight(1)],
    ['after a turn on the spot', onTheSpot(Math.PI)],
    ['after an arc', arc],
    ['after a square', square],
  ])('%s the body is within 2 σ in 17 of 20', (_, ways) => {
    const shares = within(ways);
    // After a turn on the spot its place is known.
    const known = ways.every(({ left, right }) => left + right === 0);
    for (const share of known ? shares.slice(2) : shares) expect(share).toBeGreaterThan(0.85);
    expect(Math.min(...(known ? shares.slice(2) : shares))).toBeLessThan(0.9999);
  });
});

describe('a doubtful heading', () => {
  const v = 0.3;
  const covariance = { xx: 0.01, xy: 0, xh: 0, yy: 4 * v + 0.01, yh: 2 * v, hh: v };

  it('bends places that are 2 m ahead of where it was known: E[(1 − cos θ)²]·4 m² more along the way', () => {
    const random = resumeRandom(seedRandom(3));
    const draws = Array.from({ length: 20_000 }, () => (1 - Math.cos(Math.sqrt(v) * random.gaussian())) ** 2);
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const { xx, yy, xy } = bent(covariance);
    expect(xx - 0.01).toBeGreaterThan(0);
    expect((xx - 0.01) / (4 * mean)).toBeCloseTo(1, 1);
    expect([yy, xy]).toEqual([covariance.yy, 0]);
  });

  it('bends ¾r²v² if it is small, and nothing where the heading is known', () => {
    const small = bent({ ...covariance, yh: 2e-4, hh: 1e-4 });
    expect((small.xx - 0.01) / (3 * 1e-8)).toBeCloseTo(1, 3);
    expect(bent(ZERO_COVARIANCE)).toEqual(ZERO_COVARIANCE);
  });
});
