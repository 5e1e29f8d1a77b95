/** What keeping clear shows of its construction: its way, and the few things that shaped it. */
import { add, fromPolar, scale, wrapAngle } from '../../math/geometry.js';
import type { Meters, Radians } from '../../math/units.js';
import type { Mark, Obstacle } from '../../signals/signals.js';
import type { Percept } from '../behavior.js';
import { gapTo, nearestPoint, type Sector } from './obstacles.js';

/** The directions that one obstacle blocks. */
export interface Blocked extends Sector {
  readonly by: Obstacle;
}

/** A lidar has an echo a ray: all of them would hide what they are about. */
const SHOWN = 3;
/** A way runs beside a sector's edge, not on it. */
const BESIDE: Radians = 1e-6;

/** @param direction of the way that it takes */
export function clearMarks(
  { pose, body }: Percept,
  direction: Radians,
  reach: Meters,
  blocked: readonly Blocked[],
): Mark[] {
  return [
    { kind: 'segment', from: pose, to: add(pose, scale(fromPolar(1, direction), reach)), label: 'free way' },
    ...mostConstraining(pose, direction, blocked).map((obstacle): Mark => {
      const at = nearestPoint(pose, obstacle);
      return { kind: 'circle', at, radius: obstacle.radius + body.radius, label: 'kept out of' };
    }),
  ];
}

/** What the way runs beside comes first, then what is nearest. */
function mostConstraining(
  pose: Percept['pose'],
  direction: Radians,
  blocked: readonly Blocked[],
): readonly Obstacle[] {
  if (blocked.length <= SHOWN) return blocked.map(({ by }) => by);
  const bounds = ({ low, high }: Blocked): boolean =>
    [low, high].some((edge) => Math.abs(wrapAngle(edge - direction)) < BESIDE);
  return blocked
    .map((each) => ({ by: each.by, bounds: bounds(each), gap: gapTo(pose, each.by) }))
    .sort((a, b) => Number(b.bounds) - Number(a.bounds) || a.gap - b.gap)
    .slice(0, SHOWN)
    .map(({ by }) => by);
}
