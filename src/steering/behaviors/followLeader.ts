/** Follow a leader: drive behind it, keep apart, and leave its way free. */

import { z } from 'zod';
import {
  add,
  clamp,
  cross,
  dot,
  distance as far,
  fromPolar,
  length,
  scale,
  sub,
  truncate,
  unit,
  type Vec2,
  vec,
} from '../../math/geometry.js';
import { MEASURED_REST_SPEED } from '../../math/standstill.js';
import type { Meters } from '../../math/units.js';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept, Steering } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf } from '../entry.js';
import { NearbyColumns, neighborsWithin } from '../neighbors.js';
import { predictTarget, type TargetSpec, targetId, targetParameter } from '../target.js';
import { approach, arriveParameters, planOf } from './arrive.js';
import { separation } from './separate.js';

const followLeaderParameters = z.strictObject({
  leader: targetParameter,
  distance: quantity('m', { above: 0 })
    .default(0.6)
    .describe('How far behind the leader its followers go, from middle to middle.'),
  sight: quantity('m', { min: 0 })
    .default(1)
    .describe('Followers less than this ahead of the leader get out of its way.'),
  separation: quantity('m', { above: 0 })
    .default(0.6)
    .describe('Followers nearer to each other push apart, as `separate` does.'),
});

export type FollowLeaderInput = Written<typeof followLeaderParameters>;

/** Half the width of the leader's way is the two radii plus this. */
const WAY_MARGIN: Meters = 0.1;
/** The push of a robot in contact, in units of maxSpeed: stronger than any wish towards it. */
const SEPARATION_WEIGHT = 2.5;

/** The leader, at the instant of the percept's pose. */
interface Leader {
  readonly position: Vec2;
  readonly velocity: Vec2;
  /** Unit vector of its motion, or of its heading while it stands. */
  readonly direction: Vec2;
  readonly radius: Meters;
}

/** A follower's place in the leader's frame: ahead and to the left of it. */
interface Seen {
  readonly ahead: Meters;
  readonly left: Meters;
  /** Half the width of the leader's way. */
  readonly clear: Meters;
  readonly inTheWay: boolean;
}

/**
 * Follows a leader: it drives behind it, keeps apart from the other followers, and leaves the leader's way free.
 *
 * v_d = v_leader + arrive(behind), F = k (v_d − v) + 2.5·k·maxSpeed·s, with behind = leader − unit(v_leader)·distance
 * and s the separation from all neighbors, the leader included.
 *
 * The leader's way is as wide as both bodies and a margin, and `sight` long. A follower in it leaves it straight
 * sideways, to the side that is quicker to reach; left if both are equal. A follower beside it passes the leader there,
 * and turns in only behind the leader. So a leader that turns round finds its way free. A standing leader's way leads
 * where the leader faces; without a known heading, away from the follower. Silent if the leader was never seen. It
 * keeps its distance by pushing, not by braking: `avoidNeighbors` after it in a blend keeps bodies from touching.
 * Source: Bevilacqua, leader following.
 *
 * @example
 * ```ts
 * import { followLeader, scenario, seek, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', at: { x: -0.6, y: 0.2 }, mission: followLeader({ leader: { robot: 'b' }, distance: '0.4 m' }) },
 *   { id: 'b', robot: 'scout', at: { x: 0, y: 0 }, mission: seek({ target: [9, 0] }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '8 s', robots }));
 * console.log(a?.contacts, a?.finalPose.y.toFixed(1)); // 0 -0.0
 * ```
 */
