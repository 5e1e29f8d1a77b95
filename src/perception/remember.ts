/** How a reading of a range sensor, or news of the robot's pose, changes what the robot remembers. */
import { distance, type Pose, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { Neighbor, RangeReading } from '../signals/signals.js';
import { seeCone } from './cone.js';
import { HitDraft, shifted } from './hitMap.js';
import { shiftedLooks } from './looks.js';
import { mountOf, type PoseAt, poseNews } from './mount.js';
import { seeRays } from './rays.js';
import type { Beside, Seen, Shown } from './seen.js';

/** Echoes this near to the rim of a robot heard of belong to that robot: both move, and sensors are a little late. */
const ROBOT_RIM: Meters = 0.12;

/** How a reading is understood: where the body was, the sensor's reading before, and the robots heard of. */
export interface Circumstances {
  readonly poseAt: PoseAt;
  readonly last: RangeReading | undefined;
  readonly neighbors: readonly Neighbor[];
}

/** What a reading adds. Robots heard of are kept apart: they move, and say themselves where they are. */
export function remember(
  seen: Seen,
  ranger: Ranger,
  reading: RangeReading,
  { poseAt, last, neighbors }: Circumstances,
): Seen {
  const isRobot = (x: Meters, y: Meters) => belongsTo(neighbors, { x, y }, reading.at);
  const then = (at: Seconds) => poseAt(at - (ranger.beam.lag ?? 0));
  const { hits, looks, robots } = show(seen, ranger, reading, { last, poseAt: then, isRobot });
  const { sensor } = reading;
  if (robots.length === 0 && !Object.hasOwn(seen.robots, sensor)) return { hits, looks, robots: seen.robots };
  const { [sensor]: _, ...others } = seen.robots;
  return { hits, looks, robots: robots.length > 0 ? { ...others, [sensor]: robots } : others };
}

function show(seen: Seen, ranger: Ranger, reading: RangeReading, beside: Beside): Shown {
  if (ranger.beam.farthest === 0) return touch(seen, ranger, reading, beside);
  return ranger.beam.each ? seeRays(seen, ranger, reading, beside) : seeCone(seen, ranger, reading, beside);
}

/** A bumper that is pressed: something is there. Released it says nothing: the body may only have moved away. */
function touch(
  { hits, looks }: Seen,
  ranger: Ranger,
  { at, distances }: RangeReading,
  { poseAt, isRobot }: Beside,
): Shown {
  const place = mountOf(ranger, poseAt(at));
  const isPressed = distances[0] === 0;
  if (isPressed && isRobot(place.x, place.y)) return { hits, looks, robots: [place] };
  const draft = new HitDraft(hits, place, at);
  if (isPressed) draft.mark([place], at, 1);
  return { hits: draft.hits, looks, robots: [] };
}

const belongsTo = (neighbors: readonly Neighbor[], place: Vec2, at: Seconds): boolean =>
  neighbors.some(({ position: { x, y }, velocity, radius, at: then }) => {
    const there = { x: x + velocity.x * (at - then), y: y + velocity.y * (at - then) };
    return distance(place, there) < radius + ROBOT_RIM;
  });

/**
 * The memory after news of where the robot is. Without it, things would seem to jump when odometry is corrected.
 *
 * @param believed the pose that it believed @param told the pose of the same instant that it believes now
 * @param times of the news, and of the news before
 */
export function carried(
  seen: Seen,
  believed: Pose,
  told: Pose,
  times: { readonly since: Seconds; readonly at: Seconds },
): Seen {
  const last = Math.max(
    seen.hits.at.reduce((a, b) => Math.max(a, b), -Infinity),
    seen.looks.at.at(-1) ?? -Infinity,
  );
  const news = poseNews(believed, told, times);
  if (!(last > times.since) || (news.turn === 0 && news.moveX === 0 && news.moveY === 0)) return seen;
  return { ...seen, hits: shifted(seen.hits, news), looks: shiftedLooks(seen.looks, news) };
}
