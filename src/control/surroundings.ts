/** What a robot knows of the solid things around it at a time: those of a map, and what its range sensors hit. */
import type { Vec2 } from '../math/geometry.js';
import type { Seconds } from '../math/units.js';
import type { RangeHealths } from '../safety/rangeHealth.js';
import type { Hits, Sure } from '../signals/hits.js';
import type { Obstacle, Surroundings } from '../signals/signals.js';
import type { Surrounded } from './state.js';

const moves = ({ velocity }: Obstacle): boolean => velocity !== undefined;

/** The map, moved to a time. */
export const mapAt = (at: Seconds, { at: then, obstacles }: Mapped): readonly Obstacle[] =>
  at > then && obstacles.some(moves) ? obstacles.map((obstacle) => movedOn(obstacle, at - then)) : obstacles;

type Mapped = Pick<Surrounded, 'at' | 'obstacles'>;

/** Maps that come so often are a scan: of what something sees now. */
const SCAN_PERIOD: Seconds = 1;
/** So many in a row. */
const SCANS = 3;

/** The map after news. @param now when it came, by the robot's clock */
export function withMap(
  known: Surrounded,
  { at, obstacles = known.obstacles }: Surroundings,
  now: Seconds,
): Surrounded {
  const { neighbors, heardAt, often } = known;
  const gap = heardAt === null ? Number.POSITIVE_INFINITY : now - heardAt;
  if (gap === 0) return { neighbors, obstacles, at, heardAt, often };
  return {
    neighbors,
    obstacles,
    at,
    heardAt: now,
    often: gap <= SCAN_PERIOD ? Math.min(SCANS, often + 1) : 0,
  };
}

/** Age of a scan, or of a map with things that move; a map of what stands does not grow old. */
export function mapAge(at: Seconds, { at: mapped, obstacles, often }: Surrounded): Seconds {
  const ages = often >= SCANS || obstacles.some(moves);
  return ages ? Math.max(0, at - mapped) : 0;
}

/** All known solid things: the map, and the hits that are sure. Those of a silent sensor stay. */
export const knownThings = (map: readonly Obstacle[], hits: Hits): readonly Obstacle[] => {
  const points = pointsOf(hits);
  return points.length > 0 ? [...map, ...points] : map;
};

/** Age of the oldest source in use: the map, and each range sensor's last reading. One that never sent is as old as the run. */
export function sightAge(at: Seconds, mapped: Surrounded, healths: RangeHealths): Seconds {
  let age = mapAge(at, mapped);
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
    if ((hits.sure[i] as Sure) <= 0) continue;
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
