/**
 * The time to a goal from every place near the robot, over all that it remembers: |∇T| = 1/v.
 *
 * v(c) is the speed that the clearance c allows; what is unknown counts as free until it is seen. Solved by fast
 * marching on a window of 77 × 77 cells round the robot, from the goal outwards, until the robot is reached and a bit
 * further. A goal outside the window seeds its border with the straight way that is left, or with the times of a rougher field
 * of a wider window.
 *
 * Sources: Sethian 1996 (fast marching); Garrido et al. 2006 (its use for robots: slower near obstacles).
 */
import { distance, length, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Seconds } from '../../math/units.js';
import { type Blocking, type Clearances, clearancesIn } from './clearances.js';
import { march } from './march.js';
import { BORDER, CELLS, SearchWindow, SIDE } from './searchWindow.js';

/** How fast a body may drive beside things. */
export interface PaceBesideThings {
  /** Nearer than this the body is too near [m]: its radius and what it keeps. */
  readonly least: Meters;
  /** From here on over this distance the speed rises from the slowest to the cruising speed. */
  readonly soft: Meters;
  readonly slowest: MetersPerSecond;
  readonly cruise: MetersPerSecond;
}

/** Speed where a body does not fit: a way through is the last resort of the search, and its guard stops the body. */
const BLOCKED_SHARE = 1 / 150;
/** Share of the speed where something weak is too near. */
export const WEAK_SHARE = 0.4;
/** Blended directions shorter than this point apart. */
const PARTING = 0.5;
/** The march goes on for so long behind the robot, so that the field round it is complete. */
const BEYOND: Seconds = 0.3;

/** v(c) = slowest + (cruise − slowest)·clamp((c − least)/soft, 0, 1). */
export function paceAt(
  clearance: Meters,
  { least, soft, slowest, cruise }: PaceBesideThings,
): MetersPerSecond {
  const share = (clearance - least) / soft;
  return slowest + (cruise - slowest) * Math.min(1, Math.max(0, share));
}

/** The clearance from which on a speed is allowed; that of the cruising speed at most. */
export function clearanceFor(
  speed: MetersPerSecond,
  { least, soft, slowest, cruise }: PaceBesideThings,
): Meters {
  return least + soft * Math.min(1, Math.max(0, (speed - slowest) / (cruise - slowest)));
}

/** Search from a goal to a robot. */
export interface Quest {
  readonly from: Vec2;
  readonly goal: Vec2;
  readonly around: Blocking;
  readonly pace: PaceBesideThings;
  /** Side of a cell [m]. */
  readonly cell: Meters;
  /** The march goes on through all of the window. Default: until it has reached the robot. */
  readonly whole?: boolean;
}

export class TimeField {
  readonly #window: SearchWindow;
  readonly #clearances: Clearances;
  /** least². */
  readonly #tooNear: number;
  /** Time to the goal. */
  readonly #time: Float64Array;
  readonly #rough: TimeField | undefined;

