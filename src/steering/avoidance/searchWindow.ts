/**
 * The window in which a way is looked for: a square of cells with the robot in the middle and the goal along its first
 * axis.
 *
 * So turning the world turns what is found, and nothing depends on where the world's axes lie.
 */
import { distance, unit, type Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';

/** Cells along a side; odd, so that the robot stands in the middle of a cell. */
export const SIDE = 77;
export const CELLS = SIDE * SIDE;
const HALF = SIDE / 2;

export class SearchWindow {
  readonly cell: Meters;
  /** The goal in the window: (its distance, 0). */
  readonly goal: Vec2;
  readonly #origin: Vec2;
  readonly #axis: Vec2;

  constructor(from: Vec2, goal: Vec2, cell: Meters) {
    this.cell = cell;
    this.goal = { x: distance(from, goal), y: 0 };
    this.#origin = from;
    const ahead = unit({ x: goal.x - from.x, y: goal.y - from.y });
    this.#axis = this.goal.x > 0 ? ahead : { x: 1, y: 0 };
  }

  /** A place of the world in the window. */
  inside({ x, y }: Vec2): Vec2 {
    const dx = x - this.#origin.x;
    const dy = y - this.#origin.y;
    const { x: c, y: s } = this.#axis;
    return { x: c * dx + s * dy, y: c * dy - s * dx };
  }

  /** A direction of the window in the world. */
  outside({ x, y }: Vec2): Vec2 {
    const { x: c, y: s } = this.#axis;
    return { x: c * x - s * y, y: s * x + c * y };
  }

  /** The cell of a place in the window; undefined on the border and outside. */
  cellAt({ x, y }: Vec2): number | undefined {
    const i = Math.floor(x / this.cell + HALF);
    const j = Math.floor(y / this.cell + HALF);
    return i > 0 && j > 0 && i < SIDE - 1 && j < SIDE - 1 ? j * SIDE + i : undefined;
  }

  /** The middle of a column or row. */
  middle(index: number): Meters {
    return (index + 0.5 - HALF) * this.cell;
  }

  /** The first and the last column or row whose middle may be within a distance of a coordinate. */
  span(low: Meters, high: Meters, within: Meters): readonly [number, number] {
    const first = Math.floor((low - within) / this.cell + HALF);
    const last = Math.floor((high + within) / this.cell + HALF);
    return [Math.max(0, first), Math.min(SIDE - 1, last)];
  }

  /** The middle of a cell in the world. */
  placeOf(k: number): Vec2 {
    const { x, y } = this.outside({ x: this.middle(k % SIDE), y: this.middle(Math.floor(k / SIDE)) });
    return { x: this.#origin.x + x, y: this.#origin.y + y };
  }

  /** From the middle of a cell to a place in the window. */
  wayFrom(k: number, to: Vec2): Meters {
    return distance({ x: this.middle(k % SIDE), y: this.middle(Math.floor(k / SIDE)) }, to);
  }

  /** The middle that is next below and left of a place, and the shares of the way to the next ones. */
  between({ x, y }: Vec2): { readonly k: number; readonly u: number; readonly w: number } {
    const fx = x / this.cell + HALF - 0.5;
    const fy = y / this.cell + HALF - 0.5;
    const i = Math.min(SIDE - 3, Math.max(1, Math.floor(fx)));
    const j = Math.min(SIDE - 3, Math.max(1, Math.floor(fy)));
    const share = (value: number) => Math.min(1, Math.max(0, value));
    return { k: j * SIDE + i, u: share(fx - i), w: share(fy - j) };
  }
}

/** The cells along the border. */
export const BORDER: readonly number[] = Array.from({ length: SIDE }, (_, i) => [
  i,
  (SIDE - 1) * SIDE + i,
  i * SIDE,
  i * SIDE + SIDE - 1,
]).flat();
