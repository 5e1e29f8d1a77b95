/**
 * A rolling map of what range sensors hit: at most one point a cell of 5 cm, within 8 m of the robot, for a minute.
 *
 * The points are stored, not the cells, so that a clearance is exact; there is no grid in the state. Plain JSON.
 */
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Hits } from '../signals/hits.js';
import { movedBy, type PoseNews } from './mount.js';

/** Side of a cell. */
export const CELL: Meters = 0.05;
/** Farther hits are forgotten. */
const FORGET_DISTANCE: Meters = 8;
/** A hit that nothing looks at is assumed to be there this long. */
const FORGET_TIME: Seconds = 60;
/** The map holds at most so many hits: the oldest go first, and the farthest of those of one time. */
const MOST_HITS = 1500;
/** Places are rounded to 0.1 mm: a state that is written down stays short. */
const PER_METER = 1e4;

const rounded = (value: Meters): Meters => Math.round(value * PER_METER) / PER_METER;

/** Cells along a side of the table below. */
const TABLE_SIDE = 2 * Math.ceil(FORGET_DISTANCE / CELL) + 3;
/** Which hit each cell near the robot holds, counted from 1. Filled and emptied within one call: it is not a memory. */
const TABLE = new Int16Array(TABLE_SIDE * TABLE_SIDE);

/** What a reading says is no longer there. */
export interface Gone {
  /** Nothing farther than this from the sensor is gone. */
  readonly reach: Meters;
  readonly isGone: (x: Meters, y: Meters) => boolean;
}

const NOTHING_GONE: Gone = { reach: 0, isGone: () => false };

/** A map that is being changed. */
export class HitDraft {
  readonly #before: Hits;
  #x: Meters[];
  #y: Meters[];
  #at: Seconds[];
  #sure: (0 | 1)[];
  readonly #from: Vec2;
  #isChanged: boolean;

  /** Begins with those hits that are neither too old, nor too far from a place, nor gone. */
  constructor(before: Hits, from: Vec2, now: Seconds, { reach, isGone } = NOTHING_GONE) {
    this.#before = before;
    this.#from = from;
    const kept = keptOf(before, from, now, { reach, isGone });
    this.#isChanged = kept !== undefined;
    const column = <T>(values: readonly T[]): T[] => kept?.map((i) => values[i] as T) ?? (values as T[]);
    this.#x = column(before.x);
    this.#y = column(before.y);
    this.#at = column(before.at);
    this.#sure = column(before.sure);
  }

