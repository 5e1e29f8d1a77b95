/** Seek: go to a point at full speed, and through it. */
import { z } from 'zod';
import { distance, toward } from '../../geometry.js';
import { quantity } from '../../quantity.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { sight } from '../sighting.js';
import { type TargetInput, targetParameter } from '../target.js';

export const seekParameters = z.strictObject({
  target: targetParameter,
  /** Arrived when it passes this near [m]. */
  within: quantity('m', { above: 0 }).default(0.01),
});

export interface SeekInput {
  readonly target: TargetInput;
  readonly within?: number | string;
}

/**
 * v_d = maxSpeed · unit(target − p), F = k (v_d − v).
 *
 * On the target itself there is no direction: v_d = 0, never NaN. A target never seen: nothing to say.
 * Source: Reynolds, GDC 1999. (Along target − position: the other sign, as one listing prints it, flees.)
 */
export function seek(input: SeekInput): Behavior<null> {
  const { target, within } = seekParameters.parse(input);
  return {
    name: 'seek',
    start: () => null,
    steer(percept, memory) {
      const aim = sight(target, percept);
      if (!aim) return { memory };
      const away = distance(aim.position, percept.pose);
      return desire(percept, toward(percept.pose, aim.position, percept.body.maxSpeed), memory, {
        arrived: away <= within,
        lookahead: away,
        marks: [{ kind: 'circle', at: aim.position, radius: within, label: 'target' }],
      });
    },
  };
}
