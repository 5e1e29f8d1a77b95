/** The trails of all robots of a scene; they end where another run begins. */
import type { Seconds } from '../../../../math/units.js';
import type { FrameView, SceneView, View } from '../../../../signals/view.js';
import { locateRobots } from './bodies.js';
import { Trail } from './trail.js';

/** Of all robots together, as many as are drawn in no time. */
const TOTAL_POINTS = 9000;
const MAX_POINTS = 3000;
const MIN_POINTS = 200;
const MIN_STEP = 0.01;

/** Another run: another scene, or other robots. */
const runOf = ({ name, robots }: SceneView): string => [name, ...robots.map(({ id }) => id)].join('\n');

export class Trails {
  #scene: SceneView | undefined;
  #run = '';
  #at: Seconds = Number.NEGATIVE_INFINITY;
  #byId = new Map<string, Trail>();
  /** Grows whenever all trails were dropped. */
  generation = 0;

  of(id: string): Trail | undefined {
    return this.#byId.get(id);
  }

  update(view: View): void {
    if (view.kind === 'frame') this.#see(view);
    else {
      this.#scene = view;
      if (runOf(view) !== this.#run) this.#drop(view);
    }
  }

  #drop(scene: SceneView): void {
    this.#run = runOf(scene);
    this.#at = Number.NEGATIVE_INFINITY;
    this.generation += 1;
    const capacity = Math.max(
      MIN_POINTS,
      Math.min(MAX_POINTS, Math.floor(TOTAL_POINTS / Math.max(1, scene.robots.length))),
    );
    this.#byId = new Map(scene.robots.map(({ id }) => [id, new Trail(capacity, MIN_STEP)]));
  }

  #see(frame: FrameView): void {
    const scene = this.#scene;
    if (!scene) return;
    if (frame.at < this.#at) this.#drop(scene);
    const passed = Number.isFinite(this.#at) ? frame.at - this.#at : 0;
    this.#at = frame.at;
    for (const { view, pose } of locateRobots(scene, frame)) {
      this.#byId.get(view.id)?.add(pose, view.radius + 2 * view.limits.speed * passed);
    }
  }
}
