/** How a path was driven: how much of it is done, how far off the body was, and what it left out. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import { Path } from '../../src/steering/paths/path.js';
import { DrivenLine } from './drivenLine.js';
import { PathWindow } from './pathWindow.js';
import type { CrossTrack } from './result.js';

/** The body is looked for this far ahead of what is done: another branch does not count as this one. */
const WINDOW: Meters = 0.2;

export class Course {
  readonly path: Path;
  readonly #window: Meters;
  readonly #done: PathWindow;
  /** Grows as long as it drives. */
  #driven: DrivenLine | undefined;
  #start: Vec2 | undefined;
  #moved = false;
  #squares = 0;
  #count = 0;
  #max: Meters = 0;

  constructor(points: readonly Vec2[], keepsLine = true) {
    if (keepsLine) this.#driven = new DrivenLine();
    this.path = new Path(points);
    // A small lap must not be done by standing at its start, which is its end as well.
    this.#window = Math.min(WINDOW, this.path.length / 4);
    this.#done = new PathWindow(this.path, this.#window);
  }

  /** Arc length that is done; never goes back. */
  get progress(): Meters {
    return this.#done.progress;
  }

  /** The body's place in one physics step. */
  observe({ x, y }: Vec2): void {
    this.#start ??= { x, y };
    this.#done.follow(x, y);
    this.#driven?.add(x, y, this.#done.progress);
    // Before the first motion the body only waits: that is neither on nor off the path.
    this.#moved ||= x !== this.#start.x || y !== this.#start.y;
    if (!this.#moved) return;
    const away = this.#done.distance;
    this.#squares += away * away;
    this.#count += 1;
    this.#max = Math.max(this.#max, away);
  }

  /** Nobody asks for the figures any more. */
  dropLine(): void {
    this.#driven = undefined;
  }

  /** The figures so far; null before the first motion, and without the line. */
  get crossTrack(): CrossTrack | null {
    if (this.#count === 0 || !this.#driven) return null;
    const missed = this.#driven.missed(this.path, this.#window);
    return { rms: Math.sqrt(this.#squares / this.#count), max: this.#max, missed };
  }
}
