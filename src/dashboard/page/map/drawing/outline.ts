/** The outline of a body where it stands, for whoever draws it. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';
import type { LocatedRobot } from '../view/bodies.js';

/** However far away, one is drawn at least so large [pixels]. */
const MIN_DRAWN_RADIUS = 4;

/** @param px metres a pixel */
export const drawnRadius = ({ view }: Pick<LocatedRobot, 'view'>, px: Meters): Meters =>
  Math.max(view.radius, MIN_DRAWN_RADIUS * px);

/** Its corners in the world; nothing where it has none that are known, or that could be seen: then it is a circle. */
export function outlineOf(
  { view, pose }: Pick<LocatedRobot, 'view' | 'pose'>,
  px: Meters,
): Vec2[] | undefined {
  if (drawnRadius({ view }, px) > view.radius) return undefined;
  const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
  return view.footprint?.map(([x, y]) => ({ x: pose.x + c * x - s * y, y: pose.y + s * x + c * y }));
}

/** How far ahead of its middle it reaches. */
export function frontOf({ view, pose }: Pick<LocatedRobot, 'view' | 'pose'>, px: Meters): Meters {
  const ahead = outlineOf({ view, pose }, px) && view.footprint?.map(([x]) => x);
  return ahead ? Math.max(...ahead) : drawnRadius({ view }, px);
}
