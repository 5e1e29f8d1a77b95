/**
 * Stanley's law (Thrun and others 2006, J. Field Robotics 23), with the constants of PythonRobotics for a short
 * wheelbase.
 */
import { clamp, toWorld, wrapAngle } from '../../../src/math/geometry.js';
import type { Radians } from '../../../src/math/units.js';
import type { Course, Tracker } from './course.js';

/** δ = θ_e + atan(k e/v) at the front axle, a track's width ahead; ω = v tan δ/L. */
export const stanley =
  (gain: number, most: Radians) =>
  (course: Course): Tracker =>
  (pose) => {
    const wheelbase = course.track;
    const front = { ...toWorld(pose, { x: wheelbase, y: 0 }), heading: pose.heading };
    const nearest = course.follow(front);
    const heading = course.headingAt(nearest);
    const { x, y } = course.point(nearest);
    const aside = (front.x - x) * Math.sin(heading) - (front.y - y) * Math.cos(heading);
    const turn = wrapAngle(heading - pose.heading) + Math.atan2(gain * aside, course.speed);
    return {
      linear: course.speed,
      angular: (course.speed * Math.tan(clamp(turn, -most, most))) / wheelbase,
    };
  };
