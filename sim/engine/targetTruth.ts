/** The true places of the targets that missions and criteria name. */
import { distance, nearestOnSegment, type Pose, type Vec2, vec, ZERO } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { Target } from '../../src/signals/signals.js';
import type { TargetSpec } from '../../src/steering/mission.js';
import type { SensedPlace } from '../referee/goalTracker.js';
import type { LineSpec, MoverSpec, WorldSpec } from '../scenario/scenario.js';
import { moverAt } from '../world/mover.js';

/** The pointer's id as a target, and the id of the mover that moves it until an operator does. */
export const POINTER = 'pointer';

/** The targets of a world: movers and robots. */
interface TargetWorld {
  readonly spec: { readonly movers: readonly MoverSpec[] } & Pick<WorldSpec, 'lines' | 'lights' | 'beacons'>;
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
  positionOf(target: TargetSpec | SensedPlace, at: Seconds): Vec2 | undefined {
    if ('sensed' in target) return this.#sensedPlace(target);
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

  #sensedPlace({ sensed, from }: SensedPlace): Vec2 | undefined {
    const { lines = [], lights = [], beacons = [] } = this.#world.spec;
    if (sensed === 'followLine') return endOfLine(lines, from);
    const places = (sensed === 'seekLight' ? lights : beacons).map(({ at }) => at);
    return nearestOf(places, from);
  }

  #moverPosition(id: string, at: Seconds): Vec2 | undefined {
    const mover = this.#world.spec.movers.find((one) => one.id === id);
    return mover && moverAt(mover, at).position;
  }
}

const nearestOf = (places: readonly Vec2[], from: Vec2): Vec2 | undefined =>
  places.reduce<Vec2 | undefined>(
    (best, place) => (best && distance(best, from) <= distance(place, from) ? best : place),
    undefined,
  );

/** Of the line nearest to `from`, the end that lies farther from it; undefined for a closed line. */
function endOfLine(lines: readonly LineSpec[], from: Vec2): Vec2 | undefined {
  const gaps = lines.map(({ points }) =>
    Math.min(...points.slice(1).map((to, i) => gapTo(from, points[i] as Vec2, to))),
  );
  const { points = [], width = 0 } = lines[gaps.indexOf(Math.min(...gaps))] ?? {};
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || distance(first, last) < width) return undefined;
  return distance(first, from) > distance(last, from) ? first : last;
}

function gapTo(p: Vec2, a: Vec2, b: Vec2): number {
  const share = nearestOnSegment(p, a, b);
  return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}
