/** Where the targets that missions and criteria name truly are. */
import { type Pose, type Vec2, vec } from '../src/geometry.js';
import type { TargetSpec } from '../src/mission.js';
import type { Seconds } from '../src/units.js';
import { moverAt } from './mover.js';
import type { MoverSpec } from './scenario.js';

export class Whereabouts {
  readonly #movers: ReadonlyMap<string, MoverSpec>;
  readonly #poseOf: (robot: string) => Pose;

  constructor(movers: readonly MoverSpec[], poseOf: (robot: string) => Pose) {
    this.#movers = new Map(movers.map((mover) => [mover.id, mover]));
    this.#poseOf = poseOf;
  }

  /** Undefined for a mover that nobody knows; a pointer stays where it is put. */
  positionOf(target: TargetSpec, at: Seconds): Vec2 | undefined {
    if ('mover' in target) {
      const mover = this.#movers.get(target.mover);
      return mover && moverAt(mover, at).position;
    }
    if ('robot' in target) return this.#poseOf(target.robot);
    const [x, y] = 'pointer' in target ? target.pointer : target;
    return vec(x, y);
  }
}
