/**
 * Things that move, as range sensors see them: a robot that sends no messages looks like any other thing.
 *
 * An echo is at p now. A reading t₁ earlier saw past p, so something came there; it came from the nearest echo q of that
 * reading, and moves with v = (p − q)/t₁. The reading before that must tell the same of q: a thing that only enters the
 * beam, as the robot turns, has been nowhere else. What moved is watched on after it has stopped.
 */
import { dot, length, norm, type Pose, type Vec2, wrapAngle, ZERO } from '../math/geometry.js';
import {
  deg,
  type Meters,
  type MetersPerSecond,
  type MetersPerSecondSquared,
  type Radians,
  type Seconds,
} from '../math/units.js';
import type { Beam, Ranger } from '../robot/ranger.js';
import type { RangeReading } from '../signals/signals.js';
import { type Fan, fanOf, hidesNear, seesPast } from './fan.js';
import { echoesOf, fanBy, freshOf, type Kept, usableDistance, withReading } from './keptReading.js';
import { movedBy, type PoseAt, type PoseNews, shareOf } from './mount.js';

/** An echo of something that moves or just did, and how [m/s, world]. */
export interface Mover {
  readonly at: Seconds;
  /** Where it was last seen to move; null: it stands where nothing was, and may have moved there. */
  readonly moved: Vec2 | null;
  readonly x: Meters;
  readonly y: Meters;
  readonly vx: MetersPerSecond;
  readonly vy: MetersPerSecond;
}

/** What one sensor knows of things that move. */
export interface Watched {
  /** Its last readings, the newest last. */
  readonly kept: readonly Kept[];
  /** What it sees moving, or has seen moving and still sees; a thing that it loses stays for a reading or two. */
  readonly movers: readonly Mover[];
  /** Where the sensor was as something that moves came nearer than it can measure. */
  readonly hidden: Vec2 | null;
}

export const NOTHING_WATCHED: Watched = { kept: [], movers: [], hidden: null };

/** Readings are compared at these distances: near ones tell soon, far ones tell slow motion from noise. */
const APART: readonly Seconds[] = [0.06, 0.12, 0.24];
/** Slower is noise; faster is another thing. */
const LEAST_SPEED: MetersPerSecond = 0.1;
const MOST_SPEED: MetersPerSecond = 2.5;
/** A reading saw past a place by more than its noise, partly a share of the distance; and no farther beside it than this. */
const PAST: Meters = 0.015;
const PAST_SHARE = 0.015;
/** Of a fan, which asks many rays at once, a larger share. */
const FAN_SHARE = 0.05;
const BESIDE: Meters = 0.04;
/** What stops may go on: all that stays so near to its place counts as a mover. */
const MOVED_NEAR: Meters = 0.25;
/** A cone that turned so much says nothing of what moves. */
const TURNED: Radians = deg(3);
/** Sensors lose a thing for a reading or two. */
const LOST_TIME: Seconds = 0.25;
/** A thing keeps its direction from reading to reading, within this (cosine). */
const ONWARD = 0.5;
/** What touches an infrared sensor shows as if it were up to this many nearest distances away. */
const SHOWN_FAR = 5;
/** Few robots brake harder. */
const BRAKING: MetersPerSecondSquared = 1.5;
/** Rounding of times. */
const TIME_EPSILON: Seconds = 1e-6;

/**
 * What a sensor knows after one more reading.
 *
 * @param isOther whether an echo does not count: one of a robot that says itself how it moves
 */
