/**
 * A rolling map of what range sensors hit: at most one point a cell of 5 cm, within 8 m of the robot, for a minute.
 *
 * The points are stored, not the cells, so that a clearance is exact; there is no grid in the state. Plain JSON.
 */
import { norm, type Vec2 } from '../math/geometry.js';
import type { Meters, Radians, Seconds } from '../math/units.js';
import type { Hits, Sure } from '../signals/hits.js';
import { movedBy, type PoseNews, shareOf } from './mount.js';

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
/** Directions are rounded to 0.1 rad; what small news turn them must not be lost in that. */
const PER_RADIAN = 10;
const PER_TURNED_RADIAN = 1e3;

const rounded = (value: Meters): Meters => Math.round(value * PER_METER) / PER_METER;
const roundedAngle = (value: Radians, per: number): Radians => Math.round(value * per) / per;

/** Cells along a side of the table below. */
const TABLE_SIDE = 2 * Math.ceil(FORGET_DISTANCE / CELL) + 3;
/** Which hit each cell near the robot holds, counted from 1. Each draft fills it and empties it: it is not a memory. */
const TABLE = new Int16Array(TABLE_SIDE * TABLE_SIDE);

/**
 * A map while the readings of a tick change it: it is copied once for all of them. Open one at a time, and `close` it.
 */
export class HitDraft {
  readonly #before: Hits;
  readonly #from: Vec2;
  /** The first cell of the table, counted from the origin of the world. */
  readonly #left: number;
  readonly #bottom: number;
  #x: Meters[];
  #y: Meters[];
  #at: Seconds[];
  #sure: Sure[];
  #heard: (Radians | null)[];
  #isChanged = false;

