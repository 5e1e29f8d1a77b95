/** For which share of the time somebody has no line of sight to a robot. */
import type { Seconds } from '../../../src/math/units.js';
import type { HiddenSpec } from '../../scenario/scenario.js';
import { isCovered } from '../../world/lineOfSight.js';
import { atLeastRow, type CriterionResult } from '../criterionResult.js';
import type { Observer, Scene } from './observer.js';
import { TimeMean } from './timeMean.js';
import { wordsFor } from './words.js';

/**
 * Between the middles of the two; walls, circles, posts and boxes cover, wherever a box has been pushed. Robots and
 * movers do not: whoever looks is one of them.
 */
export class HiddenObserver implements Observer {
  readonly #spec: HiddenSpec;
  readonly #scene: Scene;
  readonly #share: TimeMean;

  constructor(spec: HiddenSpec, scene: Scene) {
    this.#spec = spec;
    this.#scene = scene;
    this.#share = new TimeMean(spec.after ?? 0);
  }

  observe(at: Seconds): void {
    const looking = this.#scene.positionOf(this.#spec.from, at);
    if (!looking) return;
    const covers = this.#scene.obstacles().filter(({ velocity }) => velocity === undefined);
    this.#share.add(at, isCovered(looking, this.#scene.poseOf(this.#spec.robot), covers) ? 1 : 0);
  }

  rows(): CriterionResult[] {
    const { robot, from, share } = this.#spec;
    return [{ ...atLeastRow('hidden', share, this.#share.mean), of: `${robot} from ${wordsFor(from)}` }];
  }
}
