/** Cones: a sonar says how far the nearest thing is, and not in which direction within its cone. */
import { distance, type Pose, type Vec2, wrapAngle } from '../math/geometry.js';
import { deg, type Meters, type Radians, type Seconds } from '../math/units.js';
import type { Hits, Sure } from '../signals/hits.js';
import type { RangeReading } from '../signals/signals.js';
import { hear, hearNothing, isRepeated } from './echoes.js';
import { isTooNear } from './fan.js';
import { CELL, type HitDraft } from './hitMap.js';
import { isClear, type Look, type Looks, lookFrom, looksInto, looksOf } from './looks.js';
import { mountOf } from './mount.js';
import type { Glance, Sight } from './seen.js';

/** An echo may be this much nearer than it says. */
const NEARER: Meters = 0.04;
/** A cone frees no places that are farther: a thin thing there, at the edge of the cone, is not heard. */
const CLEAR_FAR: Meters = 1.8;
const ECHO_FAR: Meters = 2.5;
/** Echoes nearer than the first are sure; farther than the second they are weak. */
const NEAR: Meters = 0.6;
const SURE_FAR: Meters = 1.7;
/**
 * Near things are also heard beside the cone. With the width of the arcs on which they are known, a known thing explains
 * an echo up to this many times half the angle of the cone, if the echo is farther by no more than `SAME_FAR`, or nearer by
 * no more than `NEARER`. One that is nearer still is of another thing, in the cone, or that thing came. (8 cm in both
 * directions hid a post behind its neighbor; 2.5 cm took errors of sonars for things: robots stuck in clutter.)
 */
const WIDE = 2;
const WIDE_FAR: Meters = 0.8;
const SAME_FAR: Meters = 0.08;

/**
 * What one sonar's reading of the distance d does to the map.
 *
 * What lies in the cone nearer than d − 4 cm is free, up to 1.8 m. A cone without an echo is free as well. What was sure
 * stays where the cone would not hear it: a pane or the side of a box, at a slant. The echo comes from somewhere on the arc
 * at d: of the arc, only places are marked that no cone saw free in the last 3 s. If all were free, it is a surprise, and
 * all of it is marked. An echo within 0.8 m that a known thing just beside the cone explains marks nothing.
 *
 * To the front or back, an echo at the nearest distance that the sonar can tell may come from anywhere nearer: it frees nothing, marks nothing where
 * a thing is known there, and does not tell how its thing moves.
 *
 * An echo is sure if it is nearer than 0.6 m and no surprise, or if it repeats the one before within 1.7 m; otherwise
 * weak: it may be another sonar's. An invalid distance says nothing.
 */
export function seeCone(sight: Sight, { ranger, reading, last }: Glance): readonly Vec2[] {
  const { hits, looks, poseAt, isRobot } = sight;
  const [far = Number.NaN] = reading.distances;
  if (!(far === null || far >= 0)) return [];
  const { at, sensor } = reading;
  const { rays, farthest } = ranger.beam;
  const mount = mountOf(ranger, poseAt(at));
  const half = ((rays.at(-1) ?? 0) - (rays[0] ?? 0)) / 2;
  const isNearer = isTooNear(ranger, far);
  const clear = isNearer ? 0 : Math.min(far ?? farthest, farthest, CLEAR_FAR + NEARER) - NEARER;
  const look = lookFrom(mount, half, clear, { sensor, at });
  const isEcho = far !== null && far <= Math.min(ECHO_FAR, farthest);
  const isNews = isEcho && !isExplained(hits.current, { mount, half, far, isNearer });
  const isGone = (x: Meters, y: Meters, heard: Radians | null) =>
    isRobot(x, y) || (isClear(look, x, y) && wouldHear(mount, x, y, heard));
  hits.free(look, clear, isGone);
  hearNothing(sight, { sensor, at, mount, far: far ?? farthest });
  const robots: Vec2[] = [];
  if (isEcho) {
    const arc: Vec2[] = [];
    for (const place of arcOf(mount, half, far)) (isRobot(place.x, place.y) ? robots : arc).push(place);
    const before = last?.distances[0];
    if (!isNearer) {
      const came = hasCome(looks.current, look, arc, last);
      hear(sight, { sensor, at, mount, far }, { came, half, before });
    }
    if (isNews) {
      const { places, isSurprise } = sourcesOf(arc, looks.current, hits, at);
      const repeats = far <= SURE_FAR && typeof before === 'number' && isRepeated(far, before);
      hits.mark(places, at, (far <= NEAR && !isSurprise) || repeats ? 1 : 0, mount);
    }
  }
  looks.note(look);
  return robots;
}