  /** Begins without the hits that are too old, or too far from a place. */
  constructor(before: Hits, from: Vec2, now: Seconds) {
    this.#before = before;
    this.#from = from;
    this.#left = Math.floor(from.x / CELL) - (TABLE_SIDE - 1) / 2;
    this.#bottom = Math.floor(from.y / CELL) - (TABLE_SIDE - 1) / 2;
    this.#x = before.x as Meters[];
    this.#y = before.y as Meters[];
    this.#at = before.at as Seconds[];
    this.#sure = before.sure as Sure[];
    this.#heard = before.heard as (Radians | null)[];
    for (let i = this.#x.length - 1; i >= 0; i--) {
      const [x, y] = [this.#x[i] as Meters, this.#y[i] as Meters];
      if (this.#isNear(x, y) && (this.#at[i] as Seconds) >= now - FORGET_TIME)
        TABLE[this.#cellOf(x, y)] = i + 1;
      else this.#remove(i);
    }
  }

  /** The hits as they are now. */
  get current(): Hits {
    return { x: this.#x, y: this.#y, at: this.#at, sure: this.#sure, heard: this.#heard };
  }

  /** Before the first change the columns are those of the map before. */
  #change(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    this.#x = this.#x.slice();
    this.#y = this.#y.slice();
    this.#at = this.#at.slice();
    this.#sure = this.#sure.slice();
    this.#heard = this.#heard.slice();
  }

  #isNear(x: Meters, y: Meters): boolean {
    return Math.abs(x - this.#from.x) <= FORGET_DISTANCE && Math.abs(y - this.#from.y) <= FORGET_DISTANCE;
  }

  /** The cell of a near place, as its index in the table. */
  #cellOf(x: Meters, y: Meters): number {
    return (Math.floor(y / CELL) - this.#bottom) * TABLE_SIDE + Math.floor(x / CELL) - this.#left;
  }

  /** The last hit takes the place of the removed one. */
  #remove(i: number): void {
    this.#change();
    const last = this.#x.length - 1;
    const cell = this.#cellOf(this.#x[i] as Meters, this.#y[i] as Meters);
    if (TABLE[cell] === i + 1) TABLE[cell] = 0;
    const [x, y] = [this.#x.pop() as Meters, this.#y.pop() as Meters];
    const [at, sure] = [this.#at.pop() as Seconds, this.#sure.pop() as Sure];
    const heard = this.#heard.pop() as Radians | null;
    if (i === last) return;
    this.#x[i] = x;
    this.#y[i] = y;
    this.#at[i] = at;
    this.#sure[i] = sure;
    this.#heard[i] = heard;
    TABLE[this.#cellOf(x, y)] = i + 1;
  }

  /**
   * Removes those hits within a reach of a place that are gone. A weak one may have been heard from anywhere. (For each
   * reading: no calls for hits out of reach.)
   *
   * @param looks 2: a sure hit is doubted at the first look, and gone at the second
   */
  free(
    { x, y }: Vec2,
    reach: Meters,
    isGone: (x: Meters, y: Meters, heard: Radians | null) => boolean,
    looks: 1 | 2 = 1,
  ): void {
    const near = reach * reach;
    for (let i = this.#x.length - 1; i >= 0; i--) {
      const px = this.#x[i] as Meters;
      const py = this.#y[i] as Meters;
      const dx = px - x;
      const dy = py - y;
      const sure = this.#sure[i] as Sure;
      if (dx * dx + dy * dy > near || !isGone(px, py, sure > 0 ? (this.#heard[i] as Radians | null) : null))
        continue;
      if (looks === 2 && sure === 1) this.#doubt(i);
      else this.#remove(i);
    }
  }

  /** Whether there was a hit within a reach of a place before a time. */
  isKnown({ x, y }: Vec2, reach: Meters, before: Seconds): boolean {
    const isNear = (px: Meters, i: number) => norm(px - x, (this.#y[i] as Meters) - y) <= reach;
    return this.#x.some((px, i) => (this.#at[i] as Seconds) < before && isNear(px, i));
  }

  /** Hits are no longer sure within a reach of a place, where something may have gone. */
  doubt({ x, y }: Vec2, reach: Meters, mayBeGone: (x: Meters, y: Meters, at: Seconds) => boolean): void {
    for (let i = 0; i < this.#x.length; i++) {
      const px = this.#x[i] as Meters;
      const py = this.#y[i] as Meters;
      if (
        (this.#sure[i] as Sure) <= 0 ||
        norm(px - x, py - y) > reach ||
        !mayBeGone(px, py, this.#at[i] as Seconds)
      )
        continue;
      this.#doubt(i);
    }
  }

  #doubt(i: number): void {
    this.#change();
    this.#sure[i] = -1;
  }

  /** Those of some places that are in cells with a hit. */
  among(places: readonly Vec2[]): readonly Vec2[] {
    return places.filter(({ x, y }) => this.#isNear(x, y) && TABLE[this.#cellOf(x, y)] !== 0);
  }

  /**
   * Marks near places: their cells have these points from now on. A weak hit does not make a sure one weak.
   *
   * @param by the sonar that heard them
   */
  mark(places: readonly Vec2[], at: Seconds, sure: Sure, by?: Vec2): void {
    if (places.length === 0) return;
    this.#change();
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
      if (sure > 0 || known < 0) this.#sure[i] = sure;
      this.#heard[i] = by ? roundedAngle(Math.atan2(y - by.y, x - by.x), PER_RADIAN) : null;
      TABLE[cell] = i + 1;
    }
  }

  /** Empties the table for the next draft. */
  close(): void {
    for (let i = 0; i < this.#x.length; i++)
      TABLE[this.#cellOf(this.#x[i] as Meters, this.#y[i] as Meters)] = 0;
  }

  /** The map after all changes; the one before if there were none. */
  get done(): Hits {
    if (this.#x.length > MOST_HITS) return this.#newest();
    return this.#isChanged ? this.current : this.#before;
  }

  #newest(): Hits {
    const [x, y, at] = [this.#x, this.#y, this.#at];
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
    return {
      x: column(x),
      y: column(y),
      at: column(at),
      sure: column(this.#sure),
      heard: column(this.#heard),
    };
  }
}

/** The map after news of the robot's pose: each hit moves and turns by the share of the news that its time has. */
export function shifted(hits: Hits, news: PoseNews): Hits {
  const { at, sure } = hits;
  const moved = at.map((_, i) => movedBy(news, hits.x[i] as Meters, hits.y[i] as Meters, at[i] as Seconds));
  return {
    x: moved.map(({ x }) => rounded(x)),
    y: moved.map(({ y }) => rounded(y)),
    at,
    sure,
    heard: hits.heard.map((from, i) =>
      from === null
        ? null
        : roundedAngle(from + shareOf(news, at[i] as Seconds) * news.turn, PER_TURNED_RADIAN),
    ),
  };
}
