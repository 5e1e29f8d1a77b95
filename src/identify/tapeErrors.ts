/** How far what a tape says is from what a model says, in standard deviations. */
import { angleOf, length, type Pose, wrapAngle } from '../math/geometry.js';
import { type Meters, mm, type Radians } from '../math/units.js';
import type { Covariance } from '../signals/signals.js';

/** From the mark where the axle's middle stood at the start, in the direction in which the robot looked then. */
export interface TapeAnswer {
  /** From mark to mark, whatever the direction. */
  readonly distance?: Meters;
  readonly place?: { readonly forward: Meters; readonly left: Meters };
  /** How far it is turned beyond whole turns, left positive. */
  readonly angle?: Radians;
}

/** Standard deviation of a length that is measured with a tape. */
export const TAPE_DEVIATION: Meters = mm(3);
/** An angle is the difference of two distances at the ends of a ruler of this length. */
export const RULER_LENGTH: Meters = mm(300);
export const RULER_DEVIATION: Radians = (TAPE_DEVIATION * Math.SQRT2) / RULER_LENGTH;

export interface TapeResult extends Omit<TapeAnswer, 'angle'> {
  /** How far it turned in all, whole turns included. */
  readonly turned?: Radians;
}

/** Where a robot should stand, with its covariance, how far it should have turned, and how long its way was. */
export interface EndPose {
  readonly pose: Pose;
  readonly covariance: Covariance;
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

/** A difference between model and measurement, and the variance that it should have. */
export interface Surprise {
  readonly off: number;
  readonly variance: number;
}

/** In standard deviations. */
export const sizeOf = ({ off, variance }: Surprise): number => off / Math.sqrt(variance);

/** Twice the negative logarithm of their likelihood: Σ (ln σ² + off²/σ²). */
export const costOf = (surprises: readonly Surprise[]): number =>
  surprises.reduce((sum, { off, variance }) => sum + Math.log(variance) + (off * off) / variance, 0);

/** Each independent of the others. */
export function tapeSurprises({ distance, place, turned }: TapeResult, end: EndPose): Surprise[] {
  const { covariance: p } = end;
  const said: Surprise[] = [];
  if (turned !== undefined) said.push({ off: end.turned - turned, variance: p.hh + RULER_DEVIATION ** 2 });
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
function polarSurprises({ pose, covariance: p }: EndPose, distance: Meters, bearing?: Radians): Surprise[] {
  const far = length(pose);
  const [c, s] = [pose.x / far, pose.y / far];
  const along = p.xx * c * c + 2 * p.xy * c * s + p.yy * s * s + TAPE_DEVIATION ** 2;
  const aside = p.xx * s * s - 2 * p.xy * c * s + p.yy * c * c + TAPE_DEVIATION ** 2;
  const turned =
    bearing === undefined ? [] : [{ off: wrapAngle(angleOf(pose) - bearing) * far, variance: aside }];
  return [{ off: far - distance, variance: along }, ...turned];
}

/** By Cholesky's factors: the second coordinate without what the first one has said of it. */
function placeSurprises(
  { pose, covariance: p }: EndPose,
  { forward, left }: NonNullable<TapeAnswer['place']>,
): Surprise[] {
  const [xx, yy] = [p.xx + TAPE_DEVIATION ** 2, p.yy + TAPE_DEVIATION ** 2];
  const off = pose.x - forward;
  return [
    { off, variance: xx },
    { off: pose.y - left - (p.xy / xx) * off, variance: yy - (p.xy * p.xy) / xx },
  ];
}
