/** How far any robot's middle has been outside of a rectangle. */
import type { Vec2 } from '../../../src/math/geometry.js';
import type { Meters } from '../../../src/math/units.js';
import { atMostRow, type CriterionResult } from '../criterionResult.js';
import type { Observer, Scene } from './observer.js';

export class InsideObserver implements Observer {
  readonly #scene: Scene;
  readonly #low: Vec2;
  readonly #high: Vec2;
  #farthest: Meters = 0;

  constructor([a, b]: readonly [Vec2, Vec2], scene: Scene) {
    this.#scene = scene;
    this.#low = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
    this.#high = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) };
  }

  observe(): void {
    for (const robot of this.#scene.robots) {
      const { x, y } = this.#scene.poseOf(robot);
      const dx = Math.max(0, this.#low.x - x, x - this.#high.x);
      const dy = Math.max(0, this.#low.y - y, y - this.#high.y);
      if (dx > 0 || dy > 0) this.#farthest = Math.max(this.#farthest, Math.hypot(dx, dy));
    }
  }

  rows(): CriterionResult[] {
    return [atMostRow('inside', 0, this.#farthest)];
  }
}
