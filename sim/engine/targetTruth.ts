/** The true places of the targets that missions and criteria name. */
import { type Pose, type Vec2, vec, ZERO } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { Target } from '../../src/signals/signals.js';
import type { TargetSpec } from '../../src/steering/mission.js';
import type { MoverSpec } from '../scenario/scenario.js';
import { moverAt } from '../world/mover.js';

/** The pointer's id as a target, and the id of the mover that moves it until an operator does. */
export const POINTER = 'pointer';

/** The targets of a world: movers and robots. */
interface TargetWorld {
  readonly spec: { readonly movers: readonly MoverSpec[] };
  poseOf(robot: string): Pose;
}

export class TargetTruth {
  /** Where an operator holds the pointer; the mover no longer moves it. */
  held: Vec2 | undefined;
  readonly #world: TargetWorld;

  constructor(world: TargetWorld) {
    this.#world = world;
  }

  /** Undefined for an unknown mover; a pointer that is not moved stays at its given place. */
  positionOf(target: TargetSpec, at: Seconds): Vec2 | undefined {
    if ('mover' in target) return this.#moverPosition(target.mover, at);
    if ('robot' in target) return this.#world.poseOf(target.robot);
    if (!('pointer' in target)) return vec(target[0], target[1]);
    return this.pointerAt(at) ?? vec(target.pointer[0], target.pointer[1]);
  }

  /** Where the pointer is: held by an operator, or moved by its mover. */
  pointerAt(at: Seconds): Vec2 | undefined {
    return this.held ?? this.#moverPosition(POINTER, at);
  }

  /** All moving targets, as every robot hears of them. An operator's pointer has no velocity. */
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
