/**
 * Vectors, targets and braking, for behaviors of your own: `import … from 'steerbot/geometry'`. Lengths are metres, angles
 * radians counter-clockwise from +x.
 */
export {
  add,
  angleOf,
  clamp,
  cross,
  distance,
  dot,
  fromPolar,
  length,
  moveAlongArc,
  type Pose,
  rotate,
  scale,
  sub,
  toWorld,
  toward,
  truncate,
  unit,
  type Vec2,
  vec,
  wrapAngle,
  ZERO,
} from './math/geometry.js';
export { brakingSpeed, type SpeedLimit } from './math/stopping.js';
export { plannedDeceleration, settlingTime } from './steering/braking.js';
export { interceptTime } from './steering/intercept.js';
export { type PredictedTarget, predictTarget, type TargetInput, type TargetSpec } from './steering/target.js';
