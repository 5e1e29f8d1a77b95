/** The last gate before the motors: what passes is finite and within the wheels' limit. */

import { clamp } from '../math/geometry.js';
import type { BodyLimits } from '../robot/limits.js';
import type { WheelSpeeds } from '../signals/signals.js';

export const AT_REST: WheelSpeeds = { left: 0, right: 0 };

export const isFiniteWheels = (wheels: WheelSpeeds): boolean =>
  Number.isFinite(wheels.left) && Number.isFinite(wheels.right);

/** Guards the motors: a speed that is not a number becomes a stop, one beyond the limit is cut to it. */
export function limitWheels(wheels: WheelSpeeds, body: BodyLimits): WheelSpeeds {
  if (!isFiniteWheels(wheels)) return AT_REST;
  const cap = body.maxWheelSpeed;
  return { left: clamp(wheels.left, -cap, cap), right: clamp(wheels.right, -cap, cap) };
}
