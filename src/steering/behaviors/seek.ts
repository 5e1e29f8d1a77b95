/** Seek: drive to a point at full speed, and through it. */
import { z } from 'zod';
import { cross, distance, dot, fromPolar, length, sub, toward } from '../../math/geometry.js';
import type { Meters, MetersPerSecond, Radians } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { settlingTime } from '../braking.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { predictTarget, type TargetState, targetParameter } from '../target.js';

const seekParameters = z.strictObject({
  target: targetParameter,
  within: quantity('m', { above: 0 }).default(0.01).describe('It has arrived when it passes this near.'),
});

export type SeekInput = Written<typeof seekParameters>;

/**
 * Drives to a point at full speed, and through it.
 *
 * v_d = min(maxSpeed, v_r) · unit(target − p), F = k (v_d − v), with v_r the speed at which the body can still turn
 * to the target (`reachingSpeed`). It drives through a target ahead at full speed, and slows for a target to the side,
 * which it would otherwise circle for ever.
 *
 * On the target itself there is no direction: v_d = 0, never NaN. Silent if the target was never seen.
 * Source: Reynolds, GDC 1999. (The sign is target − position; the opposite sign of one listing flees.)
 *
 * @example
 * ```ts
 * import { scenario, seek, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: seek({ target: [1, 0], within: '5 cm' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.outcome, a?.finalPose.x.toFixed(1)); // arrived 1.0
 * ```
 */
export function seek(input: SeekInput): Behavior<null> {
  const { target, within } = checkedInput('seek', seekParameters, input);
  return {
    name: 'seek',
    input,
    start: () => null,
    steer(percept, memory) {
      const aim = predictTarget(target, percept);
      if (!aim) return { memory };
      const away = distance(aim.position, percept.pose);
      const speed = Math.min(percept.body.maxSpeed, reachingSpeed(percept, aim, within));
      return desire(percept, toward(percept.pose, aim.position, speed), memory, {
        arrived: away <= within,
        lookahead: away,
        goal: { at: aim.position, remaining: away },
        marks: [{ kind: 'circle', at: aim.position, radius: within, label: 'target' }],
      });
    },
  };
}

seek.entry = entryOf({
  about: 'Drive to a point at full speed, and through it.',
  parameters: seekParameters,
  marks: shared('target'),
  goal: ({ target, within }) => ({ kind: 'seek', target, within }),
});

/** How far a body may turn within the settling time, so that it does not turn past its target. */
const MAX_TURN_PER_SETTLING: Radians = 1 / 3;
/** Share of the force that turns the body, while an equal share slows it. */
const TURNING_SHARE = Math.SQRT1_2;

/**
 * The speed at which the target lies outside the tightest circle to either side: inside, the body could not reach it.
 *
 * A circle of radius R passes within w of a target that is d away at the bearing θ where R ≤ (d² − w²)/(2 (d sin θ −
 * w)). The tightest has the radius max(v/ω, v²/a) with ω = min(ω_max, 1/(3 T)), T the settling time, and a =
 * maxForce/(√2 m): the turn rate limits a slow body or a slow loop, and the force a fast body. A target behind counts
 * as a target to the side. A moving target is followed at its own speed at least.
 */
function reachingSpeed(
  { pose, body, dt, forwardSpeed }: Percept,
  { position, velocity }: TargetState,
  within: Meters,
): MetersPerSecond {
  const offset = sub(position, pose);
  const away = length(offset);
  const facing = fromPolar(forwardSpeed < 0 ? -1 : 1, pose.heading);
  const aside = dot(offset, facing) > 0 ? Math.abs(cross(facing, offset)) : away;
  if (aside <= within) return Number.POSITIVE_INFINITY;
  const radius = (away * away - within * within) / (2 * (aside - within));
  const turnRate = Math.min(body.maxTurnRate, MAX_TURN_PER_SETTLING / settlingTime(dt));
  const sideways = (TURNING_SHARE * body.maxForce) / body.mass;
  const reaching = Math.min(turnRate * radius, Math.sqrt(sideways * radius));
  return Math.max(reaching, length(velocity));
}
