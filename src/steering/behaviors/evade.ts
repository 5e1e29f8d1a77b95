/** Evade: flee from where a pursuer will be. */
import { z } from 'zod';
import { add, fromPolar, length, scale, sub, toward } from '../../math/geometry.js';
import type { Mark } from '../../signals/signals.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { lookAheadParameter, meetingTime, predictionMarks } from '../intercept.js';
import { predictTarget, targetParameter } from '../target.js';

const evadeParameters = z.strictObject({
  target: targetParameter,
  lookAhead: lookAheadParameter.describe('`exact`: until the two could meet; or a fixed time, cut to that.'),
  panicDistance: quantity('m', { above: 0 })
    .optional()
    .describe('It does nothing while the other is farther away; unless given, it evades at any distance.'),
});

export type EvadeInput = Written<typeof evadeParameters>;

/**
 * Flees from where a pursuer will be.
 *
 * v_d = maxSpeed · unit(p − (p_t + v_t T)), F = k (v_d − v).
 *
 * T is the time until the two could meet (meetingTime). The meeting place is |v_d| T away, so it is never the body's
 * own place, and fleeing from it never leads nearer to the pursuer's present place, even if the pursuer comes head-on
 * (one listing copies pursuit's shortcut, which would seek). T is never longer and has no turning time: a later place
 * of a fast pursuer lies behind the body, which would then flee towards the pursuer. If both are in the same place, the
 * body flees straight ahead. Source: Reynolds 1999; Buckland 2005.
 *
 * @example
 * ```ts
 * import { evade, pursue, scenario, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', at: { x: 0, y: 0 }, mission: evade({ target: { robot: 'b' }, panicDistance: '2 m' }) },
 *   { id: 'b', robot: 'scout', at: { x: -0.6, y: 0 }, mission: pursue({ target: { robot: 'robot-1' } }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '5 s', robots }));
 * console.log(a?.contacts, (a?.finalPose.x ?? 0) > 0.5); // 0 true
 * ```
 */
export function evade(input: EvadeInput): Behavior<null> {
  const {
    target,
    lookAhead,
    panicDistance = Number.POSITIVE_INFINITY,
  } = checkedInput('evade', evadeParameters, input);
  return {
    name: 'evade',
    input,
    start: () => null,
    steer(percept, memory) {
      const seen = predictTarget(target, percept);
      if (!seen) return { memory };
      const { pose, body } = percept;
      const offset = sub(seen.position, pose);
      if (length(offset) > panicDistance) return { memory };
      const meeting = meetingTime(offset, seen.velocity, body.maxSpeed);
      const T = lookAhead === 'exact' ? meeting : Math.min(lookAhead, meeting);
      const expected = add(seen.position, scale(seen.velocity, T));
      const away = toward(expected, pose, body.maxSpeed);
      const desired = length(away) > 0 ? away : fromPolar(body.maxSpeed, pose.heading);
      const marks: Mark[] = predictionMarks(seen.position, expected);
      if (Number.isFinite(panicDistance))
        marks.push({ kind: 'circle', at: seen.position, radius: panicDistance, label: 'panic distance' });
      return desire(percept, desired, memory, { marks });
    },
  };
}

evade.entry = entryOf({
  about: 'Flee from where a pursuer will be.',
  parameters: evadeParameters,
  marks: shared('predicted', 'prediction', 'panic distance'),
});
