/** Pursue: drive at full speed to where a moving target will be. */
import { z } from 'zod';
import {
  add,
  distance,
  dot,
  fromPolar,
  length,
  scale,
  sub,
  toward,
  unit,
  type Vec2,
} from '../../math/geometry.js';
import type { Radians, Seconds } from '../../math/units.js';
import type { BodyLimits } from '../../robot/limits.js';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { lookAheadParameter, meetingTime, predictionMarks } from '../intercept.js';
import { type PredictedTarget, predictTarget, targetParameter } from '../target.js';

const pursueParameters = z.strictObject({
  target: targetParameter,
  lookAhead: lookAheadParameter.describe('`exact`: until the body can meet the target; or a fixed time.'),
  turnTime: quantity('s', { min: 0 })
    .optional()
    .describe('The time for turning round; unless given, computed from the body. Only with `exact`.'),
});

export type PursueInput = Written<typeof pursueParameters>;

/** cos β of two headings that face each other. */
const HEAD_ON_COSINE = -0.95;

/**
 * Drives at full speed to where a moving target will be.
 *
 * v_d = maxSpeed · unit(p_t + v_t T − p), F = k (v_d − v).
 *
 * T = T_turn + T_meet: first the body turns, T_turn = turnTime (1 − cos β)/2 with β to the target or to where the two
 * meet, whichever is less; then T_meet is the exact intercept from where the target is after that turn (meetingTime).
 * If the target comes head-on (toTarget · heading > 0, heading · heading_t < −0.95) it goes straight at it. A fixed
 * time is the simple version; for a target that keeps turning, 0.5 to 1 s is better than a long prediction. On the
 * target itself, without turning, v_d = 0. Silent if the target was never seen.
 *
 * Source: Reynolds 1999; Buckland 2005, with the intercept solved instead of T = |p|/(maxSpeed + |v_t|). (The two
 * conditions of head-on use different dot products: with the same one, as in one listing, they are never met. And p +
 * v·T, not (p + v)·T.)
 *
 * @example
 * ```ts
 * import { pursue, scenario, seek, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', at: { x: 0, y: 0 }, mission: pursue({ target: { robot: 'b' } }) },
 *   { id: 'b', robot: 'scout', at: { x: 1, y: 0, heading: '90 deg' }, mission: seek({ target: [1, 9] }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log((a?.finalPose.y ?? 0) > 1); // true
 * ```
 */
export function pursue(input: PursueInput): Behavior<null> {
  const { target, lookAhead, turnTime } = checkedInput('pursue', pursueParameters, input);
  return {
    name: 'pursue',
    input,
    start: () => null,
    steer(percept, memory) {
      const seen = predictTarget(target, percept);
      if (!seen) return { memory };
      const { pose, body } = percept;
      const T = lookAhead === 'exact' ? exactTime(percept, seen, turnTime) : lookAhead;
      const expected = add(seen.position, scale(seen.velocity, T));
      return desire(percept, toward(pose, expected, body.maxSpeed), memory, {
        lookahead: distance(pose, expected),
        goal: { at: expected, remaining: distance(pose, expected) },
        marks: [...predictionMarks(seen.position, expected), ...caseMarks(percept, seen, lookAhead)],
      });
    },
  };
}

pursue.entry = entryOf({
  about: 'Drive at full speed to where a moving target will be.',
  parameters: pursueParameters,
  marks: {
    ...shared('predicted', 'prediction'),
    'head-on': 'The two face each other: the robot drives straight at its target.',
    'turn around': 'The target is behind the robot: the time for turning round is added to the prediction.',
  },
});

/** Which of the two special cases of the exact prediction it is, marked at the target. */
function caseMarks(percept: Percept, seen: PredictedTarget, lookAhead: 'exact' | Seconds): Mark[] {
  if (lookAhead !== 'exact') return [];
  const at = seen.position;
  if (facesHeadOn(percept, seen)) return [{ kind: 'point', at, label: 'head-on' }];
  const isBehind = cosine(percept.pose.heading, sub(at, percept.pose)) < 0;
  return isBehind ? [{ kind: 'point', at, label: 'turn around' }] : [];
}

function exactTime(percept: Percept, seen: PredictedTarget, turnTime: Seconds | undefined): Seconds {
  const { pose, velocity, body } = percept;
  if (facesHeadOn(percept, seen)) return 0;
  const offset = sub(seen.position, pose);
  const without = add(offset, scale(seen.velocity, meetingTime(offset, seen.velocity, body.maxSpeed)));
  // A body on course faces the meeting place and need not turn, even with the target beside it.
  const facing = Math.max(cosine(pose.heading, offset), cosine(pose.heading, without));
  const turning = ((turnTime ?? aboutTurn(body, length(velocity))) * (1 - facing)) / 2;
  const then = add(offset, scale(seen.velocity, turning));
  return turning + meetingTime(then, seen.velocity, body.maxSpeed);
}

/** Cosine of an offset's bearing; 1 for an offset of zero. */
const cosine = (heading: Radians, offset: Vec2): number =>
  length(offset) > 0 ? dot(fromPolar(1, heading), unit(offset)) : 1;

function facesHeadOn({ pose }: Percept, { position, heading }: PredictedTarget): boolean {
  if (heading === undefined) return false;
  const own = fromPolar(1, pose.heading);
  return dot(own, sub(position, pose)) > 0 && dot(own, fromPolar(1, heading)) < HEAD_ON_COSINE;
}

/** Time to brake, turn on the spot and speed up again: 2 v/a + π/ω. (Buckland's c = 0.5 s is 1 s of it.) */
const aboutTurn = (body: BodyLimits, speed: number): Seconds =>
  (2 * speed) / Math.min(body.maxAcceleration, body.maxForce / body.mass) + Math.PI / body.maxTurnRate;
