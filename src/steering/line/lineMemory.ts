/** What is remembered of a line on the floor: where it was seen, where it leads, and the way along it. */
import {
  add,
  angleOf,
  distance,
  dot,
  fromPolar,
  length,
  nearestOnSegment,
  type Pose,
  scale,
  sub,
  toWorld,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import { deg, type Meters, type Radians } from '../../math/units.js';
import type { LevelReading } from '../../signals/signals.js';
import type { Felt } from '../felt.js';
import { type Detour, type KnownLine, LEAST_DETOUR } from './detour.js';
import type { Contrast, LineSight } from './lineSight.js';

/** A turn on the spot that looks for the line. */
export interface Search {
  /** The heading about which it looks. */
  readonly about: Radians;
  /** The side that it looks to first: 1 left, −1 right. */
  readonly side: 1 | -1;
  /** To that side, to the other one, and back. */
  readonly leg: 0 | 1 | 2;
  /** Lines count only in headings so near to `about`; without it all do. */
  readonly within?: Radians;
}

/** Plain JSON. */
export interface LineMemory {
  readonly contrast: Contrast | null;
  /** The line where it was seen last; null before. */
  readonly seen: LineSight | null;
  /** The way along the line so far. */
  readonly way: Meters;
  /** Points of the line on that way, the last ones. */
  readonly trail: readonly Vec2[];
  /** The line before a corner, until enough of the next one is driven. */
  readonly behind: readonly Vec2[];
  readonly search: Search | null;
  /** The last search found nothing. */
  readonly over: boolean;
  /** Set while it drives round a thing that stands on the line; missing in older recordings. */
  readonly detour?: Detour | null;
  /** Where the line leads that it follows; missing before, and in older recordings. */
  readonly leads?: Radians;
}

export const NO_LINE: LineMemory = {
  contrast: null,
  seen: null,
  way: 0,
  trail: [],
  behind: [],
  search: null,
  over: false,
  detour: null,
};

/** The line behind is known by its last points: so far apart, and so many. A search must not find it. */
const TRAIL_STEP: Meters = 0.02;
const TRAIL_POINTS = 12;
/** After so many points of the next line the one behind is out of sight. */
const LEAVING_POINTS = 5;
/** Of the line's width: nearer than this to them a point lies on the line behind. */
const BEHIND_SHARE = 0.8;
/** A sight in a direction within this of the line's is of the same line. */
const ALIKE: Radians = deg(50);
/** It meets a line at right angles to a thing's rim, or nearly. */
const JOINING: Radians = deg(80);

/** Whether a line under the sensors is followed: round a thing it is met crosswise, and has to be joined first. */
export const isTaken = ({ detour, search }: LineMemory, heading: Radians): boolean =>
  !(detour && detour.driven > LEAST_DETOUR) &&
  !(search?.within !== undefined && Math.abs(wrapAngle(heading - search.about)) > search.within);

/** What sensors tell that are not over the line behind. */
export function newsAhead(
  floor: Felt<LevelReading>,
  { search, detour, trail, behind, leads }: LineMemory,
  width: Meters,
): Felt<LevelReading> {
  const old = search || detour ? trail : behind;
  const [first] = old;
  if (!first) return floor;
  // Before a short trail the line was not seen, and leads there, too.
  const more = Math.max(0, TRAIL_POINTS - old.length) * TRAIL_STEP;
  const before = leads === undefined || old === behind ? [] : [add(first, fromPolar(-more, leads))];
  const known = [...before, ...old, ...hiddenBy(detour, old.at(-1), leads)];
  const isNew = ({ mount, reading }: Felt<LevelReading>['news'][number]) =>
    !liesOn(known, toWorld(reading.from, mount.at), BEHIND_SHARE * width);
  return { ...floor, news: floor.news.filter(isNew) };
}

export function lineNoted(before: LineMemory, contrast: Contrast | null, sight: LineSight): LineMemory {
  const { seen, way, search, detour } = before;
  const step = seen ? distance(seen.at, sight.at) : 0;
  // Behind a corner another line begins, and behind a thing.
  const isAnother = (search || detour) && !goesOn(before, sight);
  const kept = isAnother ? [] : before.trail;
  const last = kept.at(-1);
  // A turn on the spot may show points behind.
  const ahead = last && dot(sub(sight.at, last), fromPolar(1, before.leads ?? 0));
  const isNext = !last || ((ahead as Meters) > 0 && distance(last, sight.at) >= TRAIL_STEP);
  // After a jump of the pose, or round a corner that stayed in sight.
  const isElsewhere = last !== undefined && distance(last, sight.at) > 2 * length(sight.along);
  const trail = isElsewhere ? [sight.at] : isNext ? [...kept, sight.at].slice(-TRAIL_POINTS) : kept;
  const isAway = trail.length > LEAVING_POINTS;
  const behind = isAnother ? before.trail : isAway ? [] : before.behind;
  const leads = leadsTo(before, sight, trail);
  const seenNow = { seen: sight, way: way + step, trail, behind, leads };
  return { contrast, ...seenNow, search: null, over: false, detour: null };
}

/** The line from where it was seen last to the thing that stands on it. */
const hiddenBy = (
  detour: Detour | null | undefined,
  last: Vec2 | undefined,
  leads: Radians | undefined,
): readonly Vec2[] =>
  detour && last && leads !== undefined ? [add(last, fromPolar(detour.stub, leads))] : [];

/** Whether it sees the same line again, which it had left by turning on the spot. */
function goesOn({ trail, leads = 0 }: LineMemory, { at, along }: LineSight): boolean {
  const last = trail.at(-1);
  return (
    last !== undefined &&
    distance(at, last) < length(along) / 2 &&
    Math.abs(wrapAngle(angleOf(along) - leads)) < ALIKE
  );
}

/** Where the line leads: along its last points; as long as there are few, as it was met. */
function leadsTo({ search, leads }: LineMemory, { along }: LineSight, trail: readonly Vec2[]): Radians {
  const [from, to] = [trail.at(-LEAVING_POINTS), trail.at(-1)];
  if (from && to) return angleOf(sub(to, from));
  return search || leads === undefined ? angleOf(along) : leads;
}

/** Whether a point is within a distance of a line through points. */
const liesOn = (points: readonly Vec2[], at: Vec2, within: Meters): boolean =>
  points.some((from, i) => {
    const to = points[i + 1] ?? from;
    const share = nearestOnSegment(at, from, to);
    return distance(at, add(from, scale(sub(to, from), share))) < within;
  });

/** Whether it has driven since it saw the line, and not only turned. */
export const hasMoved = (here: Vec2, { at, along }: LineSight): boolean =>
  distance(here, sub(at, along)) > TRAIL_STEP / 2;

/** Over the line that it has met: it turns to where that leads, on the spot. */
export function joining(memory: LineMemory, { at, leads }: KnownLine, { heading }: Pose): LineMemory {
  const side = wrapAngle(leads - heading) < 0 ? -1 : 1;
  const search: Search = { about: leads, side, leg: 0, within: JOINING };
  const seen = memory.seen && { ...memory.seen, at };
  return { ...memory, seen, search, detour: null, trail: [at], leads };
}
