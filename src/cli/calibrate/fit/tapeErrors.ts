/** How far what a tape says is from what a model says, in standard deviations. */
import type { PlacedPose } from '../../../estimation/odometry.js';
import { angleOf, length, wrapAngle } from '../../../math/geometry.js';
import type { Meters, Radians } from '../../../math/units.js';
import { RULER_DEVIATION, TAPE_DEVIATION, type TapeAnswer } from '../tape.js';

export interface TapeResult extends Omit<TapeAnswer, 'angle'> {
  /** How far it turned in all, whole turns included. */
  readonly turned?: Radians;
}

/** Where a robot should stand, with its covariance, how far it should have turned, and how long its way was. */
export interface EndPose extends PlacedPose {
  readonly turned: Radians;
  readonly way: Meters;
}

/** How well the robot is put on its mark: its direction. */
export const START_DEVIATION: Radians = 0.01;
/**
 * A way is straight that ends farther off than this share of its length. By what was measured: residuals that changed
 * their kind while the model is fitted would jump, and their derivatives with them.
 */
const STRAIGHT_SHARE = 0.5;

/** Differences between model and measurements, each divided by its standard deviation and independent of the others. */
export function tapeSurprises({ distance, place, turned }: TapeResult, end: EndPose): number[] {
  const { covariance: p } = end;
  const said: number[] = [];
  if (turned !== undefined) said.push((end.turned - turned) / Math.sqrt(p.hh + RULER_DEVIATION ** 2));
  if (distance !== undefined) said.push(...polarSurprises(end, distance));
  if (place) {
    const far = Math.hypot(place.forward, place.left);
    const bearing = Math.atan2(place.left, place.forward);
    said.push(
      ...(far > STRAIGHT_SHARE * end.way ? polarSurprises(end, far, bearing) : placeSurprises(end, place)),
    );
  }
  return said;
}

/**
 * Distance and direction, for a robot that went straight: a way that bends by chance ends nearer and aside, but its
 * length hardly changes.
 */
function polarSurprises({ pose, covariance: p }: PlacedPose, distance: Meters, bearing?: Radians): number[] {
  const far = length(pose);
  const [c, s] = [pose.x / far, pose.y / far];
  const along = p.xx * c * c + 2 * p.xy * c * s + p.yy * s * s + TAPE_DEVIATION ** 2;
  const aside = p.xx * s * s - 2 * p.xy * c * s + p.yy * c * c + TAPE_DEVIATION ** 2;
  const off = bearing === undefined ? [] : [(wrapAngle(angleOf(pose) - bearing) * far) / Math.sqrt(aside)];
  return [(far - distance) / Math.sqrt(along), ...off];
}

/** By Cholesky's factors: the second coordinate without what the first one has said of it. */
function placeSurprises(
  { pose, covariance: p }: PlacedPose,
  { forward, left }: NonNullable<TapeAnswer['place']>,
): number[] {
  const [xx, yy] = [p.xx + TAPE_DEVIATION ** 2, p.yy + TAPE_DEVIATION ** 2];
  const x = (pose.x - forward) / Math.sqrt(xx);
  const rest = yy - (p.xy * p.xy) / xx;
  return [x, (pose.y - left - (p.xy / Math.sqrt(xx)) * x) / Math.sqrt(rest)];
}
