/** Rays: a lidar's fan, or the single ray of an infrared sensor. Each marks what it hits, and frees what it sees past. */
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Hits } from '../signals/hits.js';
import { type Fan, fanOf, isBlindNear, placeOn, RANGE_ERROR, type SeesPast, seesPast } from './fan.js';
import type { Glance, Sight } from './seen.js';

/** What erases a hit. What a single ray just misses is still in the body's way. */
const ERASES: SeesPast = { past: 0.15, beside: 0.005 };

/**
 * The map after a fan of rays.
 *
 * A remembered hit is gone if the two rays at its sides both see past it, where they are no more than a cell apart; or
 * if one ray goes straight through it; or if a robot heard of is there. So only things narrower than a cell can be missed,
 * and nothing is forgotten between two rays of a coarse lidar.
 *
 * A single ray must go through it twice, and doubts it before: since distances are not exact, the end of a wall that the ray
 * has just left may seem to lie in it.
 */
export function seeRays(
  { hits, poseAt, isRobot, meetsRobot, isMapped }: Sight,
  { ranger, reading }: Glance,
): readonly Vec2[] {
  const fan = fanOf(ranger, reading, poseAt);
  // Nearer than an infrared sensor can measure it would show a wrong distance.
  if (isBlindNear(fan.beam) && meetsRobot(fan.last, fan.beam.nearest)) return [];
  const hides = isBehindHit(fan, hits.current);
  const { beam, distances } = fan;
  const isGone = (x: Meters, y: Meters) => !hides && seesPast(fan, x, y, ERASES);
  hits.free(fan.last, beam.farthest, isRobot);
  hits.free(fan.last, beam.farthest, isGone, beam.rays.length === 1 ? 2 : 1);
  const [places, deep, robots]: [Vec2[], Vec2[], Vec2[]] = [[], [], []];
  for (let i = 0; i < beam.rays.length; i++) {
    const far = distances[i];
    if (typeof far !== 'number' || !(far >= 0 && far <= beam.farthest)) continue;
    // Shown for all that is nearer: what hides there keeps its place.
    if (hides && far <= beam.nearest + RANGE_ERROR) continue;
    const place = placeOn(fan, i, far);
    if (isRobot(place.x, place.y)) robots.push(place);
    else {
      places.push(place);
      if (!isMapped) deep.push(...behind(fan, i, far).filter(({ x, y }) => !isRobot(x, y)));
    }
  }
  // What was measured counts more.
  const known = hits.among(deep);
  const guessed = deep.filter((place) => !known.includes(place));
  hits.mark(guessed, reading.at, 2);
  hits.mark(places, reading.at, 1);
  return robots;
}

/**
 * So far behind what a single ray hits there may be more of it, until the ray has passed there: a robot that has seen only
 * the near side of a post, and drives round it, does not look to its side. A fan sees far sides in time, and a map has them.
 */
const DEPTHS: readonly Meters[] = [0.04, 0.08, 0.12];

const behind = (fan: Fan, i: number, far: Meters): readonly Vec2[] =>
  isBlindNear(fan.beam)
    ? DEPTHS.filter((depth) => far + depth <= fan.beam.farthest).map((depth) => placeOn(fan, i, far + depth))
    : [];

/** Half the width of a single ray. */
const IN_RAY: Meters = 0.02;
/** A thing so near counts this long, if its sensor cannot see it again. */
const HIDDEN_TIME: Seconds = 5;

/** Whether a known thing is so near: a farther echo may be wrong, so it is marked, but the thing is not gone. */
function isBehindHit(fan: Fan, hits: Hits): boolean {
  const { beam, at, last } = fan;
  if (!isBlindNear(beam)) return false;
  const ahead = { x: Math.cos(last.heading), y: Math.sin(last.heading) };
  return hits.x.some((x, i) => {
    const dx = x - last.x;
    const dy = (hits.y[i] as Meters) - last.y;
    const along = dx * ahead.x + dy * ahead.y;
    const aside = Math.abs(ahead.x * dy - ahead.y * dx);
    return (
      at - (hits.at[i] as Seconds) < HIDDEN_TIME &&
      along > 0 &&
      along < beam.nearest + RANGE_ERROR &&
      aside < IN_RAY
    );
  });
}
