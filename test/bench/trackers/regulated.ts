/** Regulated pure pursuit, as in Nav2 (Macenski and others, arXiv 2305.20026): slower in bends and at the end. */
import { clamp, distance, type Pose, rotate, sub, wrapAngle } from '../../../src/math/geometry.js';
import { type Course, type Tracker, towards } from './course.js';

export interface Regulated {
  /** Look-ahead by speed [s], within its bounds [m]; or fixed. */
  readonly lookahead: { readonly time: number; readonly least: number; readonly most: number };
  /** Bends tighter than this slow it down [m]. */
  readonly leastRadius: number;
  readonly leastSpeed: number;
  /** The last way is driven slower, down to a speed [m], [m/s]. */
  readonly approach: number;
  readonly approachSpeed: number;
}

export const NAV2_DEFAULTS: Regulated = {
  lookahead: { time: 0, least: 0.6, most: 0.6 },
  leastRadius: 0.9,
  leastSpeed: 0.25,
  approach: 0.6,
  approachSpeed: 0.05,
};
/** For a robot of 15 cm. */
export const SCALED: Regulated = {
  lookahead: { time: 0.4, least: 0.1, most: 0.3 },
  leastRadius: 0.3,
  leastSpeed: 0.1,
  approach: 0.2,
  approachSpeed: 0.05,
};

/**
 * Beyond this bearing of its point it turns on the spot first [rad], this fast [rad/s], with this acceleration
 * [rad/s²].
 */
const ROTATE_FROM = 0.785;
const ROTATION = 1.8;
const ROTATION_ACCELERATION = 3.2;

export const regulated =
  (p: Regulated) =>
  (course: Course): Tracker => {
    let speed = 0;
    let turning = 0;
    let before: Pose | undefined;
    return (pose) => {
      const from = course.follow(pose);
      const measured = before ? distance(before, pose) / course.dt : 0;
      before = pose;
      const lookahead = clamp(p.lookahead.time * measured, p.lookahead.least, p.lookahead.most);
      const ahead = course.pointFrom(from, (_, along) => along >= lookahead);
      const { x, y } = rotate(sub(ahead, pose), -pose.heading);
      const bearing = wrapAngle(towards(pose, ahead) - pose.heading);
      if (Math.abs(bearing) > ROTATE_FROM) {
        const wanted =
          Math.sign(bearing) * Math.min(ROTATION, Math.sqrt(2 * ROTATION_ACCELERATION * Math.abs(bearing)));
        const step = ROTATION_ACCELERATION * course.dt;
        turning = clamp(wanted, turning - step, turning + step);
        speed = 0;
        return { linear: 0, angular: turning };
      }
      const away = x * x + y * y;
      const curvature = away > 0.001 ? (2 * y) / away : 0;
      const radius = 1 / Math.max(1e-9, Math.abs(curvature));
      speed = Math.max(p.leastSpeed, course.speed * Math.min(1, radius / p.leastRadius));
      const left = Math.min(
        course.leftFrom(from),
        from > 0.9 * course.points.length ? distance(pose, course.end) : Number.POSITIVE_INFINITY,
      );
      if (left < p.approach)
        speed = Math.min(speed, Math.max(p.approachSpeed, course.speed * (left / p.approach)));
      turning = speed * curvature;
      return { linear: speed, angular: turning };
    };
  };
