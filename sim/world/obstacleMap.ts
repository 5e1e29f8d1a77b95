/** The world's solid things as a model is told of them, where somebody outside sees them all. */
import { add, type Pose, rotate, type Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import type { Obstacle } from '../../src/signals/signals.js';
import type { WorldSpec } from '../scenario/scenario.js';
import { moverAt } from './mover.js';

export class ObstacleMap {
  readonly #spec: WorldSpec;
  readonly #fixed: readonly Obstacle[];
  readonly #movable: readonly number[];

  constructor(spec: WorldSpec) {
    this.#spec = spec;
    const walls = spec.walls.flatMap((wall) =>
      wall.slice(1).map((to, i): Obstacle => ({ from: wall[i] ?? to, to, radius: 0 })),
    );
    const circles = spec.circles.map(({ at, radius }) => round(at, radius));
    const posts = spec.posts.at.map((at) => round(at, spec.posts.radius));
    const boxes = spec.boxes
      .filter(({ movable }) => !movable)
      .flatMap((box) => sides({ ...box.at, heading: box.heading }, box.size));
    this.#fixed = [...walls, ...circles, ...posts, ...boxes];
    this.#movable = spec.boxes.flatMap(({ movable }, i) => (movable ? [i] : []));
  }

  /**
   * Everything solid at a time; the same list each time where nothing moves.
   *
   * @param boxAt where the box of that index is now
   */
  at(at: Seconds, boxAt: (index: number) => Pose): readonly Obstacle[] {
    const movers = this.#spec.movers.filter(({ solid }) => solid);
    if (movers.length === 0 && this.#movable.length === 0) return this.#fixed;
    const boxes = this.#movable.flatMap((i) => sides(boxAt(i), this.#spec.boxes[i]?.size ?? [0, 0]));
    const moving = movers.map((mover): Obstacle => {
      const { position, velocity } = moverAt(mover, at);
      return { ...round(position, mover.radius), velocity };
    });
    return [...this.#fixed, ...boxes, ...moving];
  }
}

const round = (at: Vec2, radius: Meters): Obstacle => ({ from: at, to: at, radius });

function sides(pose: Pose, [width, height]: readonly [Meters, Meters]): Obstacle[] {
  const corner = (x: number, y: number) =>
    add(pose, rotate({ x: (x * width) / 2, y: (y * height) / 2 }, pose.heading));
  const corners = [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)];
  return corners.map((from, i) => ({ from, to: corners[(i + 1) % 4] ?? from, radius: 0 }));
}
