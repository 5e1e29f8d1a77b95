/**
 * Where cones looked in the last seconds, and how far each saw nothing: what one sonar saw free, another's echo does not
 * come from. Plain JSON, in columns of equal length; the newest look last.
 */
import { fromPolar, norm, type Pose, rotate, type Vec2 } from '../math/geometry.js';
import { deg, type Meters, type Radians, type Seconds } from '../math/units.js';
import { movedBy, type PoseNews, shareOf } from './mount.js';

export interface Looks {
  /** Apex of the cone. */
  readonly x: readonly Meters[];
  readonly y: readonly Meters[];
  /** Its middle, as a unit vector. */
  readonly aheadX: readonly number[];
  readonly aheadY: readonly number[];
  /** The tangent of half its angle. */
  readonly slope: readonly number[];
  /** Nothing was nearer than this. */
  readonly clear: readonly Meters[];
  readonly at: readonly Seconds[];
  readonly sensor: readonly string[];
}

export const NO_LOOKS: Looks = {
  x: [],
  y: [],
  aheadX: [],
  aheadY: [],
  slope: [],
  clear: [],
  at: [],
  sensor: [],
};

const COLUMNS = Object.keys(NO_LOOKS) as readonly (keyof Looks)[];

/** One look. */
export interface Look {
  readonly x: Meters;
  readonly y: Meters;
  readonly aheadX: number;
  readonly aheadY: number;
  readonly slope: number;
  readonly clear: Meters;
  readonly at: Seconds;
  readonly sensor: string;
}

/** Rounding, and the noise of the heading: the ends of an echo are still in the cone of a robot that stands. */
const RIM: Radians = deg(0.2);
/** A place that a cone saw free counts as free this long. */
const FREE_TIME: Seconds = 3;
/** Looks of one sensor are kept this far apart. */
const LOOK_SPACING: Seconds = 0.15;
/** Places are rounded to 0.1 mm, directions to 0.005°: a state that is written down stays short. */
const PER_UNIT = 1e4;

const rounded = (value: number): number => Math.round(value * PER_UNIT) / PER_UNIT;

/** A look of a sensor from a pose. @param half half its cone @param clear how far it saw nothing */
export function lookFrom(
  { x, y, heading }: Pose,
  half: Radians,
  clear: Meters,
  by: { readonly sensor: string; readonly at: Seconds },
): Look {
  const ahead = fromPolar(1, heading);
  return {
    x: rounded(x),
    y: rounded(y),
    aheadX: rounded(ahead.x),
    aheadY: rounded(ahead.y),
    slope: rounded(Math.tan(half + RIM)),
    clear: rounded(clear),
    at: by.at,
    sensor: by.sensor,
  };
}

/** Whether a place is in the cone, nearer than what the look saw. */
export function isClear({ x, y, aheadX, aheadY, slope, clear }: Look, px: Meters, py: Meters): boolean {
  const dx = px - x;
  const dy = py - y;
  if (dx * dx + dy * dy > clear * clear) return false;
  const along = dx * aheadX + dy * aheadY;
  return along > 0 && Math.abs(aheadX * dy - aheadY * dx) <= slope * along;
}

const lookOf = (looks: Looks, i: number): Look => ({
  x: looks.x[i] as Meters,
  y: looks.y[i] as Meters,
  aheadX: looks.aheadX[i] as number,
  aheadY: looks.aheadY[i] as number,
  slope: looks.slope[i] as number,
  clear: looks.clear[i] as Meters,
  at: looks.at[i] as Seconds,
  sensor: looks.sensor[i] as string,
});

/** An echo comes from so near to what its look saw free, with the way until the next look that is kept. */
const AT_ECHO: Meters = 0.2;
/** The sonar's heading has noise. */
const BESIDE: Meters = 0.02;

