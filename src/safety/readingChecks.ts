/**
 * Checks readings before they are used, all kinds by one rule: their numbers are finite and possible for such a sensor,
 * and their time lies between that of the previous reading and now.
 *
 * Distances are checked in `rangeHealth.ts`: a bad one makes its beam unknown, and the other distances of the reading
 * count.
 */
import { distance, isFiniteVec, length, type Vec2 } from '../math/geometry.js';
import type { Meters, MetersPerSecond, Radians, RadiansPerSecond, Seconds, Volts } from '../math/units.js';
import { OWN_SOURCES, type SourceTimes } from '../signals/readings.js';
import type { Neighbor, Obstacle, Reading, Saying, Target } from '../signals/signals.js';

interface ReadingTrouble {
  readonly what: string;
  /** True: the reading stops the robot; a late reading is only left out. */
  readonly stops: boolean;
}

/** Limits beyond any small robot's battery, gyroscope or room. */
const MAX_VOLTS: Volts = 100;
const MAX_TURN_RATE: RadiansPerSecond = 100;
const MAX_DISTANCE: Meters = 1e5;
const MAX_BEARING: Radians = 2 * Math.PI;
/** Rounding of clocks adds up to this. */
const TIME_TOLERANCE: Seconds = 1e-6;
/** The longest dead-man time: after a shorter stall of the host, readings that waited are still valid. */
const MAX_STALL: Seconds = 0.5;

/**
 * The trouble of a reading; undefined if it may be used.
 *
 * @param last time of the previous reading of the same source; undefined for the first
 */
export function readingTrouble(reading: Reading, last: Seconds | undefined): ReadingTrouble | undefined {
  const { kind, at } = reading;
  if (!Number.isFinite(at))
    return { what: `${READING_NAMES[kind]} with a time that is not a number`, stops: true };
  const value = valueTrouble(reading);
  if (value) return { what: value, stops: true };
  if (last !== undefined && at < last - TIME_TOLERANCE)
    return { what: `${READING_NAMES[kind]} older than the one before`, stops: false };
  return undefined;
}

/**
 * Whether a reading is so far ahead of the last tick that it is not to be believed before the next one, which tells whether
 * its time was wrong or the host had stalled.
 */
export const isFarAhead = (at: Seconds, tick: Seconds | null, period: Seconds): boolean =>
  tick !== null && at > tick + Math.max(2 * period, MAX_STALL) + TIME_TOLERANCE;

/** At a tick: a source whose last reading is more than a period ahead. */
export function futureSource(heardAt: SourceTimes, tick: Seconds, period: Seconds): string | undefined {
  const until = tick + period + TIME_TOLERANCE;
  const { sensors } = heardAt;
  for (const source of OWN_SOURCES)
    if ((heardAt[source] ?? until) > until) return `a reading of '${source}' from the future`;
  for (const id in sensors)
    if ((sensors[id] as Seconds) > until) return `a reading of '${id}' from the future`;
  return undefined;
}

const READING_NAMES: Readonly<Record<Reading['kind'], string>> = {
  encoders: 'counts',
  range: 'a range',
  heading: 'a heading',
  turnRate: 'a turn rate',
  level: 'a level',
  bearing: 'a bearing',
  battery: 'a battery voltage',
  pose: 'a pose',
  link: 'a count of bad frames',
  tripped: 'a trip',
};

/** `a turn rate`. */
export const describedKind = ({ kind }: Reading): string => READING_NAMES[kind];

const NAMED: readonly string[] = ['range', 'heading', 'turnRate', 'level', 'bearing'];

/** What keeps a value from being a reading at all: a program without types may report anything. */
export function shapeTrouble(reading: unknown): string | undefined {
  if (typeof reading !== 'object' || reading === null) return 'a reading that is no object';
  const { kind, sensor, distances, pose } = reading as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(READING_NAMES, kind)) return 'a reading of no known kind';
  const name = READING_NAMES[kind as Reading['kind']];
  if (NAMED.includes(kind) && typeof sensor !== 'string') return `${name} without the name of its sensor`;
  if (kind === 'range' && !areDistances(distances)) return `${name} without a list of distances`;
  if (kind === 'pose' && (typeof pose !== 'object' || pose === null)) return `${name} without a place`;
  return undefined;
}

function areDistances(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  // A loop, for speed: a lidar has hundreds.
  for (const distance of list) if (distance !== null && typeof distance !== 'number') return false;
  return true;
}

