/** Which behavior has which colour: the same while it speaks in a scene, whoever speaks before or after it. */
import type { SceneView } from '../../../view.js';
import type { BodyNow } from './bodies.js';
import { leavesOf } from './goals.js';

export class BehaviorColors {
  readonly #slots = new Map<string, number>();
  #spoken = new Set<string>();
  #scene: SceneView | undefined;
  #missions = '';

  /** The colour's number of a behavior; behaviors get theirs in the order in which they come. */
  slot(behavior: string): number {
    const known = this.#slots.get(behavior);
    if (known !== undefined) return known;
    const next = this.#slots.size;
    this.#slots.set(behavior, next);
    return next;
  }

  /** Who has spoken in these missions so far, in the order of their colours. */
  get spoken(): readonly string[] {
    return [...this.#slots.keys()].filter((name) => this.#spoken.has(name));
  }

  see(scene: SceneView, bodies: readonly BodyNow[]): void {
    if (scene !== this.#scene) this.#begin(scene);
    for (const { tick, view } of bodies) {
      if (view.ghost) continue;
      for (const { behavior } of tick?.voices ?? []) {
        if (this.#spoken.has(behavior)) continue;
        this.slot(behavior);
        this.#spoken.add(behavior);
      }
    }
  }

  #begin(scene: SceneView): void {
    if (scene.name !== this.#scene?.name) this.#slots.clear();
    this.#scene = scene;
    const names = scene.robots.flatMap(({ mission }) => leavesOf(mission).map(({ behavior }) => behavior));
    const missions = names.join('\n');
    if (missions === this.#missions) return;
    this.#missions = missions;
    this.#spoken = new Set();
  }
}
