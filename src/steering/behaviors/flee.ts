/** Flee: get away from a point at full speed. */
import { z } from 'zod';
import { distance, fromPolar, toward } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { predictTarget, targetParameter } from '../target.js';

const fleeParameters = z.strictObject({
  target: targetParameter,
  panicDistance: quantity('m', { above: 0 })
    .optional()
    .describe('It does nothing while the other is farther away; unless given, it flees at any distance.'),
});

export type FleeInput = Written<typeof fleeParameters>;

/**
 * Gets away from a point at full speed.
 *
 * v_d = maxSpeed · unit(p − target), F = k (v_d − v).
 *
 * The desired velocity is the opposite of seek's; the force is not, since both subtract the same v. On the target
 * itself it flees straight ahead. Source: Reynolds, GDC 1999.
 *
 * @example
 * ```ts
 * import { flee, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', at: { x: 0.2, y: 0 }, mission: flee({ target: [0, 0], panicDistance: '1 m' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log((a?.finalPose.x ?? 0) > 0.9); // true
 * ```
 */
export function flee(input: FleeInput): Behavior<null> {
  const { target, panicDistance = Number.POSITIVE_INFINITY } = checkedInput('flee', fleeParameters, input);
  return {
    name: 'flee',
    input,
    start: () => null,
    steer(percept, memory) {
      const aim = predictTarget(target, percept);
      if (!aim) return { memory };
      const away = distance(aim.position, percept.pose);
      if (away > panicDistance) return { memory };
      const { pose, body } = percept;
      const desired =
        away > 0 ? toward(aim.position, pose, body.maxSpeed) : fromPolar(body.maxSpeed, pose.heading);
      return desire(percept, desired, memory, {
        marks: [
          { kind: 'point', at: aim.position, label: 'flees from' },
          ...(Number.isFinite(panicDistance)
            ? [{ kind: 'circle', at: aim.position, radius: panicDistance, label: 'panic distance' } as const]
            : []),
        ],
      });
    },
  };
}

flee.entry = entryOf({
  about: 'Get away from a point at full speed.',
  parameters: fleeParameters,
  marks: {
    ...shared('panic distance'),
    'flees from': 'The robot moves away from here.',
  },
});
