/** Where the targets that missions and criteria name truly are. */
import { type Pose, type Vec2, vec, ZERO } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { Target } from '../../src/signals/signals.js';
import type { TargetSpec } from '../../src/steering/mission.js';
import type { MoverSpec } from '../scenario/scenario.js';
import { moverAt } from '../world/mover.js';

/** The target that a pointer is, and the mover that plays one until somebody holds it. */
export const POINTER = 'pointer';

/** Where targets are: movers as they go now, and robots. */
interface TargetWorld {
  readonly spec: { readonly movers: readonly MoverSpec[] };
  poseOf(robot: string): Pose;
}

export class TargetTruth {
  /** Where a person holds the pointer; nothing plays it any more. */
  held: Vec2 | undefined;
  readonly #world: TargetWorld;

  constructor(world: TargetWorld) {
    this.#world = world;
  }

  /** Undefined for a mover that nobody knows; a pointer that nobody moves stays where it is put. */
  positionOf(target: TargetSpec, at: Seconds): Vec2 | undefined {
    if ('mover' in target) return this.#moverPosition(target.mover, at);
    if ('robot' in target) return this.#world.poseOf(target.robot);
    if (!('pointer' in target)) return vec(target[0], target[1]);
    return this.pointerAt(at) ?? vec(target.pointer[0], target.pointer[1]);
  }

  /** The pointer, as somebody holds or plays it. */
  pointerAt(at: Seconds): Vec2 | undefined {
    return this.held ?? this.#moverPosition(POINTER, at);
  }

  /** What moves and may be a target, as every robot is told of it. A hand on the pointer stands still in between. */
  targets(at: Seconds): Target[] {
    const { held } = this;
    const { movers: all } = this.#world.spec;
    const movers = held ? all.filter(({ id }) => id !== POINTER) : all;
    const targets = movers.map((mover): Target => ({ id: mover.id, at, ...moverAt(mover, at) }));
    return held ? [...targets, { id: POINTER, at, position: held, velocity: ZERO }] : targets;
  }

  #moverPosition(id: string, at: Seconds): Vec2 | undefined {
    const mover = this.#world.spec.movers.find((one) => one.id === id);
    return mover && moverAt(mover, at).position;
  }
}
