/** How readings of range sensors, or news of the robot's pose, change what the robot remembers. */
import { norm, type Pose, rotate, sub, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { Neighbor } from '../signals/signals.js';
import { seeCone } from './cone.js';
import { type Echoes, shiftedEchoes } from './echoes.js';
import { HitDraft, shifted } from './hitMap.js';
import { roundedPose } from './keptReading.js';
import { LookDraft, shiftedLooks } from './looks.js';
import { mountOf, type PoseAt, poseNews } from './mount.js';
import { NOTHING_WATCHED, shiftedWatch, type Watched, watch } from './movers.js';
import { seeRays } from './rays.js';
import type { Glance, Seen, Sight } from './seen.js';

/** Echoes this near to the rim of a robot heard of belong to that robot: both move, and sensors are a little late. */
const ROBOT_RIM: Meters = 0.12;

/** How readings are understood: where the body was, and the robots heard of. */
export interface Circumstances {
  readonly poseAt: PoseAt;
  readonly neighbors: readonly Neighbor[];
  /** Of the body. */
  readonly radius: Meters;
  /** There is a map: it has the far sides of things, too. */
  readonly isMapped?: boolean;
}

/**
 * What readings add, in their order. Robots heard of are kept apart: they move, and say themselves where they are.
 *
 * @param glances the readings of a tick: one call for all of them copies the memory once
 */
export function remember(
  seen: Seen,
  glances: readonly Glance[],
  { poseAt, neighbors, radius, isMapped = false }: Circumstances,
): Seen {
  const last = glances.at(-1)?.reading.at;
  if (last === undefined) return seen;
  const hits = new HitDraft(seen.hits, poseAt(last), last);
  const looks = new LookDraft(seen.looks, last);
  let { robots } = seen;
  const echoes = { ...seen.echoes };
  const watched = { ...seen.watched };
  try {
    for (const glance of glances) {
      const { at, sensor } = glance.reading;
      const lag = glance.ranger.beam.lag ?? 0;
      const then = (time: Seconds) => poseAt(time - lag);
      const others = robotsAt(neighbors, { at, pose: then(at), ranger: glance.ranger, radius });
      const { isRobot } = others;
      const heard = show({ hits, looks, echoes, poseAt: then, ...others, isMapped }, glance);
      robots = heardBy(robots, sensor, heard);
      if (glance.ranger.beam.farthest === 0) continue;
      const before = watched[sensor] ?? NOTHING_WATCHED;
      const now = watch(before, glance, then, isRobot);
      if (now !== before) watched[sensor] = now;
    }
  } finally {
    hits.close();
  }
  return { hits: hits.done, looks: looks.current, echoes, robots, watched };
}

/** Echoes of robots by the sensor that heard them. */
function heardBy(before: Seen['robots'], sensor: string, heard: readonly Vec2[]): Seen['robots'] {
  if (heard.length > 0) return { ...before, [sensor]: heard };
  if (!Object.hasOwn(before, sensor)) return before;
  const { [sensor]: _, ...others } = before;
  return others;
}

/** Shows a reading to the memory. Returns those of its echoes that belong to robots. */
function show(sight: Sight, glance: Glance): readonly Vec2[] {
  const { beam } = glance.ranger;
  if (beam.farthest === 0) return touch(sight, glance);
  return beam.each ? seeRays(sight, glance) : seeCone(sight, glance);
}

/** A thing that was touched once, and no longer is, may have moved away after this. */
const TOUCH_TIME: Seconds = 2;
/** Touched again so near, it stands. */
const TOUCHED_NEAR: Meters = 0.1;

/**
 * A bumper that is pressed: something is there. Released it says nothing at once: the body may only have moved away. What
 * was touched once is weak after 2 s: the collision monitor lets the robot go there again. Touched again, it stands.
 */
function touch(
  { hits, echoes, poseAt, isRobot }: Sight,
  { ranger, reading: { at, sensor, distances } }: Glance,
): readonly Vec2[] {
  const touched = echoes[sensor];
  if (distances[0] !== 0) {
    if (touched && at - touched.at > TOUCH_TIME) {
      hits.doubt(touched.mount, TOUCHED_NEAR, (_x, _y, heard) => heard >= touched.since);
      delete echoes[sensor];
    }
    return [];
  }
  const place = mountOf(ranger, poseAt(at));
  if (isRobot(place.x, place.y)) return [place];
  if (touched || !hits.isKnown(place, TOUCHED_NEAR, at - TOUCH_TIME)) {
    const mount = roundedPose(place);
    echoes[sensor] = {
      since: touched?.since ?? at,
      at,
      far: 0,
      mount,
      most: 0,
      heading: mount.heading,
      moves: true,
    };
  }
  hits.mark([place], at, 1);
  return [];
}

/** A true message may place another robot's rim this far over the sensor, since it is a little late. */
const INSIDE: Meters = 0.02;

/** A robot is met by a ray that passes its rim this near, by its message. One beside or behind the sensor hides nothing. */
const BESIDE_RAY: Meters = ROBOT_RIM / 2;

/** From where, and when, a sensor looked. */
interface Place {
  readonly at: Seconds;
  readonly pose: Pose;
  readonly ranger: Ranger;
  readonly radius: Meters;
}

/**
 * Whether a place belongs to a robot heard of, each where it was at that time. Two bodies are not in one place: a message that
 * places the other robot over this sensor, or into this body by more than the error that `ROBOT_RIM` grants, is wrong, because
 * the odometry of the two has drifted apart. It explains no echo.
 */
function robotsAt(
  neighbors: readonly Neighbor[],
  { at, pose, ranger, radius: own }: Place,
): Pick<Sight, 'isRobot' | 'meetsRobot'> {
  const robots: { readonly x: Meters; readonly y: Meters; readonly radius: Meters }[] = [];
  const mount = mountOf(ranger, pose);
  for (const { position, velocity, radius, at: then } of neighbors) {
    const since = at - then;
    const x = position.x + velocity.x * since;
    const y = position.y + velocity.y * since;
    const isApart = norm(pose.x - x, pose.y - y) >= own + radius - ROBOT_RIM;
    if (isApart && norm(mount.x - x, mount.y - y) >= radius - INSIDE) robots.push({ x, y, radius });
  }
  const isRobot = (x: Meters, y: Meters) => {
    for (const robot of robots) if (norm(x - robot.x, y - robot.y) < robot.radius + ROBOT_RIM) return true;
    return false;
  };
  const meetsRobot = ({ heading, ...from }: Pose, within: Meters) =>
    robots.some((robot) => {
      const { x: ahead, y: aside } = rotate(sub(robot, from), -heading);
      const reach = robot.radius + BESIDE_RAY;
      return ahead > 0 && Math.abs(aside) < reach && ahead - Math.sqrt(reach ** 2 - aside ** 2) < within;
    });
  return { isRobot, meetsRobot };
}

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
  const news = poseNews(believed, told, times);
  if (!(newest(seen) > times.since) || (news.turn === 0 && news.moveX === 0 && news.moveY === 0)) return seen;
  const watched: Record<string, Watched> = {};
  for (const sensor in seen.watched) watched[sensor] = shiftedWatch(seen.watched[sensor] as Watched, news);
  const echoes: Record<string, Echoes> = {};
  for (const sensor in seen.echoes) echoes[sensor] = shiftedEchoes(seen.echoes[sensor] as Echoes, news);
  return {
    hits: shifted(seen.hits, news),
    looks: shiftedLooks(seen.looks, news),
    echoes,
    robots: seen.robots,
    watched,
  };
}

/** When it saw the newest of what it remembers. */
const newest = ({ hits, looks, watched }: Seen): Seconds =>
  [looks.at.at(-1), ...hits.at, ...Object.values(watched).map(({ kept }) => kept.at(-1)?.at)].reduce<Seconds>(
    (a, b = Number.NEGATIVE_INFINITY) => Math.max(a, b),
    Number.NEGATIVE_INFINITY,
  );
