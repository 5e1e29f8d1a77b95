/** Offset pursuit: keep a place beside, before or behind a leader, in the leader's frame. */
import { z } from 'zod';
import {
  add,
  angleOf,
  length,
  type Pose,
  rotate,
  scale,
  sub,
  type Vec2,
  vec,
  wrapAngle,
} from '../../math/geometry.js';
import type { Radians, RadiansPerSecond, Seconds } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { type MovingPlace, meet, timeTo } from '../meet.js';
import {
  lastHeard,
  type PredictedTarget,
  predictTarget,
  type TargetSpec,
  targetParameter,
} from '../target.js';

const point = z.tuple([quantity('m'), quantity('m')], { error: 'an offset is [forward, left]' });

const offsetPursueParameters = z.strictObject({
  target: targetParameter,
  offset: point.describe('Its place beside the leader: forward, and to the leader’s left.'),
});

export type OffsetPursueInput = Written<typeof offsetPursueParameters>;

/** The leader's heading in its last message, and its turn rate. */
interface OffsetMemory {
  readonly at: Seconds | null;
  readonly heading: Radians | null;
  readonly turnRate: RadiansPerSecond;
}

/** Smoothing time of the leader's turn rate: the headings heard are noisy. */
const TURN_RATE_SMOOTHING: Seconds = 0.25;
/** A faster turn is no turn but a jump of the heading, as when a ball bounces. */
const MAX_LEADER_TURN_RATE: RadiansPerSecond = 4;

/**
 * Keeps a place beside, before or behind a leader, in the leader's frame.
 *
 * Arrives at o = p_L + R(θ)·offset and moves with it (meet): v_o = v_L + ω × (o − p_L), v̇_o = ω × v_o.
 *
 * So it does not lag behind a leader that drives straight or on a circle: only the leader's change of speed and of turn
 * rate is left out. ω is the change of its heading between two messages, smoothed. A leader that reports no heading is
 * taken to face the way it moves, or moved last; without any motion, away from the follower. Silent if the leader was
 * never seen. It ignores what lies between it and its place, the leader included. Source: Reynolds 1999; Buckland 2005.
 *
 * @example
 * ```ts
 * import { offsetPursue, scenario, seek, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', at: { x: -0.5, y: 0.5 }, mission: offsetPursue({ target: { robot: 'b' }, offset: [0, 0.5] }) },
 *   { id: 'b', robot: 'scout', at: { x: 0, y: 0 }, mission: seek({ target: [9, 0] }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '8 s', robots }));
 * console.log(a?.finalPose.y.toFixed(1)); // 0.5
 * ```
 */
export function offsetPursue(input: OffsetPursueInput): Behavior<OffsetMemory> {
  const { target, offset } = checkedInput('offsetPursue', offsetPursueParameters, input);
  const inLeader = vec(...offset);
  return {
    name: 'offsetPursue',
    input,
    start: () => ({ at: null, heading: null, turnRate: 0 }),
    steer(percept, before) {
      const memory = heard(target, percept, before);
      const leader = predictTarget(target, percept, memory.turnRate);
      if (!leader || memory.heading === null) return { memory };
      const place = placeOf(leader, leader.heading ?? memory.heading, memory.turnRate, inLeader);
      const expected = add(place.position, scale(place.velocity, timeTo(percept, place.position)));
      return meet(percept, place, memory, {
        marks: [
          { kind: 'segment', from: leader.position, to: place.position, label: 'offset' },
          { kind: 'point', at: place.position, label: 'place' },
          { kind: 'point', at: expected, label: 'predicted' },
        ],
      });
    },
  };
}

offsetPursue.entry = entryOf({
  about: 'Keep a place beside, before or behind a leader, in the leader’s frame.',
  parameters: offsetPursueParameters,
  marks: {
    ...shared('predicted', 'offset'),
    place: 'The place that the robot goes to.',
  },
});

function placeOf(
  leader: PredictedTarget,
  heading: Radians,
  turnRate: RadiansPerSecond,
  inLeader: Vec2,
): MovingPlace {
  const arm = rotate(inLeader, heading);
  const velocity = add(leader.velocity, scale(leftOf(arm), turnRate));
  return {
    position: add(leader.position, arm),
    velocity,
    acceleration: scale(leftOf(velocity), turnRate),
  };
}

/** A quarter turn to the left: ω × a for ω = 1. */
const leftOf = ({ x, y }: Vec2): Vec2 => vec(-y, x);

/** Updates the leader's heading and turn rate from its last message. */
function heard(target: TargetSpec, percept: Percept, before: OffsetMemory): OffsetMemory {
  const leader = predictTarget(target, percept);
  if (!leader) return before;
  const news = lastHeard(target, percept);
  const heading = news?.heading ?? before.heading ?? directionTo(leader.position, percept.pose);
  if (news?.heading === undefined) return { at: null, heading, turnRate: 0 };
  if (before.at === null || before.heading === null) return { at: news.at, heading, turnRate: 0 };
  const elapsed = news.at - before.at;
  if (!(elapsed > 0)) return before;
  const rate = wrapAngle(heading - before.heading) / elapsed;
  const turns = Math.abs(rate) > MAX_LEADER_TURN_RATE ? 0 : rate;
  const share = -Math.expm1(-elapsed / TURN_RATE_SMOOTHING);
  return { at: news.at, heading, turnRate: before.turnRate + share * (turns - before.turnRate) };
}

/** The direction to a point; the heading if the body stands on it. */
function directionTo(position: Vec2, pose: Pose): Radians {
  const away = sub(position, pose);
  return length(away) > 0 ? angleOf(away) : pose.heading;
}
