/** Observers of the way that robots take: how far off, past which places, over how much ground. */
import { distance, nearestOnSegment, type Pose, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { TargetSpec } from '../../src/steering/mission.js';
import type { CoverageSpec, ExcursionSpec, OrderSpec } from '../scenario/scenario.js';
import type { ObservedRun, Observer } from './observers.js';
import { atLeastRow, atMostRow, type CriterionResult } from './result.js';

/** The robots that a criterion is about: one, or all. */
const meant = (robot: string | undefined, run: ObservedRun): readonly string[] =>
  robot === undefined ? run.robots : [robot];

const named = (robot: string | undefined): { readonly of?: string } =>
  robot === undefined ? {} : { of: robot };

/** Distance of a point from the segment between two others. */
function toSegment(p: Vec2, [a, b]: readonly [Vec2, Vec2]): Meters {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}

/** Two targets; a point is a list of numbers. */
const isLine = (
  from: TargetSpec | readonly [TargetSpec, TargetSpec],
): from is readonly [TargetSpec, TargetSpec] => Array.isArray(from) && typeof from[0] === 'object';

/** The farthest that each robot has been from a point or a segment. */
export class ExcursionObserver implements Observer {
  readonly #spec: ExcursionSpec;
  readonly #run: ObservedRun;
  readonly #farthest = new Map<string, Meters>();
  readonly #starts = new Map<string, Pose>();

  constructor(spec: ExcursionSpec, run: ObservedRun) {
    this.#spec = spec;
    this.#run = run;
  }

  observe(at: Seconds): void {
    const { robot, from } = this.#spec;
    for (const id of meant(robot, this.#run)) {
      const place = this.#run.poseOf(id);
      const start = this.#starts.get(id) ?? place;
      this.#starts.set(id, start);
      const ends = from === undefined ? [start] : isLine(from) ? from : [from];
      const [a, b = a] = ends.map((end) => ('heading' in end ? end : this.#run.positionOf(end, at)));
      if (a && b) this.#farthest.set(id, Math.max(toSegment(place, [a, b]), this.#farthest.get(id) ?? 0));
    }
  }

  /** Of several robots the one that went least far has to go `atLeast`, and the one that went farthest `atMost`. */
  rows(): CriterionResult[] {
    const { atLeast, atMost, robot } = this.#spec;
    const all = [...this.#farthest.values()];
    // A distance to a target that nobody knows is none.
    const isKnown = all.length > 0 && all.length === this.#starts.size;
    const [least, most] = isKnown ? [Math.min(...all), Math.max(...all)] : [null, null];
    const rows = [
      ...(atLeast === undefined ? [] : [atLeastRow('excursion.atLeast', atLeast, least)]),
      ...(atMost === undefined ? [] : [atMostRow('excursion.atMost', atMost, most)]),
    ];
    return rows.map((row) => ({ ...row, ...named(robot) }));
  }
}

/** How many places a robot has passed in the wanted order; a later one does not count before those that precede it. */
export class VisitObserver implements Observer {
  readonly #spec: Extract<OrderSpec, { visits: unknown }>;
  readonly #run: ObservedRun;
  #passed = 0;

  constructor(spec: Extract<OrderSpec, { visits: unknown }>, run: ObservedRun) {
    this.#spec = spec;
    this.#run = run;
  }

  observe(at: Seconds): void {
    const { robot, visits, within } = this.#spec;
    const next = visits[this.#passed];
    const place = next && this.#run.positionOf(next, at);
    if (place && distance(this.#run.poseOf(robot), place) <= within) this.#passed += 1;
  }

  isOpen(): boolean {
    return this.#passed < this.#spec.visits.length;
  }

  rows(): CriterionResult[] {
    const { robot, visits } = this.#spec;
    return [{ ...atLeastRow('order', visits.length, this.#passed), of: `places of ${robot}` }];
  }
}

/** Cells along the longer side of the rectangle. */
const CELLS = 60;

/** The share of a rectangle's cells whose middle was within a robot's reach. */
export class CoverageObserver implements Observer {
  readonly #spec: CoverageSpec;
  readonly #run: ObservedRun;
  readonly #low: Vec2;
  readonly #cell: Meters;
  readonly #columns: number;
  readonly #rows: number;
  readonly #reached: Uint8Array;
  readonly #last = new Map<string, Vec2>();

  constructor(spec: CoverageSpec, run: ObservedRun) {
    const [a, b] = spec.inside;
    const [width, height] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y)];
    this.#spec = spec;
    this.#run = run;
    this.#low = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
    this.#cell = Math.max(width, height) / CELLS;
    this.#columns = Math.max(1, Math.round(width / this.#cell));
    this.#rows = Math.max(1, Math.round(height / this.#cell));
    this.#reached = new Uint8Array(this.#columns * this.#rows);
  }

  observe(): void {
    for (const id of meant(this.#spec.robot, this.#run)) {
      const place = this.#run.poseOf(id);
      const last = this.#last.get(id);
      if (last && distance(last, place) < this.#cell / 4) continue;
      this.#last.set(id, { x: place.x, y: place.y });
      this.#mark(place, this.#spec.within ?? this.#run.radiusOf(id));
    }
  }

  #mark(place: Vec2, reach: Meters): void {
    const x = (place.x - this.#low.x) / this.#cell - 0.5;
    const y = (place.y - this.#low.y) / this.#cell - 0.5;
    const r = reach / this.#cell;
    for (let j = Math.max(0, Math.ceil(y - r)); j <= Math.min(this.#rows - 1, y + r); j++)
      for (let i = Math.max(0, Math.ceil(x - r)); i <= Math.min(this.#columns - 1, x + r); i++)
        if ((i - x) ** 2 + (j - y) ** 2 <= r * r) this.#reached[j * this.#columns + i] = 1;
  }

  rows(): CriterionResult[] {
    const share = this.#reached.reduce((sum, cell) => sum + cell, 0) / this.#reached.length;
    return [{ ...atLeastRow('coverage', this.#spec.atLeast, share), ...named(this.#spec.robot) }];
  }
}
