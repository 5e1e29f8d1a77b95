/** Turns of least time at corners: a data table, made by `npm run bench corners`. */
import { deg, type Meters, type Radians } from '../../math/units.js';

/** Angle between two rows, the first of which is for 20°. */
export const CORNER_STEP: Radians = deg(10);

/**
 * z₀ … z₃ [m]: how far the control points at 0, 60, 120 and 180 mm from the corner lie outside. Beside each row: the
 * time lost against a straight way at 0.5 m/s, and how far the turn is off its legs: at most, from the corner, and RMS.
 */
export const CORNER_TURNS: readonly (readonly Meters[])[] = [
  [-0.00944, -0.00428, -0.00285, -0.00142], // 20°: 0.046 s lost; 11.0 / 11.2 / 3.3 mm
  [-0.00888, -0.00091, -0.00011, -5e-5], // 30°: 0.070 s lost; 11.0 / 11.4 / 2.4 mm
  [-0.0084, 0.00235, 0.00287, 0.00121], // 40°: 0.110 s lost; 11.0 / 11.7 / 2.3 mm
  [-0.00809, 0.00566, 0.00623, 0.0027], // 50°: 0.153 s lost; 11.0 / 12.1 / 3.2 mm
  [-0.00773, 0.00849, 0.00834, 0.00213], // 60°: 0.207 s lost; 11.0 / 12.7 / 4.0 mm
  [-0.00728, 0.01062, 0.00745, 0.00029], // 70°: 0.295 s lost; 11.0 / 13.4 / 4.0 mm
  [-0.00666, 0.01193, 0.00621, 0.00015], // 80°: 0.407 s lost; 10.9 / 14.2 / 4.0 mm
  [-0.00494, 0.01288, 0.00487, 0.00082], // 90°: 0.543 s lost; 10.2 / 14.4 / 4.0 mm
  [-0.00326, 0.01379, 0.00386, -0.00015], // 100°: 0.653 s lost; 9.7 / 14.5 / 4.0 mm
  [-0.00121, 0.01354, 0.00388, -9e-5], // 110°: 0.760 s lost; 9.7 / 14.6 / 4.0 mm
  [0.00136, 0.01305, 0.00414, 0.0001], // 120°: 0.857 s lost; 9.6 / 14.2 / 4.0 mm
  [0.00302, 0.01286, 0.00418, 0.00028], // 130°: 0.923 s lost; 9.5 / 14.3 / 4.0 mm
  [0.00407, 0.01302, 0.004, 7e-5], // 140°: 0.987 s lost; 9.6 / 14.6 / 4.0 mm
  [0.00551, 0.01213, 0.00516, 1e-5], // 150°: 1.059 s lost; 9.3 / 14.6 / 4.0 mm
  [0.00663, 0.01173, 0.00527, 0.00128], // 160°: 1.124 s lost; 9.0 / 14.6 / 4.0 mm
  [0.00744, 0.01242, 0.00492, 9e-5], // 170°: 1.195 s lost; 9.3 / 14.6 / 4.0 mm
];
