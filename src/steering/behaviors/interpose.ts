/** Interpose: stay between two others. */
import { z } from 'zod';
import { add, scale, type Vec2 } from '../../math/geometry.js';
import { checkedInput } from '../../validation/issues.js';
import { quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { constantVelocity, meet, timeTo } from '../meet.js';
import { predictTarget, targetParameter } from '../target.js';

const interposeParameters = z.strictObject({
  between: z
    .tuple([targetParameter, targetParameter], { error: 'it stays between two targets: [a, b]' })
    .describe('The two targets that it stays between.'),
  ratio: quantity('', { min: 0, max: 1 })
    .default(0.5)
    .describe('Its place on the line: 0 is the first end, 0.5 the middle, 1 the second end.'),
});

export type InterposeInput = Written<typeof interposeParameters>;

/**
 * Stays between two others.
 *
 * Arrives at the middle of where the two will be after T = |middle − p|/maxSpeed, and moves with it (meet).
 *
 * Silent if one of them was never seen. Source: Buckland 2005.
 *
 * @example
 * ```ts
 * import { arrive, interpose, scenario, simulate } from 'steerbot';
 * const robots = [
 *   { robot: 'scout', mission: interpose({ between: [{ robot: 'b' }, { robot: 'c' }] }) },
 *   { id: 'b', robot: 'scout', at: { x: 1, y: 1 }, mission: arrive({ target: [1, 1] }) },
 *   { id: 'c', robot: 'scout', at: { x: 1, y: -1 }, mission: arrive({ target: [1, -1] }) },
 * ];
 * const { robots: [a] } = await simulate(scenario({ duration: '10 s', robots }));
 * console.log(a?.finalPose.x.toFixed(1), Math.abs(a?.finalPose.y ?? 1) < 0.1); // 0.0 true
 * ```
 */
export function interpose(input: InterposeInput): Behavior<null> {
  const { between, ratio } = checkedInput('interpose', interposeParameters, input);
  const mixed = (a: Vec2, b: Vec2): Vec2 => add(scale(a, 1 - ratio), scale(b, ratio));
  return {
    name: 'interpose',
    input,
    start: () => null,
    steer(percept, memory) {
      const [a, b] = [predictTarget(between[0], percept), predictTarget(between[1], percept)];
      if (!a || !b) return { memory };
      const middle = mixed(a.position, b.position);
      const velocity = mixed(a.velocity, b.velocity);
      const expected = add(middle, scale(velocity, timeTo(percept, middle)));
      return meet(percept, constantVelocity(middle, velocity), memory, {
        marks: [
          { kind: 'segment', from: a.position, to: b.position, label: 'between' },
          { kind: 'point', at: middle, label: 'middle' },
          { kind: 'point', at: expected, label: 'predicted' },
        ],
      });
    },
  };
}

interpose.entry = entryOf({
  about: 'Stay between two others.',
  parameters: interposeParameters,
  marks: {
    ...shared('predicted'),
    between: 'The robot wants to be between these two.',
    middle: 'The place halfway between the two.',
  },
});
