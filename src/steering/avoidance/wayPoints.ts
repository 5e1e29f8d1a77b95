/** The way down a field of times: from the robot towards the goal, in short steps. */
import { norm, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import type { TimeField } from './timeField.js';

/** A place on the way. Points are equally far apart. */
export interface WayPoint extends Vec2 {
  /** To the nearest thing that is sure. */
  readonly clearance: Meters;
  /** Something weak is too near to it. */
  readonly isWeak: boolean;
}

/** Nearer than two steps to the goal the way ends. */
const END_STEPS = 2;

/** x' = −∇T/|∇T| from a place on, in steps, for a length or until the goal. */
export function descend(
  field: TimeField,
  from: Vec2,
  goal: Vec2,
  { step, steps }: { readonly step: Meters; readonly steps: number },
): readonly WayPoint[] {
  const way: WayPoint[] = [];
  let { x, y } = from;
  for (let i = 0; i <= steps; i++) {
    way.push({ x, y, clearance: field.clearanceAt({ x, y }), isWeak: field.isWeakAt({ x, y }) });
    if (norm(goal.x - x, goal.y - y) < END_STEPS * step) break;
    const down = field.downhill({ x, y });
    if (down.x === 0 && down.y === 0) break;
    x += down.x * step;
    y += down.y * step;
  }
  return way;
}
