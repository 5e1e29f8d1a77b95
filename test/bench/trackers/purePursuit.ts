/** The oldest path tracker: pure pursuit (Coulter, CMU-RI-TR-92-01) with a fixed look-ahead, without any prediction. */
import { distance, wrapAngle } from '../../../src/math/geometry.js';
import type { Meters } from '../../../src/math/units.js';
import { type Course, type Tracker, towards } from './course.js';

/** κ = 2 sin α / L towards the first course point at least L away. */
export const purePursuit =
  (lookahead: Meters) =>
  (course: Course): Tracker =>
  (pose) => {
    const from = course.follow(pose);
    const ahead = course.pointFrom(from, (point) => distance(point, pose) >= lookahead);
    const bearing = wrapAngle(towards(pose, ahead) - pose.heading);
    return { linear: course.speed, angular: (2 * course.speed * Math.sin(bearing)) / lookahead };
  };
