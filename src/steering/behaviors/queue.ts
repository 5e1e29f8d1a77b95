/** Queue: wait behind the robot ahead, as before a door. */
import { z } from 'zod';
import {
  add,
  distance,
  fromPolar,
  scale,
  sub,
  truncate,
  type Vec2,
  vec,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import type { Meters, Radians, Seconds } from '../../math/units.js';
import type { Mark, Neighbor } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { keepApart, wishedVelocity } from '../crowds/keepApart.js';
import { othersAtWorst } from '../crowds/others.js';
import { queueTurn, type StandingMemory, updateStanding } from '../crowds/rightOfWay.js';
import { scaleToSpeed } from '../crowds/stoppingRoom.js';
import { type ZipperMemory, zipper } from '../crowds/zipper.js';
import { entryOf } from '../entry.js';
import { NearbyColumns, neighborsWithin } from '../neighbors.js';
import { separation } from './separate.js';

export const QUEUE_MODES = [
  'none',
  'hardStop',
  'brake',
  'brakeAndHardStop',
  'brakeHardStopAndSeparate',
  'zipper',
] as const;

const post = z.tuple([quantity('m'), quantity('m')], { error: 'a post is [x, y]' });

const queueParameters = z.strictObject({
  mode: z
    .enum(QUEUE_MODES)
    .default('brakeHardStopAndSeparate')
    .describe('Which of the rules of a queue it keeps.'),
  ahead: quantity('m', { above: 0 })
    .optional()
    .describe('How far ahead it looks for robots; unless given, three of its own radii.'),
  radius: quantity('m', { above: 0 })
    .optional()
    .describe(
      'A robot nearer than this to the point ahead is ahead; one nearer than this to its own middle is too near. Unless given, three of its own radii.',
    ),
  brake: quantity('', { min: 0, max: 1 })
    .default(0.8)
    .describe('The share of the force that is taken back while a robot is ahead.'),
  hardStop: quantity('', { min: 0, max: 1 })
    .default(0.3)
    .describe('The share of the velocity that is left after each 1/30 s of a hard stop.'),
  door: z
    .tuple([post, post], { error: 'a door has two posts: [[x, y], [x, y]]' })
    .optional()
    .describe('The two posts of the zipper’s door; unless given, the door is found on the map.'),
});

export type QueueInput = Written<typeof queueParameters>;

export interface QueueMemory extends StandingMemory {
  readonly zipper?: ZipperMemory | undefined;
}

/** Weight of its separation. */
const SEPARATION_WEIGHT = 0.3;
/** Duration of the article's frame. */
const ARTICLE_FRAME_TIME: Seconds = 1 / 30;
/** In radii of the body: one length ahead of its bow, and as far round that point as back to its own middle. */
const AHEAD_RADII = 3;
/** Gap left between two robots that stand in the queue; the errors of estimate and prediction need it. */
const KEPT_GAP: Meters = 0.02;

/**
 * Waits behind the robot ahead, as before a door.
 *
 * A robot is ahead if it is nearer than `radius` to p + ahead·heading. If two are ahead of each other, `goesFirst`
 * decides; in a ring of robots that wait for each other, one goes first. While a robot is ahead, by mode:
 *
 * - `hardStop`: the velocity is scaled by 0.3^(30 dt), which is 30 % in each frame of the article at any rate.
 * - `brake`: F = −0.8 F₀ − k v, F₀ the force so far. As F₀ = k (v_d − v) holds a −k v itself, that is
 *   −0.8 k v_d − 0.2 k v: −∂F/∂v = (1 − 0.8) k, its gain; together 1.2 k (v_d/6 − v), so that it creeps on at v_d/6.
 * - `brakeAndHardStop`: brakes, and stops hard if a robot is nearer than `radius` to its own middle.
 * - `brakeHardStopAndSeparate`: as `brakeAndHardStop`, with separation from all within `radius`; and it keeps apart
 *   (`keepApart`): slow enough to stop in its half of any gap. A robot that stands long although it is its turn backs
 *   off a little, since others are wedged in beside it.
 *
 * - `zipper`, not of the article: files through the door on its way (`zipper`), at full speed.
 *
 * Silent with no robot ahead. Source: Bevilacqua (once his text calls `ahead` the radius round the point; it is
 * `radius`).
 *
 * @example
 * ```ts
 * import { blend, queue, scenario, seek, simulate } from 'steerbot';
 * const robots = [0, 0.4, 0.8].map((y) => ({ robot: 'scout', at: { x: 0, y }, mission: blend(seek({ target: [9, 0.4] }), queue({})) }));
 * const { robots: [a] } = await simulate(scenario({ duration: '6 s', robots }));
 * console.log((a?.finalPose.x ?? 0) > 1, a?.contacts); // true 0
 * ```
 */
export function queue(input: QueueInput = {}): Behavior<QueueMemory> {
  const parameters = checkedInput('queue', queueParameters, input);
  const { mode, brake, hardStop, door } = parameters;
  const posts = door && ([vec(...door[0]), vec(...door[1])] as const);
  return {
    name: 'queue',
    input,
    start: () => ({ heading: null, stuck: 0, patience: null }),
    steer(percept, before, soFar) {
      if (mode === 'none') return { memory: before };
      if (mode === 'zipper') {
        const filed = zipper(percept, before.zipper, soFar, posts);
        return { ...filed, memory: { ...before, zipper: filed.memory } };
      }
      const { body, dt, pose, velocity } = percept;
      const { ahead = AHEAD_RADII * body.radius, radius = AHEAD_RADII * body.radius } = parameters;
      const reach = Math.max(ahead + radius, LOOKOUT_TIME * body.maxSpeed);
      const near = neighborsWithin(percept, reach);
      const turn = queueTurn(percept, near, { ahead, radius });
      const crowded = near.some(({ position }) => distance(position, pose) <= radius);
      const stops = turn.leader !== undefined && (mode === 'hardStop' || (mode !== 'brake' && crowded));
      const apart = mode === 'brakeHardStopAndSeparate';
      const kept = apart
        ? apartFrom(percept, before, reach, { own: turn.own && crowded, stops })
        : UNCONSTRAINED;
      const memory = kept.memory ?? before;
      const velocityScale = Math.min(
        kept.scale,
        stops && !kept.back ? hardStop ** (dt / ARTICLE_FRAME_TIME) : 1,
      );
      const marks = marksOf(add(pose, fromPolar(ahead, pose.heading)), radius, turn.leader);
      const stands = turn.leader && { stands: { why: `it waits behind robot '${turn.leader.id}'` } };
      if (kept.instead) {
        const force = sub(scale(sub(kept.instead, velocity), body.steeringGain), soFar);
        const face = kept.face === undefined ? {} : { face: kept.face };
        return {
          memory,
          force,
          gain: 0,
          desiredVelocity: kept.instead,
          velocityScale,
          marks,
          ...face,
          ...stands,
        };
      }
      if (mode === 'hardStop' || !turn.leader) return { memory, velocityScale, marks, ...stands };
      const braking = add(scale(soFar, -brake), scale(velocity, -body.steeringGain));
      const force = apart ? add(braking, separating(percept, near, radius)) : braking;
      return { memory, force, gain: 1 - brake, velocityScale, marks, ...stands };
    },
  };
}

queue.entry = entryOf({
  about: 'Wait behind the robot ahead, as before a door.',
  parameters: queueParameters,
  marks: {
    ahead: 'The part of the way that the behavior looks at.',
    'waits for': 'The robot waits for the one ahead of it.',
    mouth: 'Where the lane through the door begins.',
    'goes before': 'The robot files through the door behind this one.',
  },
});

const separating = (percept: Percept, near: readonly Neighbor[], radius: Meters): Vec2 =>
  scale(
    separation(percept, NearbyColumns.of(near), radius),
    SEPARATION_WEIGHT * percept.body.maxSpeed * percept.body.steeringGain,
  );

interface Apart {
  readonly scale: number;
  readonly memory?: StandingMemory;
  /** The velocity to take instead of the wanted one. */
  readonly instead?: Vec2;
  /** A heading to turn to on the spot. */
  readonly face?: Radians;
  /** Whether it backs off. */
  readonly back?: boolean;
}

const UNCONSTRAINED: Apart = { scale: 1 };

/** The last mode's additions to braking: it keeps apart, and makes room for robots wedged in beside it. */
function apartFrom(
  percept: Percept,
  before: StandingMemory,
  reach: Meters,
  { own, stops }: { readonly own: boolean; readonly stops: boolean },
): Apart {
  const wanted = wishedVelocity(percept);
  const others = othersAtWorst(percept, reach);
  const memory = updateStanding(percept, before, wanted, own);
  const back = memory.stuck > (memory.patience ?? memory.stuck);
  const wish = back ? truncate(scale(wanted, -1), STEP_BACK_SPEED) : wanted;
  const turned = before.heading === null ? 0 : wrapAngle(percept.pose.heading - before.heading);
  const { allowed, instead, face, brakes } = keepApart(wish, percept, others, {
    keep: KEPT_GAP,
    waits: stops && !back,
    turning: turned / percept.dt,
  });
  const other = face === undefined ? (instead ?? (back ? wish : undefined)) : ZERO;
  return {
    scale: brakes ? 0 : scaleToSpeed(allowed, percept),
    memory,
    back,
    ...(other && { instead: other }),
    ...(face !== undefined && { face }),
  };
}

/** To stop in time it watches the robots that it could reach within this time at full speed. */
const LOOKOUT_TIME: Seconds = 1.5;

/** Speed of backing off [m/s]. */
const STEP_BACK_SPEED = 0.15;
const marksOf = (point: Vec2, radius: Meters, leader: Neighbor | undefined): Mark[] => [
  { kind: 'circle', at: point, radius, label: 'ahead' },
  ...(leader ? [{ kind: 'segment', from: point, to: leader.position, label: 'waits for' } as const] : []),
];