export function followLeader(input: FollowLeaderInput): Behavior<null> {
  const parameters = checkedInput('followLeader', followLeaderParameters, input);
  const { distance, sight, separation: apart } = parameters;
  const plan = planOf(arriveParameters.parse({ target: [0, 0] }));
  return {
    name: 'followLeader',
    input,
    start: () => null,
    steer(percept, memory) {
      const leader = findLeader(parameters.leader, percept);
      if (!leader) return { memory };
      const { pose, body } = percept;
      const seen = seenBy(leader, percept, sight);
      const { clear } = seen;
      const behind = sub(leader.position, scale(leader.direction, distance));
      const sideways = leftOf(leader.direction, sideOf(seen, leader, percept));
      const beside = seen.ahead > -clear ? add(behind, scale(sideways, 2 * clear)) : behind;
      const aim = { position: beside, velocity: leader.velocity };
      const towards = approach(percept, aim, far(beside, pose), plan);
      const said = seen.inTheWay
        ? desire(percept, scale(sideways, body.maxSpeed), memory)
        : desire(percept, truncate(add(leader.velocity, towards.velocity), body.maxSpeed), memory, {
            acceleration: towards.acceleration,
          });
      return { ...pushed(said, percept, apart), marks: construction(leader, behind, clear, sight) };
    },
  };
}

followLeader.entry = entryOf({
  about: 'Drive behind it, keep apart, and leave its way free.',
  parameters: followLeaderParameters,
  marks: {
    "the leader's way": 'The robot leaves this way free for its leader.',
    'behind the leader': 'The place that the robot wants behind its leader.',
  },
});

/** A smaller difference is rounding and counts as a tie, which goes left [m, s]. */
const TIE_TOLERANCE = 1e-9;

/**
 * 1 left, −1 right. In the leader's way: the side that is quicker to reach, by turning and driving; else the side where
 * the follower is.
 */
function sideOf({ inTheWay, left, clear }: Seen, { direction }: Leader, { pose, body }: Percept): 1 | -1 {
  if (!inTheWay) return left < -TIE_TOLERANCE ? -1 : 1;
  const towardsLeft = dot(fromPolar(1, pose.heading), leftOf(direction, 1));
  // Both are below 0 if the left side takes less time: to turn, and to drive.
  const turning = (-2 * Math.asin(clamp(towardsLeft, -1, 1))) / body.maxTurnRate;
  const driving =
    Math.sqrt((2 * (clear - left)) / body.maxAcceleration) -
    Math.sqrt((2 * (clear + left)) / body.maxAcceleration);
  return turning + driving > TIE_TOLERANCE ? -1 : 1;
}

/** Adds the push of all neighbors. */
function pushed<M>(said: Steering<M>, percept: Percept, radius: Meters): Steering<M> {
  const { body } = percept;
  const s = separation(percept, NearbyColumns.of(neighborsWithin(percept, radius)), radius);
  const push = scale(s, SEPARATION_WEIGHT * body.maxSpeed);
  return {
    ...said,
    force: add(said.force ?? vec(0, 0), scale(push, body.steeringGain)),
    desiredVelocity: add(said.desiredVelocity ?? vec(0, 0), push),
  };
}

function findLeader(spec: TargetSpec, percept: Percept): Leader | undefined {
  const aim = predictTarget(spec, percept);
  if (!aim) return undefined;
  const { position, velocity, heading } = aim;
  const robot = percept.neighbors.find(({ id }) => id === targetId(spec));
  const facing = heading === undefined ? sub(position, percept.pose) : fromPolar(1, heading);
  const goes = length(velocity) > MEASURED_REST_SPEED ? velocity : facing;
  const direction = length(goes) > 0 ? unit(goes) : fromPolar(1, percept.pose.heading);
  return { position, velocity, direction, radius: robot?.radius ?? percept.body.radius };
}

function seenBy({ position, direction, radius }: Leader, { pose, body }: Percept, far: Meters): Seen {
  const offset = sub(pose, position);
  const ahead = dot(offset, direction);
  const left = cross(direction, offset);
  const clear = radius + body.radius + WAY_MARGIN;
  return { ahead, left, clear, inTheWay: ahead > 0 && ahead < far && Math.abs(left) < clear };
}

const leftOf = ({ x, y }: Vec2, side: 1 | -1): Vec2 => vec(-side * y, side * x);

function construction({ position, direction }: Leader, behind: Vec2, clear: Meters, far: Meters): Mark[] {
  const edges = ([1, -1] as const).map((side): Mark => {
    const from = add(position, scale(leftOf(direction, side), clear));
    return { kind: 'segment', from, to: add(from, scale(direction, far)), label: "the leader's way" };
  });
  return [{ kind: 'point', at: behind, label: 'behind the leader' }, ...edges];
}