  /** @param rough a field of a wider window: the times on the border of this one */
  constructor({ from, goal, around, pace, cell, whole = false }: Quest, rough?: TimeField) {
    const window = new SearchWindow(from, goal, cell);
    this.#window = window;
    this.#rough = rough;
    this.#tooNear = pace.least ** 2;
    const farthest = { sure: pace.least + pace.soft, weak: pace.least };
    this.#clearances = clearancesIn(window, around, farthest);
    const inGoal = window.cellAt(window.goal);
    const border = inGoal === undefined || rough ? BORDER : [];
    const seeds = (inGoal === undefined ? border : [inGoal, ...border]).map((k) => ({
      k,
      time:
        rough && k !== inGoal
          ? rough.timeAt(window.placeOf(k))
          : window.wayFrom(k, window.goal) / pace.cruise,
    }));
    this.#time = march({
      seeds,
      stepIn: (k) => cell / this.#speedIn(k, pace),
      width: cell / pace.cruise / 2,
      target: (CELLS - 1) / 2,
      beyond: whole ? Number.POSITIVE_INFINITY : BEYOND,
    });
  }

  #speedIn(k: number, pace: PaceBesideThings): MetersPerSecond {
    const isWeak = (this.#clearances.weak[k] as number) < this.#tooNear;
    // Of most cells: no root.
    if ((this.#clearances.sure[k] as number) >= (pace.least + pace.soft) ** 2)
      return pace.cruise * (isWeak ? WEAK_SHARE : 1);
    const clearance = Math.sqrt(this.#clearances.sure[k] as number);
    // Slower still the deeper, so that a body which is too near gets out on the short way.
    if (clearance <= pace.least)
      return BLOCKED_SHARE * pace.cruise * (0.5 + 0.5 * Math.max(0, clearance / pace.least));
    return paceAt(clearance, pace) * (isWeak ? WEAK_SHARE : 1);
  }

  /**
   * The first place on the way from a place to the goal in which the body does not fit: no other way is free. Undefined where
   * all of it is free, as far as this window and that of the rougher field show.
   */
  closedFrom(from: Vec2): Vec2 | undefined {
    const { cell, goal } = this.#window;
    let place = from;
    const least = Math.sqrt(this.#tooNear);
    // It may stand in such a place already, and leaves it by wider ones.
    let enough = this.clearanceAt(from) - cell / 2;
    for (let i = 0; i < 2 * CELLS; i++) {
      const clearance = this.clearanceAt(place);
      if (clearance < enough) return place;
      if (clearance >= least) enough = least;
      const inside = this.#window.inside(place);
      if (this.#window.cellAt(inside) === undefined) return this.#rough?.closedFrom(place);
      const down = this.downhill(place);
      if (distance(inside, goal) < cell || length(down) === 0) return undefined;
      place = { x: place.x + (cell / 2) * down.x, y: place.y + (cell / 2) * down.y };
    }
    return undefined;
  }

  /** Time to the goal from a place, interpolated between the middles of cells. */
  timeAt(place: Vec2): Seconds {
    const { k, u, w } = this.#window.between(this.#window.inside(place));
    const at = (i: number): Seconds => this.#time[i] as Seconds;
    const low = at(k) * (1 - u) + at(k + 1) * u;
    const high = at(k + SIDE) * (1 - u) + at(k + SIDE + 1) * u;
    return low * (1 - w) + high * w;
  }

  /** Clearance at a place, interpolated between the middles of cells. */
  clearanceAt(place: Vec2): Meters {
    const { k, u, w } = this.#window.between(this.#window.inside(place));
    const c = this.#clearances.sure;
    const at = (i: number): Meters => Math.sqrt(c[i] as number);
    const low = at(k) * (1 - u) + at(k + 1) * u;
    const high = at(k + SIDE) * (1 - u) + at(k + SIDE + 1) * u;
    return low * (1 - w) + high * w;
  }

  /** Whether something weak is too near to the cell of a place. */
  isWeakAt(place: Vec2): boolean {
    const { k, u, w } = this.#window.between(this.#window.inside(place));
    return (this.#clearances.weak[k + (u < 0.5 ? 0 : 1) + (w < 0.5 ? 0 : SIDE)] as number) < this.#tooNear;
  }

  /**
   * −∇T/|∇T|, the way to the goal: upwind differences at the four middles round a place, blended; zero at the goal.
   *
   * Where the ways part, as before the middle of a wall, the blend would cancel out: there the nearest middle decides.
   */
  downhill(place: Vec2): Vec2 {
    const { k, u, w } = this.#window.between(this.#window.inside(place));
    const corners = [k, k + 1, k + SIDE, k + SIDE + 1];
    const shares = [(1 - u) * (1 - w), u * (1 - w), (1 - u) * w, u * w];
    const sum = { x: 0, y: 0 };
    for (const [i, at] of corners.entries()) {
      const down = this.#downhillIn(at);
      sum.x += (shares[i] as number) * down.x;
      sum.y += (shares[i] as number) * down.y;
    }
    if (length(sum) >= PARTING) return this.#window.outside(unit(sum));
    return this.#window.outside(this.#downhillIn(k + (u < 0.5 ? 0 : 1) + (w < 0.5 ? 0 : SIDE)));
  }

  /** In the middle of a cell, as a unit vector; zero where the march did not come, and in the goal's cell. */
  #downhillIn(k: number): Vec2 {
    if (this.#time[k] === Number.POSITIVE_INFINITY) return ZERO;
    return unit({ x: this.#fall(k, 1), y: this.#fall(k, SIDE) });
  }

  /** How much T falls towards the lower neighbor along one axis; negative towards the lower index. */
  #fall(k: number, stride: number): Seconds {
    const time = this.#time;
    const [here = 0, before = 0, after = 0] = [time[k], time[k - stride], time[k + stride]];
    if (Math.min(before, after) >= here) return 0;
    return before < after ? before - here : here - after;
  }
}