export function watch(
  watched: Watched,
  { ranger, reading }: { readonly ranger: Ranger; readonly reading: RangeReading },
  poseAt: PoseAt,
  isOther: (x: Meters, y: Meters) => boolean,
): Watched {
  const { at, distances } = reading;
  if (!distances.some((far) => far === null || far >= 0)) return watched;
  const { kept, movers: before, hidden } = watched;
  const beam = raysOf(ranger.beam);
  const fan = fanOf({ ...ranger, beam }, reading, poseAt);
  const now = { ...fan, distances: distances.map((far, i) => usableDistance(fan, i, far, isOther)) };
  const fresh = freshOf(kept, at);
  const moving = moversOf(ranger.beam, now, pairsOf(beam, fresh, at)).map((mover) => noSlower(mover, before));
  const seen = asOne([...moving, ...stopped(now, moving, before)], fan.last);
  const lost = before.filter((one) => at - one.at <= LOST_TIME && !seen.some((mover) => isNear(mover, one)));
  return {
    kept: withReading(fresh, now),
    movers: [...seen, ...lost],
    hidden: hiddenBy(now, before.length > 0, hidden),
  };
}

const isNear = (a: Vec2, b: Vec2): boolean => norm(a.x - b.x, a.y - b.y) <= MOVED_NEAR;

/**
 * Near echoes are of one thing, and it moves as the one of them that comes fastest: the nearest echo before may be of
 * another part of its surface, which tells too little, or a wrong direction.
 */
function asOne(movers: readonly Mover[], sensor: Vec2): readonly Mover[] {
  const closing = ({ x, y, vx, vy }: Mover) =>
    ((sensor.x - x) * vx + (sensor.y - y) * vy) / norm(sensor.x - x, sensor.y - y) || 0;
  const fastestFirst = [...movers].sort((a, b) => closing(b) - closing(a));
  return movers.map((mover) => {
    const { vx, vy } = fastestFirst.find((other) => isNear(mover, other)) ?? mover;
    return { ...mover, vx, vy };
  });
}

/** Echoes near to where something moved that is still there. */
function stopped(now: Fan, moving: readonly Mover[], before: readonly Mover[]): readonly Mover[] {
  const { at } = now;
  const found: Mover[] = [];
  if (before.length === 0) return found;
  for (const place of echoesOf(now)) {
    if (moving.some(({ x, y }) => x === place.x && y === place.y)) continue;
    const was = before.find(({ moved }) => moved && isNear(place, moved));
    if (was) found.push(noSlower({ at, moved: was.moved, ...place, vx: 0, vy: 0 }, before));
  }
  return found;
}

/** Nothing stops at once: at least as fast as it was, less what it can have braked since. */
function noSlower(mover: Mover, before: readonly Mover[]): Mover {
  const was = before.find((other) => isNear(mover, other));
  if (!was) return mover;
  const moved = mover.moved ?? was.moved;
  const then = norm(was.vx, was.vy);
  const least = then - BRAKING * (mover.at - was.at);
  if (norm(mover.vx, mover.vy) >= least) return { ...mover, moved };
  return { ...mover, moved, vx: (was.vx * least) / then, vy: (was.vy * least) / then };
}

/**
 * What came nearer than an infrared sensor can measure may be anywhere up to the sensor. A nearer thing then shows as a
 * farther one, so that it is known to be gone only beyond a multiple of the nearest distance.
 */
function hiddenBy({ beam, distances: [far], last }: Fan, moves: boolean, hidden: Vec2 | null) {
  if (moves && hidesNear(beam, far)) return { x: last.x, y: last.y };
  return hidden && typeof far === 'number' && far <= SHOWN_FAR * beam.nearest ? hidden : null;
}

/** A sonar's cone counts as one wide ray. */
const raysOf = (beam: Beam): Beam => (beam.each ? beam : { ...beam, rays: [0] });

/** A reading before now, and one before that, as far apart as the newer one is old. */
interface Pair {
  readonly mid: Fan;
  readonly old: Fan | undefined;
}

function pairsOf(beam: Beam, kept: readonly Kept[], at: Seconds): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const apart of APART) {
    const mid = lastBy(kept, at - apart);
    if (!mid) continue;
    const old = lastBy(kept, mid.at - apart);
    pairs.push({ mid: fanBy(beam, mid), old: old && fanBy(beam, old) });
  }
  return pairs;
}

