/**
 * A rolling map of what range sensors hit: at most one point a cell of 5 cm, within 8 m of the robot, for a minute.
 *
 * The points are stored, not the cells, so that a clearance is exact; there is no grid in the state. Plain JSON.
 */
import type { Vec2 } from '../math/geometry.js';
import type { Meters, Seconds } from '../math/units.js';
import type { Hits } from '../signals/hits.js';

/** Side of a cell. */
export const CELL: Meters = 0.05;
/** Farther hits are forgotten. */
const FORGET_DISTANCE: Meters = 8;
/** A hit that nothing looks at is assumed to be there this long. */
const FORGET_TIME: Seconds = 60;
/** The map holds at most so many hits: the oldest go first. */
const MOST_HITS = 1500;
/** Places are rounded to 0.1 mm: a state that is written down stays short. */
const PER_METER = 1e4;

const rounded = (value: Meters): Meters => Math.round(value * PER_METER) / PER_METER;

/** The cell of a place, as one number. */
const cellOf = (x: Meters, y: Meters): number => Math.floor(x / CELL) * 0x100000 + Math.floor(y / CELL);

/** With more marks than this at a time it pays to sort the cells into a table first. */
const MANY = 40;

/** A map that is being changed. */
export class HitDraft {
  readonly #x: Meters[] = [];
  readonly #y: Meters[] = [];
  readonly #at: Seconds[] = [];
  readonly #sure: (0 | 1)[] = [];

  /** Begins with those hits that are neither too old, nor too far from a place, nor gone. */
  constructor(before: Hits, from: Vec2, now: Seconds, isGone: (x: Meters, y: Meters) => boolean) {
    for (let i = 0; i < before.x.length; i++) {
      const [x, y, at] = [before.x[i] as Meters, before.y[i] as Meters, before.at[i] as Seconds];
      if (now - at > FORGET_TIME || Math.abs(x - from.x) > FORGET_DISTANCE) continue;
      if (Math.abs(y - from.y) > FORGET_DISTANCE || isGone(x, y)) continue;
      this.#push(x, y, at, before.sure[i] as 0 | 1);
    }
  }

  #push(x: Meters, y: Meters, at: Seconds, sure: 0 | 1): void {
    this.#x.push(x);
    this.#y.push(y);
    this.#at.push(at);
    this.#sure.push(sure);
  }

  /** Which of some places are in cells with a hit. */
  among(places: readonly Vec2[]): readonly Vec2[] {
    const cells = this.#cells();
    return places.filter(({ x, y }) => cells.includes(cellOf(x, y)));
  }

  #cells(): number[] {
    return this.#x.map((x, i) => cellOf(x, this.#y[i] as Meters));
  }

  /** Marks places: their cells have these points from now on. A weak hit does not make a sure one weak. */
  mark(places: readonly Vec2[], at: Seconds, sure: 0 | 1): void {
    const cells = this.#cells();
    const table = places.length > MANY ? new Map(cells.map((cell, i) => [cell, i])) : undefined;
    for (const place of places) {
      const [x, y] = [rounded(place.x), rounded(place.y)];
      const cell = cellOf(x, y);
      const i = table ? (table.get(cell) ?? -1) : cells.indexOf(cell);
      if (i >= 0) {
        this.#x[i] = x;
        this.#y[i] = y;
        this.#at[i] = at;
        if (sure) this.#sure[i] = 1;
      } else {
        table?.set(cell, cells.length);
        cells.push(cell);
        this.#push(x, y, at, sure);
      }
    }
  }

  get hits(): Hits {
    const [x, y, at, sure] = [this.#x, this.#y, this.#at, this.#sure];
    if (x.length <= MOST_HITS) return { x, y, at, sure };
    const oldest = [...at].sort((a, b) => b - a)[MOST_HITS] as Seconds;
    const keep = <T>(column: readonly T[]): T[] => column.filter((_, i) => (at[i] as Seconds) > oldest);
    return { x: keep(x), y: keep(y), at: keep(at), sure: keep(sure) };
  }
}
