/**
 * Memory of things that range sensors have seen, in the world frame: things stay known when the sensor looks elsewhere.
 */
import type { EstimatorState } from '../estimation/estimatorState.js';
import { distance, moveAlongArc, type Pose, toWorld, type Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { SeenThing } from '../safety/collisionMonitor.js';
import { covers, echoesOf } from '../sensors/echoes.js';
import type { Neighbor, Obstacle, RangeReading, Surroundings } from '../signals/signals.js';

/** The echoes of one sensor. */
export interface Sight {
  /** Time of its last reading. */
  readonly at: Seconds;
  /** World frame; the newest last. */
  readonly echoes: readonly Echo[];
  /** Echoes in its last reading that are robots heard of. */
  readonly robots?: readonly Echo[];
}

export interface Echo {
  readonly at: Seconds;
  readonly obstacle: Obstacle;
  /** Extra stopping distance of the collision monitor, so that the thing stays in the sensor's range. */
  readonly short?: Meters;
}

/** By the sensor's id. */
export type Sights = Readonly<Record<string, Sight>>;

/** The memory before any reading. It has a time, so a sensor that never sends counts as old, too. */
export const unseen = (rangers: Readonly<Record<string, Ranger>>, at: Seconds): Sights =>
  Object.fromEntries(Object.keys(rangers).map((id) => [id, { at, echoes: [] }]));

/** How long a thing out of a sensor's sight is assumed to be there. */
const ECHO_MEMORY_TIME: Seconds = 2;
/** The same for a thing that was touched: no other reading tells that it is gone. */
const TOUCH_MEMORY_TIME: Seconds = 10;
/** Most echoes per sensor: the newest are kept, and always all of the last reading. */
const MAX_ECHOES = 400;
/** Echoes this near to the rim of a robot heard of belong to that robot. */
const ROBOT_RIM_MARGIN: Meters = 0.05;

/**
 * Adds a reading: its echoes are placed by the body's pose at that time, and replace all older echoes that it covers.
 * Robots heard of are not obstacles.
 */
export function see(
  sights: Sights,
  ranger: Ranger,
  reading: RangeReading,
  pose: Pose,
  neighbors: readonly Neighbor[],
): Sights {
  const { at, sensor } = reading;
  const before = sights[sensor]?.echoes ?? [];
  const lasting = ranger.beam.farthest === 0 ? TOUCH_MEMORY_TIME : ECHO_MEMORY_TIME;
  const inBody = bodyFrame(pose);
  const kept = before.filter(
    ({ at: then, obstacle }) =>
      at - then <= lasting &&
      !placesOf(obstacle, ranger).every((place) => covers(ranger, reading, inBody(place))),
  );
  const seen: Echo[] = [];
  const robots: Echo[] = [];
  for (const { from, to, radius } of echoesOf(ranger, reading)) {
    const obstacle = { from: toWorld(pose, from), to: toWorld(pose, to), radius };
    const { short } = ranger;
    const echo: Echo = short === undefined ? { at, obstacle } : { at, obstacle, short };
    (isRobot(middleOf(obstacle), at, neighbors) ? robots : seen).push(echo);
  }
  const echoes = [...kept, ...seen].slice(-Math.max(MAX_ECHOES, seen.length));
  return { ...sights, [sensor]: robots.length > 0 ? { at, echoes, robots } : { at, echoes } };
}

/** A sonar's echo may come from anywhere in its cone, so it is replaced only where the new cone covers all of it. */
const placesOf = (obstacle: Obstacle, { beam }: Ranger): readonly Vec2[] =>
  beam.each ? [middleOf(obstacle)] : [obstacle.from, obstacle.to];

const middleOf = ({ from, to }: Obstacle): Vec2 => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });

/** Converts from the world frame to that of a body; sine and cosine are computed only once. */
function bodyFrame({ x, y, heading }: Pose): (p: Vec2) => Vec2 {
  const c = Math.cos(-heading);
  const s = Math.sin(-heading);
  return (p) => {
    const dx = p.x - x;
    const dy = p.y - y;
    return { x: c * dx - s * dy, y: s * dx + c * dy };
  };
}

const isRobot = (p: Vec2, at: Seconds, neighbors: readonly Neighbor[]): boolean =>
  neighbors.some(({ position: { x, y }, velocity, radius, at: then }) => {
    const place = { x: x + velocity.x * (at - then), y: y + velocity.y * (at - then) };
    return distance(p, place) < radius + ROBOT_RIM_MARGIN;
  });

/** The things for the collision monitor: all echoes of range sensors, robots included, in the frame of a pose. */
export function seenFrom(pose: Pose, sights: Sights): readonly SeenThing[] {
  const found: SeenThing[] = [];
  const inBody = bodyFrame(pose);
  const add = ({ obstacle, short = 0 }: Echo) =>
    found.push({ from: inBody(obstacle.from), to: inBody(obstacle.to), short });
  for (const sensor in sights) {
    const { echoes, robots } = sights[sensor] as Sight;
    for (const echo of echoes) add(echo);
    if (robots) for (const echo of robots) add(echo);
  }
  return found;
}

/** The body's pose at a time near that of the estimate, by its wheel speeds. */
export function poseAt({ pose, wheels, at: then }: EstimatorState, at: Seconds, track: Meters): Pose {
  const [left, right] = [wheels.left * (at - then), wheels.right * (at - then)];
  return moveAlongArc(pose, (left + right) / 2, (right - left) / track);
}

/**
 * All known solid things at a time: the map, moved to that time, and the echoes.
 *
 * `age` is that of the oldest source in use: of the map if there is one, and of each sensor's last reading. Echoes of a
 * silent sensor stay; the growing age shows that they are not renewed.
 */
export function knownAt(
  at: Seconds,
  mapped: Pick<Required<Surroundings>, 'at' | 'obstacles'>,
  sights: Sights,
): { readonly obstacles: readonly Obstacle[]; readonly map: readonly Obstacle[]; readonly age: Seconds } {
  const age = Math.max(0, at - mapped.at);
  const map = age === 0 ? mapped.obstacles : mapped.obstacles.map((obstacle) => movedOn(obstacle, age));
  let oldest = map.length > 0 ? age : 0;
  let seen: Obstacle[] | undefined;
  for (const sensor in sights) {
    const { at: lookedAt, echoes } = sights[sensor] as Sight;
    oldest = Math.max(oldest, at - lookedAt);
    if (echoes.length === 0) continue;
    seen ??= [...map];
    for (const { obstacle } of echoes) seen.push(obstacle);
  }
  return { obstacles: seen ?? map, map, age: oldest };
}

function movedOn(obstacle: Obstacle, by: Seconds): Obstacle {
  const { from, to, velocity } = obstacle;
  if (!velocity) return obstacle;
  const on = ({ x, y }: Vec2): Vec2 => ({ x: x + velocity.x * by, y: y + velocity.y * by });
  return { ...obstacle, from: on(from), to: on(to) };
}