/** Whether an echo of a look may have come from a place. */
export function showedAt(look: Look, px: Meters, py: Meters): boolean {
  const dx = px - look.x;
  const dy = py - look.y;
  const along = dx * look.aheadX + dy * look.aheadY;
  const aside = Math.abs(look.aheadX * dy - look.aheadY * dx);
  if (along <= 0 || aside > look.slope * along + BESIDE) return false;
  return Math.abs(norm(dx, dy) - look.clear) <= AT_ECHO;
}

/** The looks of a sensor since a time. */
export function looksOf(looks: Looks, sensor: string, since: Seconds): readonly Look[] {
  const found: Look[] = [];
  for (let i = 0; i < looks.at.length; i++) {
    if (looks.sensor[i] === sensor && (looks.at[i] as Seconds) >= since) found.push(lookOf(looks, i));
  }
  return found;
}

/** The looks of the last seconds that reach a disc. */
export function looksInto(looks: Looks, { x, y }: Vec2, radius: Meters, now: Seconds): readonly Look[] {
  const found: Look[] = [];
  for (let i = 0; i < looks.at.length; i++) {
    if (now - (looks.at[i] as Seconds) >= FREE_TIME) continue;
    const dx = x - (looks.x[i] as Meters);
    const dy = y - (looks.y[i] as Meters);
    const reach = (looks.clear[i] as Meters) + radius;
    if (dx * dx + dy * dy > reach * reach) continue;
    const ux = looks.aheadX[i] as number;
    const uy = looks.aheadY[i] as number;
    const along = dx * ux + dy * uy;
    if (along < -radius || Math.abs(ux * dy - uy * dx) > (looks.slope[i] as number) * along + 2 * radius)
      continue;
    found.push(lookOf(looks, i));
  }
  return found;
}

/** Looks while the readings of a tick add to them: the columns are copied once for all of them. */
export class LookDraft {
  #looks: Looks;
  #isChanged = false;

  /** Begins without those that are too old. */
  constructor(before: Looks, now: Seconds) {
    this.#looks = before;
    const fresh = before.at.findIndex((at) => now - at < FREE_TIME);
    if (fresh !== 0 && before.at.length > 0) this.#copyFrom(fresh < 0 ? before.at.length : fresh);
  }

  get current(): Looks {
    return this.#looks;
  }

  #copyFrom(first: number): void {
    const { x, y, aheadX, aheadY, slope, clear, at, sensor } = this.#looks;
    this.#isChanged = true;
    this.#looks = {
      x: x.slice(first),
      y: y.slice(first),
      aheadX: aheadX.slice(first),
      aheadY: aheadY.slice(first),
      slope: slope.slice(first),
      clear: clear.slice(first),
      at: at.slice(first),
      sensor: sensor.slice(first),
    };
  }

  /** One more; a look soon after the last of its sensor is not kept. */
  note(look: Look): void {
    const own = this.#looks.sensor.lastIndexOf(look.sensor);
    if (own >= 0 && look.at - (this.#looks.at[own] as Seconds) < LOOK_SPACING - 1e-9) return;
    if (!this.#isChanged) this.#copyFrom(0);
    for (const key of COLUMNS) (this.#looks[key] as unknown[]).push(look[key]);
  }
}

/** The looks after news of the robot's pose, as the hits of their times. */
export function shiftedLooks(looks: Looks, news: PoseNews): Looks {
  const { at, aheadX, aheadY } = looks;
  const moved = at.map((_, i) => movedBy(news, looks.x[i] as Meters, looks.y[i] as Meters, at[i] as Seconds));
  const turned = at.map((then, i) =>
    rotate({ x: aheadX[i] as number, y: aheadY[i] as number }, shareOf(news, then) * news.turn),
  );
  return {
    ...looks,
    x: moved.map(({ x }) => rounded(x)),
    y: moved.map(({ y }) => rounded(y)),
    aheadX: turned.map(({ x }) => rounded(x)),
    aheadY: turned.map(({ y }) => rounded(y)),
  };
}
