/** Bodies whose motors are as unequal as they are sold: is the truth where the covariance says it may be? */
import { describe, expect, it } from 'vitest';
import { commandedTurn, MEASURED } from '../../src/estimation/commandedTurn.js';
import { integrateArc, type PlacedPose, ZERO_COVARIANCE } from '../../src/estimation/odometry.js';
import { moveAlongArc, type Pose } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';

const TRACK = 0.14;
const START: Pose = { x: 0, y: 0, heading: 0 };
const STEPS = 300;

interface Ways {
  readonly left: number;
  readonly right: number;
}

const straight = (length: number): Ways[] =>
  Array.from({ length: STEPS }, () => ({ left: length / STEPS, right: length / STEPS }));
const onTheSpot = (angle: number): Ways[] =>
  Array.from({ length: STEPS }, () => ({
    left: (-angle * TRACK) / 2 / STEPS,
    right: (angle * TRACK) / 2 / STEPS,
  }));
const square = [1, 2, 3, 4].flatMap(() => [...straight(0.5), ...onTheSpot(Math.PI / 2)]);
const arc: Ways[] = Array.from({ length: STEPS }, () => ({ left: 0.0032, right: 0.0044 }));

function believed(ways: readonly Ways[]): PlacedPose {
  let placed: PlacedPose = { pose: START, covariance: ZERO_COVARIANCE };
  let since = MEASURED;
  for (const way of ways) {
    const step = commandedTurn(way, TRACK, since);
    since = step.since;
    placed = integrateArc(placed, way, step.turn);
  }
  return placed;
}

/** Share of bodies with typical errors whose end is within two standard deviations: x, y, heading. */
function within(ways: readonly Ways[]): number[] {
  const { pose, covariance } = believed(ways);
  const random = resumeRandom(seedRandom(7));
  const gauss = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const seen = [0, 0, 0];
  const bodies = 400;
  for (let body = 0; body < bodies; body++) {
    const [speed, difference, track] = [0.07 * gauss(), 0.07 * gauss(), 0.03 * gauss()];
    let [truth, turned] = [START, 0];
    for (const { left, right } of ways) {
      const l = left * (1 + speed - difference / 2);
      const r = right * (1 + speed + difference / 2);
      turned += (r - l) / (TRACK * (1 + track));
      truth = moveAlongArc(truth, (l + r) / 2, (r - l) / (TRACK * (1 + track)));
    }
    const commanded = ways.reduce((sum, { left, right }) => sum + (right - left) / TRACK, 0);
    const errors = [truth.x - pose.x, truth.y - pose.y, turned - commanded];
    const sigmas = [covariance.xx, covariance.yy, covariance.hh].map(Math.sqrt);
    for (const [i, error] of errors.entries())
      if (Math.abs(error) <= 2 * (sigmas[i] ?? 0)) seen[i] = (seen[i] ?? 0) + 1;
  }
  return seen.map((count) => count / bodies);
}

describe('the doubt of a body without encoders', () => {
  it('is, by hand, 0.07·S along a straight way and 0.07·S/b in heading, however the way is cut', () => {
    for (const length of [0.5, 1, 3]) {
      const { xx, yy, hh } = believed(straight(length)).covariance;
      expect(Math.sqrt(xx)).toBeCloseTo(0.07 * length, 9);
      expect(Math.sqrt(hh)).toBeCloseTo((0.07 * length) / TRACK, 9);
      // S⁴/6 instead of S⁴/4: see the comment there.
      expect(Math.sqrt(yy) / ((0.07 * length ** 2) / TRACK)).toBeCloseTo(1 / Math.sqrt(6), 2);
    }
  });

  it('is √(0.07² + 0.03²) of a turn on the spot', () => {
    const { hh, xx } = believed(onTheSpot(Math.PI)).covariance;
    expect(Math.sqrt(hh)).toBeCloseTo(Math.hypot(0.07, 0.03) * Math.PI, 9);
    expect(xx).toBeCloseTo(0, 12);
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
