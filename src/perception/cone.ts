/** Cones: a sonar says how far the nearest thing is, and not in which direction within its cone. */
import { distance, type Pose, type Vec2 } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { RangeReading } from '../signals/signals.js';
import { CELL, HitDraft } from './hitMap.js';
import { isClear, type Looks, lookFrom, looksInto, noted } from './looks.js';
import { mountOf } from './mount.js';
import type { Beside, Seen, Shown } from './seen.js';

/** An echo may be this much nearer than it says. */
const NEARER: Meters = 0.04;
/** A cone says nothing about places farther than this: it is too wide there, and sound glances off. */
const CLEAR_FAR: Meters = 3;
const ECHO_FAR: Meters = 2.5;
/** Echoes nearer than the first are sure; farther than the second they are weak. */
const NEAR: Meters = 0.6;
const SURE_FAR: Meters = 1.7;
/** An echo is confirmed by the same sonar's last one, within this and a share of the distance. */
const CONFIRMED: Meters = 0.15;
const CONFIRMED_SHARE = 0.05;

/**
 * What one sonar's reading of the distance d does to the map.
 *
 * What lies in the cone nearer than d − 4 cm is free; without an echo, up to 3 m. The echo comes from somewhere on the arc
 * at d: of the arc, only places are marked that no cone saw free in the last 3 s. If all were free, something moved there,
 * and all of it is marked. An echo is sure if it is nearer than 0.6 m, or if it repeats the one before within 1.7 m;
 * otherwise weak. An invalid distance says nothing.
 *
 * @param last the sensor's reading before
 */
export function seeCone(
  { hits: before, looks }: Pick<Seen, 'hits' | 'looks'>,
  ranger: Ranger,
  reading: RangeReading,
  { last, poseAt, isRobot }: Beside,
): Shown {
  const [far = Number.NaN] = reading.distances;
  if (!(far === null || far >= 0)) return { hits: before, looks, robots: [] };
  const { at, sensor } = reading;
  const { rays, farthest } = ranger.beam;
  const mount = mountOf(ranger, poseAt(at));
  const half = ((rays.at(-1) ?? 0) - (rays[0] ?? 0)) / 2;
  const clear = Math.min(far ?? farthest, farthest, CLEAR_FAR + NEARER) - NEARER;
  const look = lookFrom(mount, half, clear, { sensor, at });
  const isGone = (x: Meters, y: Meters) => isClear(look, x, y) || isRobot(x, y);
  const draft = new HitDraft(before, look, at, { reach: clear, isGone });
  const robots: Vec2[] = [];
  if (far !== null && far <= Math.min(ECHO_FAR, farthest)) {
    const arc: Vec2[] = [];
    for (const place of arcOf(mount, half, far)) (isRobot(place.x, place.y) ? robots : arc).push(place);
    const sure = isSure(far, last?.distances[0]) ? 1 : 0;
    draft.mark(newOn(arc, looks, draft, at, sure), at, sure);
  }
  return { hits: draft.hits, looks: noted(looks, look), robots };
}

const isSure = (far: Meters, before: Meters | null | undefined): boolean =>
  far <= NEAR ||
  (far <= SURE_FAR &&
    typeof before === 'number' &&
    Math.abs(far - before) <= CONFIRMED + CONFIRMED_SHARE * far);

/** Places on the arc of an echo, a bit less than a cell apart. */
function arcOf({ x, y, heading }: Pose, half: Radians, far: Meters): readonly Vec2[] {
  const parts = Math.max(2, Math.ceil((2 * half * far) / (0.7 * CELL)));
  return Array.from({ length: parts + 1 }, (_, i) => {
    const direction = heading - half + (2 * half * i) / parts;
    return { x: x + far * Math.cos(direction), y: y + far * Math.sin(direction) };
  });
}

/** The places of an arc that its echo may come from. */
function newOn(
  arc: readonly Vec2[],
  looks: Looks,
  draft: HitDraft,
  at: Seconds,
  sure: 0 | 1,
): readonly Vec2[] {
  const first = arc[0];
  const last = arc.at(-1);
  if (!first || !last) return [];
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const recent = looksInto(looks, middle, distance(first, last), at);
  const doubtful = arc.filter(({ x, y }) => !recent.some((look) => isClear(look, x, y)));
  if (doubtful.length > 0 || draft.hasAny(arc)) return doubtful;
  return sure ? arc : [];
}
