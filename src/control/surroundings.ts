/** What a robot knows of the solid things around it at a time: those of a map, and what its range sensors hit. */
import type { Vec2 } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { RangeHealths } from '../safety/rangeHealth.js';
import type { Hits } from '../signals/hits.js';
import type { Obstacle, Surroundings } from '../signals/signals.js';

/** The map, moved to a time. */
export const mapAt = (at: Seconds, mapped: Mapped): readonly Obstacle[] =>
  at > mapped.at ? mapped.obstacles.map((obstacle) => movedOn(obstacle, at - mapped.at)) : mapped.obstacles;

type Mapped = Pick<Required<Surroundings>, 'at' | 'obstacles'>;

/** All known solid things: the map, and the hits that are sure. Those of a silent sensor stay. */
export const knownThings = (map: readonly Obstacle[], hits: Hits): readonly Obstacle[] => {
  const points = pointsOf(hits);
  return points.length > 0 ? [...map, ...points] : map;
};

/**
 * Age of the oldest source in use: of the map if there is one, and of each range sensor's last reading. A sensor that
 * never sent is as old as the run.
 */
export function sightAge(at: Seconds, mapped: Mapped, healths: RangeHealths): Seconds {
  let age = mapped.obstacles.length > 0 ? Math.max(0, at - mapped.at) : 0;
  for (const sensor in healths) age = Math.max(age, at - (healths[sensor]?.heardAt ?? at));
  return age;
}

/** Created once per map of hits: it changes only with a reading. */
const pointsByHits = new WeakMap<Hits, readonly Obstacle[]>();

function pointsOf(hits: Hits): readonly Obstacle[] {
  const known = pointsByHits.get(hits);
  if (known) return known;
  const points: Obstacle[] = [];
  for (let i = 0; i < hits.x.length; i++) {
    if (!hits.sure[i]) continue;
    const place = { x: hits.x[i] as number, y: hits.y[i] as number };
    points.push({ from: place, to: place, radius: 0 });
  }
  pointsByHits.set(hits, points);
  return points;
}

function movedOn(obstacle: Obstacle, by: Seconds): Obstacle {
  const { from, to, velocity } = obstacle;
  if (!velocity) return obstacle;
  const on = ({ x, y }: Vec2): Vec2 => ({ x: x + velocity.x * by, y: y + velocity.y * by });
  return { ...obstacle, from: on(from), to: on(to) };
}
