/** Follow wall: drive along a wall at a given distance, round corners too. */

import { z } from 'zod';
import {
  add,
  angleOf,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  unit,
  type Vec2,
  wrapAngle,
} from '../../math/geometry.js';
import { REST_SPEED } from '../../math/standstill.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Mark, Obstacle } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import { freeDistance, stoppableSpeed, sweptSector, tightTurn } from '../avoidance/headway.js';
import { freeDistanceAlong, gapTo, nearestPoint } from '../avoidance/obstacles.js';
import type { Behavior, Percept } from '../behavior.js';
import { plannedDeceleration } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';

const followWallParameters = z.strictObject({
  offset: quantity('m', { above: 0 })
    .optional()
    .describe('From the wall to the middle of the robot; unless given, twice its radius.'),
  side: z
    .enum(['left', 'right', 'nearest'])
    .default('nearest')
    .describe('On which side the wall is; `nearest`: on the side on which it is found.'),
  predict: quantity('s', { above: 0 }).optional().describe('How far ahead in time it looks.'),
  within: quantity('m', { above: 0 })
    .default(1)
    .describe('Walls farther away from where it will be are not followed.'),
});

export type FollowWallInput = Written<typeof followWallParameters>;

/** Side of the wall: 1 left, −1 right, 0 not found yet. */
interface WallMemory {
  readonly side: 1 | -1 | 0;
}

/** A wall within this bearing crosses the way, and counts on either side. */
const CROSSING_ANGLE: Radians = Math.PI / 3;

/**
 * Drives along a wall at a given distance, round corners too.
 *
 * Predicts p⁺ = p + v·T and seeks w + n·offset + t·ℓ: w is the wall's nearest point, n its normal to p⁺, t the
 * direction along the wall that keeps it on the chosen side, ℓ the predicted way.
 *
 * Without t a body in a corner would seek its own place. At the end of a wall w stays, n turns with p⁺, and the body
 * drives round it; a wall that crosses the way becomes the nearest one in time and turns the body. Walls on the other
 * side are ignored. v_d is slower before a bend, and lets it stop before a wall. Silent without a wall within reach.
 * Source: Reynolds, GDC 1999 (wall following).
 *
 * @example
 * ```ts
 * import { followWall, scenario, simulate } from 'steerbot';
 * const world = { walls: [[[-1, -0.3], [4, -0.3]]] };
 * const robots = [{ robot: 'scout', mission: followWall({ offset: '0.3 m', side: 'right' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '6 s', robots, world }));
 * console.log(a?.contacts, a?.finalPose.y.toFixed(1)); // 0 0.0
 * ```
 */
export function followWall(input: FollowWallInput = {}): Behavior<WallMemory> {
  const parameters = checkedInput('followWall', followWallParameters, input);
  const wished = { left: 1, right: -1, nearest: 0 } as const;
  return {
    name: 'followWall',
    input,
    start: () => ({ side: wished[parameters.side] }),
    steer(percept, before) {
      const { body } = percept;
      const offset = parameters.offset ?? 2 * body.radius;
      // The desired velocity is held for a tick, so it is computed for the middle of the tick.
      const here = add(percept.pose, scale(percept.velocity, percept.dt / 2));
      const ahead = predict(percept, here, parameters.predict ?? body.mass / body.steeringGain + 0.15);
      const found = wallFor(percept.obstacles, ahead, before.side, parameters.within);
      if (!found) return { memory: { side: wished[parameters.side] } };
      const { point, side } = found;
      const normal = away(ahead, point, side);
      const along = side > 0 ? { x: -normal.y, y: normal.x } : { x: normal.y, y: -normal.x };
      const edge = add(point, scale(normal, offset));
      // A body that drives the wrong way needs a target farther along.
      const against = Math.max(0, -dot(along, fromPolar(1, ahead.going)));
      const target = add(edge, scale(along, ahead.reach * (1 + 2 * against)));
      const towards = sub(target, here);
      const limit = speedFor(percept, angleOf(towards), wrapAngle(angleOf(along) - ahead.going), offset);
      return desire(
        percept,
        scale(unit(towards), limit.speed),
        { side },
        {
          lookahead: Math.min(length(towards), limit.arc),
          marks: construction(ahead, point, edge, target),
        },
      );
    },
  };
}

