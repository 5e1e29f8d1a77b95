/** Cones: a sonar says how far the nearest thing is, and not in which direction within its cone. */
import { fromPolar, type Pose, type Vec2 } from '../math/geometry.js';
import { deg, type Meters, type Radians, type Seconds } from '../math/units.js';
import type { Ranger } from '../robot/ranger.js';
import type { Hits } from '../signals/hits.js';
import type { RangeReading } from '../signals/signals.js';
import { CELL, HitDraft } from './hitMap.js';
import { mountOf, type PoseAt } from './mount.js';

/** A look of a cone that saw nothing nearer than `clear`. */
export interface Look extends Vec2 {
  readonly sensor: string;
  readonly at: Seconds;
  /** The middle of the cone, as a unit vector. */
  readonly ahead: Vec2;
  /** The tangent of half its angle. */
  readonly slope: number;
  readonly clear: Meters;
}

/** An echo may be this much nearer than it says. */
const NEARER: Meters = 0.04;
/** Rounding, and the noise of the heading: the ends of an echo are still in the cone of a robot that stands. */
const RIM: Radians = deg(0.2);
/** A cone says nothing about places farther than this: it is too wide there, and sound glances off. */
const CLEAR_FAR: Meters = 3;
const ECHO_FAR: Meters = 2.5;
/** Echoes nearer than the first are sure; farther than the second they are weak. */
const NEAR: Meters = 0.6;
const SURE_FAR: Meters = 1.7;
/** An echo is confirmed by the same sonar's last one, within this and a share of the distance. */
const CONFIRMED: Meters = 0.15;
const CONFIRMED_SHARE = 0.05;
/** A place that a cone saw free counts as free this long, for the echoes of other cones. */
const FREE_TIME: Seconds = 3;
/** Looks of one sensor are kept this far apart. */
const LOOK_SPACING: Seconds = 0.15;

export interface Seen {
  readonly hits: Hits;
  readonly looks: readonly Look[];
}

/**
 * The map after a sonar's reading of the distance d.
 *
 * What lies in the cone nearer than d − 4 cm is free. The echo comes from somewhere on the arc at d: of the arc, only
 * places are marked that no cone saw free in the last 3 s. If all were free, something moved there, and all of it is
 * marked. An echo is sure if it is nearer than 0.6 m, or if it repeats the one before within 1.7 m; otherwise weak.
 */
export function seeCone(
  { hits: before, looks }: Seen,
  ranger: Ranger,
  reading: RangeReading,
  last: RangeReading | undefined,
  poseAt: PoseAt,
  isRobot: (x: Meters, y: Meters) => boolean,
): Seen {
  const [far = Number.NaN] = reading.distances;
  if (Number.isNaN(far)) return { hits: before, looks };
  const { at, sensor } = reading;
  const { rays, farthest } = ranger.beam;
  const { x, y, heading } = mountOf(ranger, poseAt(at));
  const half = ((rays.at(-1) ?? 0) - (rays[0] ?? 0)) / 2;
  const clear = Math.min(far ?? farthest, farthest, CLEAR_FAR + NEARER) - NEARER;
  const look: Look = { sensor, at, x, y, ahead: fromPolar(1, heading), slope: Math.tan(half + RIM), clear };
  const draft = new HitDraft(before, look, at, (px, py) => isClear(look, px, py));
  if (far !== null && far <= Math.min(ECHO_FAR, farthest)) {
    const arc = arcOf({ x, y, heading }, half, far).filter((p) => !isRobot(p.x, p.y));
    const sure = isSure(far, last?.distances[0]) ? 1 : 0;
    draft.mark(newOn(arc, looks, draft, at, sure), at, sure);
  }
  return { hits: draft.hits, looks: noted(looks, look) };
}

const isSure = (far: Meters, before: Meters | null | undefined): boolean =>
  far <= NEAR ||
  (far <= SURE_FAR &&
    typeof before === 'number' &&
    Math.abs(far - before) <= CONFIRMED + CONFIRMED_SHARE * far);

function isClear({ x, y, ahead, slope, clear }: Look, px: Meters, py: Meters): boolean {
  const [dx, dy] = [px - x, py - y];
  if (dx * dx + dy * dy > clear * clear) return false;
  const along = dx * ahead.x + dy * ahead.y;
  return along > 0 && Math.abs(ahead.x * dy - ahead.y * dx) <= slope * along;
}

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
  looks: readonly Look[],
  draft: HitDraft,
  at: Seconds,
  sure: 0 | 1,
): readonly Vec2[] {
  const recent = looks.filter((look) => at - look.at < FREE_TIME);
  const doubtful = arc.filter(({ x, y }) => !recent.some((look) => isClear(look, x, y)));
  if (doubtful.length > 0 || draft.among(arc).length > 0) return doubtful;
  return sure ? arc : [];
}

/** The looks of the last seconds; those of one sensor some time apart. */
function noted(looks: readonly Look[], look: Look): readonly Look[] {
  const kept = looks.filter(({ at }) => look.at - at < FREE_TIME);
  const lastOwn = kept.findLast(({ sensor }) => sensor === look.sensor);
  if (lastOwn && look.at - lastOwn.at < LOOK_SPACING - 1e-9) return kept;
  return [...kept, look];
}