/** The number of a reading that is not finite or is impossible. */
function valueTrouble(reading: Reading): string | undefined {
  switch (reading.kind) {
    case 'encoders':
      return numberTrouble(reading.kind, [reading.left, reading.right], Number.MAX_SAFE_INTEGER);
    case 'heading':
      return numberTrouble(reading.kind, [reading.heading], MAX_DISTANCE);
    case 'turnRate':
      return numberTrouble(reading.kind, [reading.turnRate], MAX_TURN_RATE);
    case 'level':
      return numberTrouble(reading.kind, [reading.level], 1);
    case 'bearing':
      return numberTrouble(reading.kind, [reading.bearing ?? 0], MAX_BEARING);
    case 'battery':
      return numberTrouble(reading.kind, [reading.volts], MAX_VOLTS);
    case 'link':
      return numberTrouble(
        reading.kind,
        [reading.badFrames, reading.sent ?? 0, reading.lost ?? 0],
        Number.MAX_SAFE_INTEGER,
      );
    case 'pose': {
      const { x, y, heading } = reading.pose;
      const { deviation = 1 } = reading;
      if (!(deviation > 0)) return 'a fix without a deviation';
      return numberTrouble(reading.kind, [x, y, heading, deviation], MAX_DISTANCE);
    }
    case 'range':
    case 'tripped':
      return undefined;
  }
}

function numberTrouble(kind: Reading['kind'], values: readonly number[], most: number): string | undefined {
  if (!values.every(Number.isFinite)) return `${READING_NAMES[kind]} that is not a number`;
  return values.every((value) => Math.abs(value) <= most) ? undefined : `${READING_NAMES[kind]} out of range`;
}

/** A target may be faster than reported, and speed up between two reports. */
const MAX_SPEED_CHANGE: MetersPerSecond = 1;
/** Two reports of one place may differ by this. */
const SAME_PLACE_DISTANCE: Meters = 0.25;
/** A pointer may jump anywhere: an operator moves it. */
const POINTER_ID = 'pointer';
/** Older reports no longer constrain the target: the new report counts. */
const NEWS_LIFETIME: Seconds = 2;

/**
 * Whether something can have come from one place to the other: |p − (p₀ + v₀ Δt)| ≤ 0.25 m + (1 m/s + max(|v|, |v₀|)) Δt.
 * A step of less than half of that 0.25 m always can, since |v₀ Δt| is on both sides. Nearly all are so short: asked first,
 * it saves a robot among 250 a tenth of its tick.
 */
export function isPlausible(before: Target, news: Target): boolean {
  const { position: p, velocity: v } = before;
  const { x, y } = news.position;
  if (Math.abs(x - p.x) + Math.abs(y - p.y) < SAME_PLACE_DISTANCE / 2) return true;
  const passed = Math.abs(news.at - before.at);
  const expected = { x: p.x + v.x * passed, y: p.y + v.y * passed };
  const reach =
    SAME_PLACE_DISTANCE + (MAX_SPEED_CHANGE + Math.max(length(v), length(news.velocity))) * passed;
  return distance(expected, news.position) <= reach;
}

/** The accepted report of a target, and one that is not accepted yet. */
interface TargetNews<T extends Target = Target> {
  readonly believed: T | undefined;
  /** A jump that waits for a second report. */
  readonly suspect: T | undefined;
}

/**
 * Updates one target by a report: a jump farther than it can have moved is ignored until a second report confirms it.
 */
export function updateTarget<T extends Target>(
  { believed, suspect }: TargetNews<T>,
  news: T,
): TargetNews<T> & { readonly believed: T } {
  const known = believed && news.at - believed.at <= NEWS_LIFETIME ? believed : undefined;
  const confirmed = suspect !== undefined && suspect.at < news.at && isPlausible(suspect, news);
  if (!known || news.id === POINTER_ID || isPlausible(known, news) || confirmed)
    return { believed: news, suspect: undefined };
  return { believed: known, suspect: news };
}

/** A program without types may leave a vector out. */
const isVec = (vec: Vec2 | undefined): boolean => vec !== undefined && isFiniteVec(vec);

export const isFiniteTarget = ({ at, position, velocity }: Target): boolean =>
  Number.isFinite(at) && isVec(position) && isVec(velocity);

export const isFiniteNeighbor = (neighbor: Neighbor): boolean =>
  isFiniteTarget(neighbor) &&
  Number.isFinite(neighbor.heading) &&
  Number.isFinite(neighbor.radius) &&
  // A program without types, or JSON, may say null.
  (!neighbor.says || isFiniteSaying(neighbor.says));

const isFiniteSaying = ({ at, pose, speed, turnRate, wish }: Saying): boolean =>
  isVec(pose) &&
  Number.isFinite(at) &&
  Number.isFinite(pose.heading) &&
  Number.isFinite(speed) &&
  Number.isFinite(turnRate) &&
  (wish === undefined || isFiniteVec(wish));

export const isFiniteObstacle = ({ from, to, radius, velocity }: Obstacle): boolean =>
  isVec(from) && isVec(to) && Number.isFinite(radius) && (velocity === undefined || isFiniteVec(velocity));
