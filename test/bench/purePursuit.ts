/** The baseline of path tracking: pure pursuit (Coulter 1992) with a fixed look-ahead, without any prediction. */

import { toWheels } from '../../src/locomotion/differentialDrive.js';
import { distance, type Pose, toWorld, type Vec2, wrapAngle } from '../../src/math/geometry.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';

export interface PurePursuit {
  readonly points: readonly Vec2[];
  readonly lookahead: number;
  readonly speed: number;
  readonly wheelCap: number;
  readonly track: number;
  readonly within: number;
}

/**
 * κ = 2 sin α / L towards the first course point at least L away, from the nearest index on, which never goes
 * back; wheels beyond their cap are cut in proportion. It ends within `within` of the end, without braking.
 */
export function purePursuit(p: PurePursuit): (pose: Pose) => WheelSpeeds | undefined {
  let nearest = 0;
  const end = p.points.at(-1) ?? { x: 0, y: 0 };
  const point = (i: number): Vec2 => p.points[i] ?? end;
  return (pose) => {
    while (
      nearest < p.points.length - 1 &&
      distance(point(nearest + 1), pose) <= distance(point(nearest), pose)
    )
      nearest++;
    if (nearest > 0.9 * p.points.length && distance(pose, end) < p.within) return undefined;
    let ahead = nearest;
    while (ahead < p.points.length - 1 && distance(point(ahead), pose) < p.lookahead) ahead++;
    const bearing = wrapAngle(Math.atan2(point(ahead).y - pose.y, point(ahead).x - pose.x) - pose.heading);
    const curvature = (2 * Math.sin(bearing)) / p.lookahead;
    const wheels = toWheels({ linear: p.speed, angular: p.speed * curvature }, p.track);
    const cut = Math.min(1, p.wheelCap / Math.max(Math.abs(wheels.left), Math.abs(wheels.right)));
    return { left: wheels.left * cut, right: wheels.right * cut };
  };
}

/** The same polyline in short pieces: pure pursuit seeks points, not segments. */
export function resampled(points: readonly Vec2[], spacing: number): Vec2[] {
  const [first] = points;
  const pieces = points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to;
    const heading = Math.atan2(to.y - from.y, to.x - from.x);
    const count = Math.max(1, Math.round(distance(from, to) / spacing));
    const pose = { ...from, heading };
    return Array.from({ length: count }, (_, j) =>
      toWorld(pose, { x: (distance(from, to) * (j + 1)) / count, y: 0 }),
    );
  });
  return first ? [first, ...pieces] : [];
}
