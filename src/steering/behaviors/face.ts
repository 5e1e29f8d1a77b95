/** Face: turn to a heading, or towards a place, on the spot. */
import { z } from 'zod';
import { add, angleOf, distance, fromPolar, sub, ZERO } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { desire } from '../desire.js';
import { entryOf, shared } from '../entry.js';
import { facing } from '../facing.js';
import { predictTarget, targetParameter } from '../target.js';

const faceParameters = z
  .strictObject({
    heading: quantity('rad').optional().describe('The heading to turn to; 0 is +x, left positive.'),
    target: targetParameter.optional().describe('The place to turn to, in place of a heading.'),
  })
  .refine(({ heading, target }) => (heading === undefined) !== (target === undefined), {
    error: 'it faces one thing: a heading, or a target; give one',
  });

export type FaceInput = Written<typeof faceParameters>;

/**
 * Turns on the spot to a heading, or towards a place, and stands: v_d = 0, and ω brakes in time, ω = √(2 α |Δθ|) (turnOnSpot).
 *
 * It has `arrived` when it stands within 1.5° of it. Towards what moves it turns on and on, and has arrived each time that
 * it faces it. Silent while its target was never seen; on its very target there is no direction: it has arrived.
 *
 * @param input a heading, with its unit or in radians, or `{ target }`
 * @example
 * ```ts
 * import { face, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: face({ heading: '90 deg' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '5 s', robots }));
 * console.log(a?.outcome, a?.finalPose.heading.toFixed(1)); // arrived 1.6
 * ```
 */
export function face(input: FaceInput | number | string): Behavior<null> {
  const { heading: given, target } = checkedInput('face', faceParameters, shortFace(input));
  return {
    name: 'face',
    input: shortFace(input) as object,
    start: () => null,
    steer(percept, memory) {
      const { pose, body } = percept;
      const aim = target && predictTarget(target, percept);
      if (target && !aim) return { memory };
      const isOn = aim !== undefined && distance(aim.position, pose) < ON_IT;
      const heading = isOn ? pose.heading : aim ? angleOf(sub(aim.position, pose)) : (given ?? 0);
      const to = aim?.position ?? add(pose, fromPolar(2 * body.radius, heading));
      const marks = [{ kind: 'segment', from: pose, to, label: 'to be faced' } as const];
      return desire(percept, ZERO, memory, { marks, ...facing(percept, heading) });
    },
  };
}

/** Nearer than this to its target a body faces nothing. */
const ON_IT = 0.001;

/** `90 deg` is `{ heading: '90 deg' }`. */
const shortFace = (input: unknown): unknown =>
  typeof input === 'number' || typeof input === 'string' ? { heading: input } : input;

face.entry = entryOf({
  about: 'Turn to a heading, or towards a place, on the spot.',
  parameters: faceParameters,
  marks: { ...shared(), 'to be faced': 'The direction to which the robot turns.' },
  short: shortFace,
  ends: true,
});
