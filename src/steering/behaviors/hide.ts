/** Hide: keep something solid between the robot and a seer. */
import { z } from 'zod';
import { add, distance, scale, sub, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters, Seconds } from '../../math/units.js';
import type { Mark, Obstacle } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import {
  closedWalls,
  type DetourSide,
  detour,
  isEnclosed,
  middleOf,
  placeBehind,
} from '../avoidance/hidingPlaces.js';
import { gapTo } from '../avoidance/obstacles.js';
import type { Behavior, Percept } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { constantVelocity, meet } from '../meet.js';
import { type PredictedTarget, predictTarget, targetParameter } from '../target.js';
import { evade } from './evade.js';

const hideParameters = z.strictObject({
  from: targetParameter,
  margin: quantity('m', { min: 0 })
    .default(0.15)
    .describe('The room between the robot and the obstacle that it hides behind.'),
  reluctance: quantity('m', { min: 0 })
    .default(0.2)
    .describe('It changes its hiding place only for one that is nearer by this.'),
  panicDistance: quantity('m', { above: 0 })
    .optional()
    .describe('It does nothing while the other is farther away; unless given, it hides at any distance.'),
});

export type HideInput = Written<typeof hideParameters>;

interface HideMemory {
  /** The middle of the obstacle that it hides behind; null without one. */
  readonly behind: Vec2 | null;
  /** The way that it takes round it. */
  readonly round: DetourSide;
}

const IN_THE_OPEN: HideMemory = { behind: null, round: 0 };

interface HidingPlace {
  readonly obstacle: Obstacle;
  readonly at: Vec2;
}

/**
 * Hides from another robot or mover behind the nearest obstacle.
 *
 * Arrives at the nearest place behind an obstacle, c + unit(c − p_t)·(r + margin + own radius), and moves with it as
 * the seer goes round (meet).
 *
 * It leaves out places without room, places on the other side of closed walls (in a box, outside the arena), moving
 * obstacles, and the obstacle that the seer stands on. It keeps its place until another is nearer by `reluctance`.
 * Without a place it evades. Silent if the seer was never seen. It plans no way round other obstacles: put
 * avoidObstacles before it. Source: Buckland 2005.
 *
 * @example
 * ```ts
 * import { arrive, hide, scenario, simulate } from 'steerbot';
 * const world = { circles: [{ at: [1, 0], radius: 0.2 }] };
 * const robots = [
 *   { robot: 'scout', at: { x: 1, y: 0.6 }, mission: hide({ from: { robot: 'b' } }) },
 *   { id: 'b', robot: 'scout', at: { x: -1, y: 0 }, mission: arrive({ target: [-1, 0] }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '20 s', sensing: 'truth', robots, world }));
 * console.log((a?.finalPose.x ?? 0) > 1.2); // false
 * ```
 */
export function hide(input: HideInput): Behavior<HideMemory> {
  const parameters = checkedInput('hide', hideParameters, input);
  const { from, margin, reluctance, panicDistance = Number.POSITIVE_INFINITY } = parameters;
  const inTheOpen = evade({ target: from });
  return {
    name: 'hide',
    input,
    start: () => IN_THE_OPEN,
    steer(percept, memory, soFar) {
      const seer = predictTarget(from, percept);
      if (!seer || distance(seer.position, percept.pose) > panicDistance) return { memory };
      const gap = margin + percept.body.radius;
      const places = hidingPlaces(percept, seer.position, gap);
      const [place, ...others] = usable(places, percept, memory.behind, reluctance);
      if (!place) return { ...inTheOpen.steer(percept, null, soFar), memory: IN_THE_OPEN };
      const { ahead, round } = wayTo(place, percept, margin, memory.round);
      const velocity = driftOf(place, seer, gap, percept.dt);
      return meet(
        percept,
        constantVelocity(ahead, velocity),
        { behind: middleOf(place.obstacle), round },
        {
          marks: construction(seer, place, others),
        },
      );
    },
  };
}

hide.entry = entryOf({
  about: 'Keep something solid between the robot and a seer.',
  parameters: hideParameters,
  marks: {
    ...shared('predicted', 'prediction'),
    'behind an obstacle': 'The target cannot see this place.',
    'hiding place': 'Here an obstacle hides the robot.',
    'line of sight': 'From the threat to the hiding place.',
  },
});

/** The places behind all standing obstacles, reachable or not. */
const hidingPlaces = ({ obstacles, mapped }: Percept, seer: Vec2, gap: Meters): HidingPlace[] =>
  obstacles.flatMap((obstacle) => {
    const at = obstacle.velocity || isPartOf(mapped, obstacle) ? undefined : placeBehind(obstacle, seer, gap);
    return at ? [{ obstacle, at }] : [];
  });

/** An obstacle this near to the former one counts as the same. */
const SAME_PLACE_DISTANCE: Meters = 0.1;

/** Whether it is only what a sensor saw of a thing of the map: behind that point one would stand beside the thing. */
const isPartOf = (map: readonly Obstacle[], seen: Obstacle): boolean =>
  !map.includes(seen) && map.some((thing) => gapTo(middleOf(seen), thing) < SAME_PLACE_DISTANCE);

/** How many other places are shown. */
const MAX_OTHERS_SHOWN = 3;

/**
 * The places that it can use, nearest first; the one used before counts as nearer by `reluctance`. Ties keep their
 * order.
 */
function usable(
  places: readonly HidingPlace[],
  { pose, obstacles, body }: Percept,
  before: Vec2 | null,
  reluctance: Meters,
): readonly HidingPlace[] {
  const way = ({ at, obstacle }: HidingPlace): Meters =>
    distance(at, pose) -
    (before && distance(middleOf(obstacle), before) < SAME_PLACE_DISTANCE ? reluctance : 0);
  const walls = closedWalls(obstacles);
  const enclosed = isEnclosed(pose, walls);
  const sorted = places.map((place) => ({ place, way: way(place) })).sort((a, b) => a.way - b.way);
  const found: HidingPlace[] = [];
  for (const { place } of sorted) {
    const fits = isEnclosed(place.at, walls) === enclosed && hasRoom(place.at, body.radius, obstacles);
    if (fits && found.push(place) > MAX_OTHERS_SHOWN) break;
  }
  return found;
}

/** A place that just touches its own obstacle has room, too. */
const hasRoom = (at: Vec2, radius: Meters, obstacles: readonly Obstacle[]): boolean =>
  obstacles.every((obstacle) => gapTo(at, obstacle) > radius - 1e-6);

/** The way round the obstacle that it hides behind. */
const wayTo = ({ at, obstacle }: HidingPlace, { pose, body }: Percept, margin: Meters, before: DetourSide) =>
  detour(pose, at, obstacle, {
    clearance: body.radius + margin / 2,
    room: body.radius + margin,
    before,
  });

/** How the place moves as the other goes round. */
function driftOf({ obstacle, at }: HidingPlace, seer: PredictedTarget, gap: Meters, dt: Seconds): Vec2 {
  const next = placeBehind(obstacle, add(seer.position, scale(seer.velocity, dt)), gap);
  return next ? scale(sub(next, at), 1 / dt) : ZERO;
}

const construction = (seer: PredictedTarget, chosen: HidingPlace, others: readonly HidingPlace[]): Mark[] => [
  { kind: 'segment', from: seer.position, to: chosen.at, label: 'line of sight' },
  ...others.map(({ at }): Mark => ({ kind: 'point', at, label: 'behind an obstacle' })),
  { kind: 'point', at: chosen.at, label: 'hiding place' },
];