followWall.entry = entryOf({
  about: 'Drive along a wall at a given distance, round corners too.',
  parameters: followWallParameters,
  marks: shared('predicted', 'target', 'offset'),
  needsSight: true,
});

interface Future {
  /** Where it will be. */
  readonly at: Vec2;
  /** Where it would be after the time that it needs to turn away. */
  readonly far: Vec2;
  readonly going: Radians;
  readonly reach: Meters;
}

/** The prediction stops at a wall: beyond the wall left and right would be swapped. */
function predict({ pose, velocity, body, obstacles }: Percept, here: Vec2, during: Seconds): Future {
  const speed = length(velocity);
  const going = speed > REST_SPEED ? angleOf(velocity) : pose.heading;
  const reach = Math.max(body.radius, speed * during);
  const farther = reach + (speed * speed) / plannedDeceleration(body);
  const free = obstacles.reduce(
    (least, wall) => Math.min(least, freeDistanceAlong(here, going, wall, 1e-3)),
    farther,
  );
  const on = (way: Meters) => add(here, fromPolar(Math.min(way, free), going));
  return { at: on(reach), far: on(farther), going, reach };
}

interface Wall {
  readonly point: Vec2;
  readonly side: 1 | -1;
}

/** The nearest solid point on the chosen side or across the way; if those are free, on any side. */
function wallFor(
  obstacles: readonly Obstacle[],
  { at, far, going }: Future,
  side: WallMemory['side'],
  within: Meters,
): Wall | undefined {
  let best: Wall | undefined;
  let least = within;
  let strangers = true;
  for (const obstacle of obstacles) {
    const towards = sub(nearestPoint(at, obstacle), at);
    const bearing = length(towards) > 0 ? wrapAngle(angleOf(towards) - going) : 0;
    const across = Math.abs(bearing) < CROSSING_ANGLE;
    const gap = gapTo(across ? far : at, obstacle);
    const strange = side !== 0 && !across && (side * bearing < 0 || side * bearing > Math.PI - 0.1);
    if (strange && !strangers) continue;
    if (gap > within || (gap >= least && strange === strangers)) continue;
    const point = add(at, scale(unit(towards), gapTo(at, obstacle)));
    best = { point, side: side !== 0 ? side : bearing > 0 ? 1 : -1 };
    least = gap;
    strangers = strange;
  }
  return best;
}

/** The wall's normal to the body; on the wall itself, away from the side where the wall is. */
function away({ at, going }: Future, point: Vec2, side: 1 | -1): Vec2 {
  return distance(at, point) > 1e-6 ? unit(sub(at, point)) : fromPolar(1, going - (side * Math.PI) / 2);
}

/** The speed limit: slower the more the wall bends, down to the speed for a circle with the offset as its radius. */
function speedFor(percept: Percept, direction: Radians, bend: Radians, offset: Meters) {
  const { pose, body, obstacles } = percept;
  const tau = body.mass / body.steeringGain;
  const facing = sweptSector(pose.heading, direction);
  const near = obstacles.filter((wall) => gapTo(pose, wall) < body.radius + 1);
  const way = freeDistance(pose, facing, near, Math.min(0.85 * offset, 1.5 * body.radius));
  const round = Math.min(Math.sqrt(plannedDeceleration(body) * offset), offset / (tau + 0.1));
  const share = Math.min(1, Math.abs(bend) / 0.5);
  const most = body.maxSpeed + share * (Math.min(round, body.maxSpeed) - body.maxSpeed);
  const speed = Math.min(
    most * Math.max(0.25, Math.cos(wrapAngle(direction - pose.heading))),
    stoppableSpeed(way, percept, 0.03).speed,
  );
  return { speed, arc: tightTurn(way, percept) };
}

const construction = ({ at }: Future, point: Vec2, edge: Vec2, target: Vec2): Mark[] => [
  { kind: 'point', at, label: 'predicted' },
  { kind: 'segment', from: point, to: edge, label: 'offset' },
  { kind: 'point', at: target, label: 'target' },
];