  /** Before the first change the columns are those of the map before. */
  #change(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    this.#x = this.#x.slice();
    this.#y = this.#y.slice();
    this.#at = this.#at.slice();
    this.#sure = this.#sure.slice();
  }

  #isNear(x: Meters, y: Meters): boolean {
    return Math.abs(x - this.#from.x) <= FORGET_DISTANCE && Math.abs(y - this.#from.y) <= FORGET_DISTANCE;
  }

  /** The cell of a near place, as its index in the table. */
  #cellOf(x: Meters, y: Meters): number {
    const half = (TABLE_SIDE - 1) / 2;
    const i = Math.floor(x / CELL) - Math.floor(this.#from.x / CELL) + half;
    const j = Math.floor(y / CELL) - Math.floor(this.#from.y / CELL) + half;
    return j * TABLE_SIDE + i;
  }

  /** The hits in the cells round some places. */
  #round(places: readonly Vec2[]): readonly number[] {
    let left = Infinity;
    let right = -Infinity;
    let bottom = Infinity;
    let top = -Infinity;
    for (const { x, y } of places) {
      left = Math.min(left, x - CELL);
      right = Math.max(right, x + CELL);
      bottom = Math.min(bottom, y - CELL);
      top = Math.max(top, y + CELL);
    }
    const found: number[] = [];
    for (let i = 0; i < this.#x.length; i++) {
      const x = this.#x[i] as Meters;
      const y = this.#y[i] as Meters;
      if (x >= left && x <= right && y >= bottom && y <= top) found.push(i);
    }
    return found;
  }

  #enter(hits: readonly number[], isIn: boolean): void {
    for (const i of hits) TABLE[this.#cellOf(this.#x[i] as Meters, this.#y[i] as Meters)] = isIn ? i + 1 : 0;
  }

  /** Those of some places that are in cells with a hit. */
  among(places: readonly Vec2[]): readonly Vec2[] {
    const near = this.#round(places);
    if (near.length === 0) return [];
    this.#enter(near, true);
    const found = places.filter(({ x, y }) => this.#isNear(x, y) && TABLE[this.#cellOf(x, y)] !== 0);
    this.#enter(near, false);
    return found;
  }

  /** Marks near places: their cells have these points from now on. A weak hit does not make a sure one weak. */
  mark(places: readonly Vec2[], at: Seconds, sure: 0 | 1): void {
    if (places.length === 0) return;
    this.#change();
    const entered = [...this.#round(places)];
    this.#enter(entered, true);
    for (const place of places) {
      const x = rounded(place.x);
      const y = rounded(place.y);
      if (!this.#isNear(x, y)) continue;
      const cell = this.#cellOf(x, y);
      const known = (TABLE[cell] as number) - 1;
      const i = known < 0 ? this.#x.length : known;
      this.#x[i] = x;
      this.#y[i] = y;
      this.#at[i] = at;
      if (sure || known < 0) this.#sure[i] = sure;
      if (known >= 0) continue;
      TABLE[cell] = i + 1;
      entered.push(i);
    }
    this.#enter(entered, false);
  }

  get hits(): Hits {
    const x = this.#x;
    const y = this.#y;
    const at = this.#at;
    const sure = this.#sure;
    if (x.length <= MOST_HITS) return this.#isChanged ? { x, y, at, sure } : this.#before;
    const { x: fromX, y: fromY } = this.#from;
    const away = x.map((px, i) => (px - fromX) ** 2 + ((y[i] as Meters) - fromY) ** 2);
    const byAge = (i: number, j: number) =>
      (at[j] as Seconds) - (at[i] as Seconds) || (away[i] as number) - (away[j] as number);
    const kept = x
      .map((_, i) => i)
      .sort(byAge)
      .slice(0, MOST_HITS)
      .sort((i, j) => i - j);
    const column = <T>(values: readonly T[]): T[] => kept.map((i) => values[i] as T);
    return { x: column(x), y: column(y), at: column(at), sure: column(sure) };
  }
}

/** The hits that stay; undefined if all do. (A loop over all hits for each reading: no calls where none is needed.) */
function keptOf(
  before: Hits,
  from: Vec2,
  now: Seconds,
  { reach, isGone }: Gone,
): readonly number[] | undefined {
  const { x, y, at } = before;
  const near = reach * reach;
  const oldest = now - FORGET_TIME;
  let kept: number[] | undefined;
  for (let i = 0; i < x.length; i++) {
    const px = x[i] as Meters;
    const py = y[i] as Meters;
    const dx = px - from.x;
    const dy = py - from.y;
    const stays =
      (at[i] as Seconds) >= oldest &&
      dx <= FORGET_DISTANCE &&
      dx >= -FORGET_DISTANCE &&
      dy <= FORGET_DISTANCE &&
      dy >= -FORGET_DISTANCE &&
      !(dx * dx + dy * dy <= near && isGone(px, py));
    if (stays) kept?.push(i);
    else kept ??= Array.from({ length: i }, (_, k) => k);
  }
  return kept;
}

/** The map after news of the robot's pose: each hit moves by the share of the news that its time has. */
export function shifted(hits: Hits, news: PoseNews): Hits {
  const { at, sure } = hits;
  const moved = at.map((_, i) => movedBy(news, hits.x[i] as Meters, hits.y[i] as Meters, at[i] as Seconds));
  return { x: moved.map(({ x }) => rounded(x)), y: moved.map(({ y }) => rounded(y)), at, sure };
}
