/** The part of the plane that a scene takes up. */
import type { Vec2 } from '../../../../math/geometry.js';
import type { Meters } from '../../../../math/units.js';
import type { FrameView, SceneView, ThingView } from '../../../../signals/view.js';
import { goalsOf, pathsOf } from '../goals.js';
import { locateRobots, poseOfThing, positionOfGoal } from './bodies.js';

export interface Extent {
  readonly low: Vec2;
  readonly high: Vec2;
}

/** No smaller part is shown [m]. */
const MIN_EXTENT: Meters = 1.2;

/** Grows round discs. */
class Bounds {
  #low = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  #high = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY };

  add({ x, y }: Vec2, radius: Meters = 0): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    this.#low = { x: Math.min(this.#low.x, x - radius), y: Math.min(this.#low.y, y - radius) };
    this.#high = { x: Math.max(this.#high.x, x + radius), y: Math.max(this.#high.y, y + radius) };
  }

  extent(): Extent {
    const empty = this.#low.x > this.#high.x;
    const low = empty ? { x: 0, y: 0 } : this.#low;
    const high = empty ? { x: 0, y: 0 } : this.#high;
    const x = Math.max(0, MIN_EXTENT - (high.x - low.x)) / 2;
    const y = Math.max(0, MIN_EXTENT - (high.y - low.y)) / 2;
    return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
  }
}

function addThing(bounds: Bounds, thing: ThingView, frame: FrameView | null): void {
  if (thing.kind === 'wall') for (const point of thing.points) bounds.add(point);
  else {
    const radius = thing.kind === 'box' ? Math.hypot(...thing.size) / 2 : thing.radius;
    bounds.add(poseOfThing(thing, frame), radius);
  }
}

/** All that is solid, driven at, followed, or drives. */
export function extentOf(scene: SceneView, frame: FrameView | null): Extent {
  const bounds = new Bounds();
  for (const thing of scene.things) addThing(bounds, thing, frame);
  for (const { mission } of scene.robots) {
    for (const { points, radius } of pathsOf(mission)) for (const at of points) bounds.add(at, radius);
    for (const goal of frame ? goalsOf(mission) : []) {
      if (goal.kind === 'point') bounds.add(goal.at, 0.1);
      else if (frame) bounds.add(positionOfGoal(goal, scene, frame) ?? { x: Number.NaN, y: Number.NaN }, 0.1);
    }
  }
  for (const { pose, view } of frame ? locateRobots(scene, frame) : []) bounds.add(pose, 2 * view.radius);
  return bounds.extent();
}

/** Wider by a share of itself on every side. */
export function widened({ low, high }: Extent, share: number): Extent {
  const x = (high.x - low.x) * share;
  const y = (high.y - low.y) * share;
  return { low: { x: low.x - x, y: low.y - y }, high: { x: high.x + x, y: high.y + y } };
}
