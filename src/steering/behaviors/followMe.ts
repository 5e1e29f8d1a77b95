/** Follow me: keep a distance to someone who walks ahead, and keep off when they come back. */
import { z } from 'zod';
import {
  add,
  angleOf,
  distance,
  fromPolar,
  length,
  scale,
  sub,
  toward,
  wrapAngle,
  ZERO,
} from '../../math/geometry.js';
import { deg, type Radians } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { constantVelocity, meet } from '../meet.js';
import { predictTarget, targetParameter } from '../target.js';

const followMeParameters = z.strictObject({
  target: targetParameter,
  distance: quantity('m', { above: 0 }).default(0.5).describe('From its middle to the one whom it follows.'),
  lost: z
    .enum(['stop', 'fail'])
    .default('stop')
    .describe('Without news of its target: it stands until there is some, or it fails after `patience`.'),
  patience: quantity('s', { min: 0 }).default(2).describe('How long it waits for news before it fails.'),
});

export type FollowMeInput = Written<typeof followMeParameters>;

/** Since when, by the mission's time, there is no news; null while there is. */
interface FollowMemory {
  readonly lostSince: number | null;
}

/** Nearer than this share of the distance it drives backwards, */
const TOO_NEAR = 0.8;
/** if the target is no farther aside than this: else it drives away as it stands. */
const AHEAD: Radians = deg(70);
/** Gain of the way back [1/s]: a gap that is 0.1 m too small is left at 0.2 m/s. */
const BACK_GAIN = 2;

/**
 * Keeps a distance to a target: meets the place o = p_t − d·û, û from the robot to the target, and moves with it (meet).
 *
 * Nearer than 0.8 d it keeps off: backwards at v = 2 (d − |p_t − p|) + the speed with which the target comes, facing it. Nobody
 * turns round before someone who comes towards them. Without news of the target it stands, and says so, or it fails.
 *
 * @example
 * ```ts
 * import { followMe, scenario, simulate } from 'steerbot';
 * const world = { movers: [{ id: 'me', waypoints: [[1, 0], [4, 0]], speed: 0.3, radius: 0.1, solid: false }] };
 * const robots = [{ robot: 'scout', mission: followMe({ target: { mover: 'me' }, distance: '0.5 m' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '8 s', robots, world }));
 * console.log(a?.finalPose.x.toFixed(0)); // 3
 * ```
 */
export function followMe(input: FollowMeInput): Behavior<FollowMemory> {
  const given = checkedInput('followMe', followMeParameters, input);
  return {
    name: 'followMe',
    input,
    start: () => ({ lostSince: null }),
    steer(percept, before) {
      const { pose, body, mission } = percept;
      const aim = predictTarget(given.target, percept);
      if (!aim) {
        const lostSince = before.lostSince ?? mission.time;
        const memory = { lostSince };
        if (given.lost === 'fail' && mission.time - lostSince >= given.patience)
          return { memory, done: 'failed', why: 'it has lost whom it follows' };
        return { memory, stands: { why: 'it has no news of whom it follows' } };
      }
      const memory = { lostSince: null };
      const away = distance(pose, aim.position);
      const place = add(aim.position, toward(aim.position, pose, given.distance));
      const marks = [
        { kind: 'circle', at: aim.position, radius: given.distance, label: 'distance kept' } as const,
      ];
      const bearing = wrapAngle(angleOf(sub(aim.position, pose)) - pose.heading);
      if (away >= TOO_NEAR * given.distance)
        return meet(percept, constantVelocity(place, aim.velocity), memory, { marks });
      if (Math.abs(bearing) > AHEAD) {
        const flight = away > 0 ? scale(sub(pose, aim.position), body.maxSpeed / away) : ZERO;
        return desire(percept, flight, memory, { marks });
      }
      const comes = Math.max(
        0,
        length(aim.velocity) * Math.cos(angleOf(sub(pose, aim.position)) - angleOf(aim.velocity)),
      );
      const speed = Math.min(body.maxSpeed, BACK_GAIN * (given.distance - away) + comes);
      return desire(percept, fromPolar(-speed, pose.heading), memory, {
        marks,
        twist: { linear: 0 - speed, angular: bearing },
      });
    },
  };
}

followMe.entry = entryOf({
  about: 'Keep a distance to someone who walks ahead, and keep off when they come back.',
  parameters: followMeParameters,
  marks: { ...shared('target'), 'distance kept': 'The robot keeps this far from the one whom it follows.' },
  mayFail: ({ lost }) => lost === 'fail',
});
