/** Queue: wait behind whoever is ahead, as before a door. */
import { z } from 'zod';
import { add, distance, fromPolar, scale, sub, type Vec2, wrapAngle, ZERO } from '../../geometry.js';
import { quantity } from '../../quantity.js';
import type { Mark, Neighbor } from '../../signals.js';
import type { Meters, Radians, Seconds } from '../../units.js';
import type { Behavior, Percept } from '../behavior.js';
import { Near } from '../near.js';
import { neighborsWithin } from '../neighbors.js';
import { type KeptApart, keepApart, wishOf } from '../pivot.js';
import { goesFirst } from '../rightOfWay.js';
import { scaleTo } from '../stoppingRoom.js';
import { separation } from './separate.js';

export const QUEUE_MODES = [
  'none',
  'hardStop',
  'brake',
  'brakeAndHardStop',
  'brakeHardStopAndSeparate',
] as const;

export const queueParameters = z.strictObject({
  mode: z.enum(QUEUE_MODES).default('brakeHardStopAndSeparate'),
  /** How far ahead of its own middle it looks for somebody [m]; left out, three of its own radii. */
  ahead: quantity('m', { above: 0 }).optional(),
  /** Who is nearer than this to the point ahead is ahead; nearer to oneself: too crowded [m]. Default as `ahead`. */
  radius: quantity('m', { above: 0 }).optional(),
  /** So much of the force so far is taken back while somebody is ahead. */
  brake: quantity('', { min: 0, max: 1 }).default(0.8),
  /** What is left of the velocity after each 1/30 s of a hard stop. */
  hardStop: quantity('', { min: 0, max: 1 }).default(0.3),
});

export interface QueueInput {
  readonly mode?: (typeof QUEUE_MODES)[number];
  readonly ahead?: number | string;
  readonly radius?: number | string;
  readonly brake?: number;
  readonly hardStop?: number;
}

/** How it faced a tick ago. */
interface Facing {
  readonly heading: Radians | null;
}

/** Weight of its separation. */
const SEPARATES = 0.3;
/** The article's frame. */
const FRAME: Seconds = 1 / 30;
/** In radii of the body: one length ahead of its bow, and as far round that point as back to its own middle. */
const AHEAD = 3;
/** Of the room between two that queue, what is left when both stand; the rest goes for errors. */
const KEEP: Meters = 0.02;

/**
 * Somebody is ahead who is nearer than `radius` to p + ahead·heading, and whose turn is not after one's own
 * (`goesFirst`). Then, by mode:
 *
 * - `hardStop`: the velocity is scaled by 0.3^(30 dt), which is 30 % in each frame of the article at any rate.
 * - `brake`: F = −0.8 F₀ − k v, F₀ the force so far. As F₀ = k (v_d − v) holds a −k v itself, that is
 *   −0.8 k v_d − 0.2 k v: −∂F/∂v = (1 − 0.8) k, its gain; together 1.2 k (v_d/6 − v), so that it creeps on at v_d/6.
 * - `brakeAndHardStop`: brakes, and stops hard where anybody is nearer than `radius` to its own middle.
 * - `brakeHardStopAndSeparate`: that; keeps apart from all within `radius`; and is never faster than it can stop
 *   in its half of any gap, whoever is ahead.
 *
 * Source: Bevilacqua, who says once that `ahead` is the radius round the point; `radius` is.
 */
export function queue(input: QueueInput = {}): Behavior<Facing> {
  const parameters = queueParameters.parse(input);
  const { mode, brake, hardStop } = parameters;
  return {
    name: 'queue',
    start: () => ({ heading: null }),
    steer(percept, before, soFar) {
      const memory = { heading: percept.pose.heading };
      if (mode === 'none') return { memory };
      const { body, dt, pose, velocity } = percept;
      const { ahead = AHEAD * body.radius, radius = AHEAD * body.radius } = parameters;
      const point = add(pose, fromPolar(ahead, pose.heading));
      const near = neighborsWithin(percept, Math.max(ahead + radius, SIGHT * body.maxSpeed));
      const leader = whoIsAhead(percept, near, point, radius);
      const crowded = near.some(({ position }) => distance(position, pose) <= radius);
      const stops = leader !== undefined && (mode === 'hardStop' || (mode !== 'brake' && crowded));
      const apart = mode === 'brakeHardStopAndSeparate';
      const wish = wishOf(percept, soFar);
      const turned = before.heading === null ? 0 : wrapAngle(pose.heading - before.heading);
      const { allowed, instead, brakes }: KeptApart = apart
        ? keepApart(wish, percept, near, { keep: KEEP, waits: stops, turning: turned / dt })
        : { allowed: Number.POSITIVE_INFINITY };
      const marks = marksOf(point, radius, leader);
      const velocityScale = Math.min(
        stops ? hardStop ** (dt / FRAME) : 1,
        brakes ? 0 : scaleTo(allowed, percept),
      );
      if (instead) {
        const force = sub(scale(sub(instead, velocity), body.steeringGain), soFar);
        return { memory, force, gain: 0, desiredVelocity: instead, velocityScale, marks };
      }
      if (mode === 'hardStop' || !leader) return { memory, velocityScale, marks };
      const force = add(scale(soFar, -brake), scale(velocity, -body.steeringGain));
      const pushes = apart
        ? scale(separation(percept, Near.of(near), radius), SEPARATES * body.maxSpeed * body.steeringGain)
        : ZERO;
      return { memory, force: add(force, pushes), gain: 1 - brake, velocityScale, marks };
    },
  };
}

/** So long a way ahead it keeps an eye on others for stopping in time, at full speed [s]. */
const SIGHT: Seconds = 1.5;

function whoIsAhead(
  percept: Percept,
  near: readonly Neighbor[],
  point: Vec2,
  radius: Meters,
): Neighbor | undefined {
  let first: Neighbor | undefined;
  for (const neighbor of near) {
    const away = distance(neighbor.position, point);
    if (away > radius || goesFirst(percept, neighbor)) continue;
    if (!first || away < distance(first.position, point)) first = neighbor;
  }
  return first;
}

const marksOf = (point: Vec2, radius: Meters, leader: Neighbor | undefined): Mark[] => [
  { kind: 'circle', at: point, radius, label: 'ahead' },
  ...(leader ? [{ kind: 'segment', from: point, to: leader.position, label: 'waits for' } as const] : []),
];