/**
 * Whether a cone would hear a thing that it looks at. A face sends the sound back only near its normal: what was last heard
 * in one direction may be silent in those that differ by more than this. (With wider angles sixteen sonars forgot the corners
 * of boxes, and touched them; with narrower ones they came more slowly through clutter.)
 */
const SILENT: Radians = deg(30);
const wouldHear = ({ x, y }: Vec2, px: Meters, py: Meters, heard: Radians | null): boolean =>
  heard === null || Math.abs(wrapAngle(Math.atan2(py - y, px - x) - heard)) <= SILENT;

/** A cone that turned less since it saw a place free says that what is there now came. (Cosine of 3°.) */
const SAME_WAY = Math.cos(deg(3));
/** It saw the place free all this time. */
const FREE_BEFORE: Seconds = 0.5;

/**
 * Whether the same sonar, not turned, has just seen all places of an arc free: in its last reading, and in all its looks
 * of half a second, one of them before that. A single one may have missed what is there.
 */
function hasCome(looks: Looks, now: Look, arc: readonly Vec2[], last: RangeReading | undefined): boolean {
  const [before = Number.NaN] = last?.distances ?? [];
  if (!last || !(before === null || before > now.clear + SAME_FAR)) return false;
  const ways = looksOf(looks, now.sensor, now.at - FREE_BEFORE);
  const sawFree = (look: Look) =>
    look.aheadX * now.aheadX + look.aheadY * now.aheadY >= SAME_WAY &&
    arc.every(({ x, y }) => isClear(look, x, y));
  return ways.some(({ at }) => at < last.at) && ways.every(sawFree);
}

/** Places on the arc of an echo, a bit less than a cell apart. */
function arcOf({ x, y, heading }: Pose, half: Radians, far: Meters): readonly Vec2[] {
  const parts = Math.max(2, Math.ceil((2 * half * far) / (0.7 * CELL)));
  return Array.from({ length: parts + 1 }, (_, i) => {
    const direction = heading - half + (2 * half * i) / parts;
    return { x: x + far * Math.cos(direction), y: y + far * Math.sin(direction) };
  });
}

/** Where an echo may come from: the places of its arc that no cone saw free; else its known ones; else, a surprise, all. */
function sourcesOf(
  arc: readonly Vec2[],
  looks: Looks,
  draft: HitDraft,
  at: Seconds,
): { readonly places: readonly Vec2[]; readonly isSurprise: boolean } {
  const first = arc[0];
  const last = arc.at(-1);
  if (!first || !last) return { places: [], isSurprise: false };
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const recent = looksInto(looks, middle, distance(first, last), at);
  const doubtful = arc.filter(({ x, y }) => !recent.some((look) => isClear(look, x, y)));
  if (doubtful.length > 0) return { places: doubtful, isSurprise: false };
  const known = draft.among(arc);
  return known.length > 0 ? { places: known, isSurprise: false } : { places: arc, isSurprise: true };
}

interface Echo {
  readonly mount: Pose;
  readonly half: Radians;
  readonly far: Meters;
  readonly isNearer: boolean;
}

/** Whether a thing that is known surely sends the echo: one just beside the cone, or one nearer than the sonar can tell. */
function isExplained({ x, y, sure }: Hits, { mount, half, far, isNearer }: Echo): boolean {
  if (far > WIDE_FAR) return false;
  const aheadX = Math.cos(mount.heading);
  const aheadY = Math.sin(mount.heading);
  const inner = isNearer ? -1 : Math.tan(half);
  const outer = Math.tan(WIDE * half);
  for (let i = 0; i < x.length; i++) {
    if ((sure[i] as Sure) <= 0) continue;
    const dx = (x[i] as Meters) - mount.x;
    const dy = (y[i] as Meters) - mount.y;
    const along = dx * aheadX + dy * aheadY;
    if (along <= 0 || along > WIDE_FAR) continue;
    const aside = Math.abs(aheadX * dy - aheadY * dx);
    if (aside <= inner * along || aside > outer * along) continue;
    const known = Math.sqrt(dx * dx + dy * dy);
    const nearest = isNearer ? 0 : far - SAME_FAR;
    if (known >= nearest && known - far <= NEARER) return true;
  }
  return false;
}
