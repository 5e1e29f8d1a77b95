/** Fixes in the estimate: from the first one on a filter keeps its pose. */
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Fix } from '../../signals/readings.js';
import type { Covariance } from '../../signals/signals.js';
import { GYRO_NOISE, GYRO_SCALE, type PlacedPose, type RollingWheels } from '../odometry.js';
import { type FixHistory, movedOn, type Refusal, startFixes, withFix } from './fixHistory.js';
import { type Belief, believe, type MotionNoise, poseOf } from './motionFilter.js';

/** A robot is put down by hand, and its bias was learned while it stood: (0.03 °/s)². */
const LEAST_DOUBT = { place: 0.01, heading: 0.02, bias: 5e-4, scale: 0.02 };
/** Of wheels that are pushed or slip [rad²/s]. */
const PUSHED = 1e-5;
/** A bias walks by 0.002 °/s in a second; wheels wear off slowly. */
const BIAS_WALK = 1.2e-9;
const SCALE_WALK = 1e-9;

const noiseOf = ({ track, slip }: RollingWheels): MotionNoise => ({
  track,
  slip,
  pushed: PUSHED,
  gyro: GYRO_NOISE,
  gyroScale: GYRO_SCALE,
  biasWalk: BIAS_WALK,
  scaleWalk: SCALE_WALK,
});

/** The body went on, up to an instant. */
export function movedBy(
  fixes: FixHistory,
  {
    at,
    left,
    right,
    turned,
  }: { readonly at: Seconds; readonly left: Meters; readonly right: Meters; readonly turned: Radians | null },
  wheels: RollingWheels,
): FixHistory {
  const from = fixes.now.at;
  return at > from ? movedOn(fixes, { from, at, left, right, turned }, noiseOf(wheels)) : fixes;
}

/** Pose and covariance by the filter. */
export function placedBy({ now }: FixHistory): PlacedPose {
  return { pose: poseOf(now), covariance: covarianceOf(now) };
}

function covarianceOf({ covariance: p }: Belief): Covariance {
  const at = (i: number, j: number) => p[6 * i + j] as number;
  return { xx: at(0, 0), xy: at(0, 1), xh: at(0, 2), yy: at(1, 1), yh: at(1, 2), hh: at(2, 2) };
}

/** The filter begins where the estimate is. */
export function beginFixes(at: Seconds, { pose, covariance: { xx, yy, hh } }: PlacedPose): FixHistory {
  const place = Math.max(LEAST_DOUBT.place, Math.sqrt(Math.max(xx, yy)));
  const heading = Math.max(LEAST_DOUBT.heading, Math.sqrt(hh));
  return startFixes(believe(at, pose, { ...LEAST_DOUBT, place, heading }));
}

/** A fix may be this much newer than the last motion: then it counts as being of that time. */
const NEWER: Seconds = 0.1;

export function fixed(
  fixes: FixHistory,
  fix: Fix,
  wheels: RollingWheels,
): { readonly history: FixHistory; readonly refused?: Refusal } {
  const { at } = fixes.now;
  const isNewer = fix.at > at && fix.at <= at + NEWER;
  return withFix(fixes, isNewer ? { ...fix, at } : fix, noiseOf(wheels));
}
