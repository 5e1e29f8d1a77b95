/** The page's colors of behaviors: for its map, its legend and its charts. */
import { BehaviorSlots } from '../../../../scene/behaviorColors.js';
import { sceneBehaviors } from '../../../../scene/legend.js';
import type { SceneView } from '../../../../signals/view.js';

export class BehaviorColors {
  readonly #slots = new BehaviorSlots();
  #scene: SceneView | undefined;

  /** The number of a behavior's color; it depends on the name alone, as far as possible. */
  slot(behavior: string): number {
    return this.#slots.slot(behavior);
  }

  has(behavior: string): boolean {
    return this.#slots.has(behavior);
  }

  /** Gives colors to the behaviors of a scene's missions; another scene forgets the user's behaviors of the last. */
  update(scene: SceneView): void {
    if (scene === this.#scene) return;
    if (scene.name !== this.#scene?.name) this.#slots.clear();
    this.#scene = scene;
    this.#slots.add(sceneBehaviors(scene));
  }
}

/** The page's colors: for its map, its legend and its charts. */
export const behaviorColors = new BehaviorColors();