/** The last reading up to a time. */
function lastBy(kept: readonly Kept[], then: Seconds): Kept | undefined {
  let i = kept.length - 1;
  while (i >= 0 && (kept[i] as Kept).at > then + TIME_EPSILON) i--;
  return kept[i];
}

function moversOf(beam: Beam, now: Fan, pairs: readonly Pair[]): readonly Mover[] {
  const { at } = now;
  const movers: Mover[] = [];
  for (const place of echoesOf(now)) {
    const recent = pairs.filter(({ mid }) => wasFree(beam, mid, place));
    if (recent.length === 0) continue;
    const v = velocityOf(beam, place, at, recent);
    // An infrared sensor sees so little way that it cannot wait to know more.
    if (!v && beam.nearest === 0) continue;
    movers.push({ at, moved: v ? place : null, ...place, vx: v?.x ?? 0, vy: v?.y ?? 0 });
  }
  return movers;
}

/** By the first pair of readings that both tell how it came. */
function velocityOf(beam: Beam, place: Vec2, at: Seconds, pairs: readonly Pair[]): Vec2 | undefined {
  for (const { mid, old } of pairs) {
    const step = old && stepFrom(mid, place, at);
    if (!step || !wasFree(beam, old, step.from) || (!beam.each && hasTurned(mid, old))) continue;
    const last = stepFrom(old, step.from, mid.at);
    if (last && isOnward(step.velocity, last.velocity)) return step.velocity;
  }
  return undefined;
}

/** A cone that turns finds other things at its edge. */
const hasTurned = (a: Fan, b: Fan): boolean => Math.abs(wrapAngle(a.last.heading - b.last.heading)) > TURNED;

const isOnward = (a: Vec2, b: Vec2): boolean => dot(a, b) >= ONWARD * length(a) * length(b);

/** Whether a reading saw past a place by more than its noise. */
function wasFree(beam: Beam, before: Fan, { x, y }: Vec2): boolean {
  const away = norm(x - before.last.x, y - before.last.y);
  const half = beam.each ? 0 : ((beam.rays.at(-1) ?? 0) - (beam.rays[0] ?? 0)) / 2;
  const share = beam.rays.length > 1 && beam.each ? FAN_SHARE : PAST_SHARE;
  const margins = { past: PAST + share * away, beside: BESIDE + away * Math.tan(half) };
  return seesPast(before, x, y, margins);
}

/** From the nearest echo of a reading to a place; undefined if that is noise, or too far for one thing. */
function stepFrom(before: Fan, { x, y }: Vec2, at: Seconds) {
  let [away, from] = [Number.POSITIVE_INFINITY, ZERO];
  for (const place of echoesOf(before)) {
    const step = norm(x - place.x, y - place.y);
    if (step < away) [away, from] = [step, place];
  }
  const time = at - before.at;
  if (!(away >= LEAST_SPEED * time && away <= MOST_SPEED * time)) return undefined;
  return { from, velocity: { x: (x - from.x) / time, y: (y - from.y) / time } };
}

/** The same after news of the robot's pose: what was seen at a time keeps its place from the robot of that time. */
export function shiftedWatch({ kept, movers, hidden }: Watched, news: PoseNews): Watched {
  const placed = ({ x, y }: Vec2, at: Seconds): Vec2 => movedBy(news, x, y, at);
  const turned = (pose: Pose, at: Seconds): Pose => ({
    ...placed(pose, at),
    heading: pose.heading + shareOf(news, at) * news.turn,
  });
  return {
    kept: kept.map(({ first, ...one }) => ({
      ...one,
      mount: turned(one.mount, one.at),
      ...(first && { first: turned(first, one.at) }),
    })),
    movers: movers.map((one) => ({
      ...one,
      ...placed(one, one.at),
      moved: one.moved && placed(one.moved, one.at),
    })),
    hidden: hidden && placed(hidden, news.at),
  };
}
