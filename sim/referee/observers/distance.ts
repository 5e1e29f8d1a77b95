/** How far a robot's middle stays from something, and when it first comes near. */
import { distance } from '../../../src/math/geometry.js';
import type { Meters, Seconds } from '../../../src/math/units.js';
import { SAME } from '../../engine/instants.js';
import type { DistanceSpec } from '../../scenario/scenario.js';
import { atLeastRow, atMostRow, type CriterionResult, microseconds } from '../criterionResult.js';
import type { Observer, Scene } from './observer.js';
import { wordsFor } from './words.js';

export class DistanceObserver implements Observer {
  readonly #spec: DistanceSpec;
  readonly #scene: Scene;
  #smallest: Meters | null = null;
  #largest: Meters | null = null;
  #reachedAt: Seconds | null = null;

  constructor(spec: DistanceSpec, scene: Scene) {
    this.#spec = spec;
    this.#scene = scene;
  }

  observe(at: Seconds): void {
    const { from, to, after = 0, reaches } = this.#spec;
    const place = this.#scene.positionOf(to, at);
    if (!place) return;
    const away = distance(this.#scene.poseOf(from), place);
    if (reaches !== undefined && away <= reaches) this.#reachedAt ??= at;
    if (at < after - SAME) return;
    this.#smallest = Math.min(away, this.#smallest ?? away);
    this.#largest = Math.max(away, this.#largest ?? away);
  }

  rows(): CriterionResult[] {
    const { from, to, atLeast, atMost, reaches, before = null } = this.#spec;
    const of = `${from} to ${wordsFor(to)}`;
    const first = this.#reachedAt === null ? null : microseconds(this.#reachedAt);
    return [
      ...(atLeast === undefined ? [] : [{ ...atLeastRow('distance.atLeast', atLeast, this.#smallest), of }]),
      ...(atMost === undefined ? [] : [{ ...atMostRow('distance.atMost', atMost, this.#largest), of }]),
      ...(reaches === undefined ? [] : [{ ...atMostRow('distance.reaches', before, first), of }]),
    ];
  }
}
