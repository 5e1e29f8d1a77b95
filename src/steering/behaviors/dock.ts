/** Dock: to a place at a heading, straight in and slowly. */
import { z } from 'zod';
import { add, distance, fromPolar, type Vec2, wrapAngle } from '../../math/geometry.js';
import { deg, type Radians } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { pointWithin, quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { standsStill } from '../braking.js';
import { entryOf, shared } from '../entry.js';
import { endedBy } from '../missions/outcome.js';
import { arrive } from './arrive.js';
import { backOff } from './backOff.js';
import { followPath } from './followPath.js';

const dockParameters = z.strictObject({
  target: pointWithin({}).describe('Where it is to stand, [x, y].'),
  heading: quantity('rad').describe('The heading in which it drives in, and stands.'),
  standoff: quantity('m', { above: 0 }).default(0.3).describe('It drives in straight from so far before it.'),
  speed: quantity('m/s', { above: 0 }).default(0.1).describe('It drives in no faster.'),
  within: quantity('m', { above: 0 })
    .default(0.005)
    .describe('It has docked when it stands still this near.'),
  tries: quantity('', { min: 1 }).default(3).describe('So often it drives in, before it has failed.'),
});

export type DockInput = Written<typeof dockParameters>;

const PHASES = ['approach', 'in', 'out'] as const;

interface DockMemory {
  readonly phase: (typeof PHASES)[number];
  /** Of the behavior of that phase. */
  readonly memory: unknown;
  /** How often it has driven in. */
  readonly tries: number;
}

/** Beyond this from its heading it has not docked. */
const TURNED: Radians = deg(2);

/**
 * Docks: `arrive` at the place `standoff` before the dock, turned to it; then along the straight line into it, as
 * `followPath` does, at no more than `speed`.
 *
 * With u = (cos θ, sin θ) the line leads from t − standoff·u to t. Where it stands at its end and is not `within` of it, or
 * more than 2° off the heading, it drives out backwards and in again, `tries` times; then it has failed.
 * Source: ArduPilot Rover (Dock mode: approach, then along the dock's line), whose line is seen, not given.
 *
 * @example
 * ```ts
 * import { dock, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: dock({ target: [1, 0.5], heading: '90 deg' }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '30 s', robots }));
 * console.log(a?.outcome, a?.finalPose.y.toFixed(2), a?.finalPose.heading.toFixed(1)); // arrived 0.50 1.6
 * ```
 */
export function dock(input: DockInput): Behavior<DockMemory> {
  const { target, heading, standoff, speed, within, tries } = checkedInput('dock', dockParameters, input);
  const at: Vec2 = { x: target[0], y: target[1] };
  const before = add(at, fromPolar(-standoff, heading));
  const phases: Readonly<Record<DockMemory['phase'], Behavior>> = {
    approach: arrive({ target: [before.x, before.y], heading }),
    in: followPath({ path: [[before.x, before.y], target], within, speed }),
    out: backOff({ distance: standoff, speed }),
  };
  const begun = (phase: DockMemory['phase'], n: number): DockMemory => ({
    phase,
    memory: phases[phase].start(),
    tries: n,
  });
  const hasDocked = ({ pose }: Percept) =>
    distance(pose, at) <= within && Math.abs(wrapAngle(pose.heading - heading)) <= TURNED;
  return {
    name: 'dock',
    input,
    start: () => begun('approach', 0),
    steer(percept, come, soFar) {
      const behavior = phases[come.phase];
      const said = behavior.steer(percept, come.memory, soFar);
      const ended = endedBy(said);
      const { arrived: _, done: __, why: ___, ...wish } = said;
      if (come.phase === 'in' && (ended || isBeside(percept, at, before, heading))) {
        const n = come.tries + 1;
        if (hasDocked(percept)) return { ...wish, memory: { ...come, memory: said.memory }, arrived: true };
        if (n >= tries) return { memory: come, done: 'failed', why: 'it has not come into its dock' };
        return { memory: begun('out', n), contributions: [] };
      }
      if (!ended) return { ...wish, memory: { ...come, memory: said.memory } };
      return { ...wish, memory: begun(come.phase === 'approach' ? 'in' : 'approach', come.tries) };
    },
  };
}

/** It stands abreast of its dock, or beyond it: the line is over. */
function isBeside({ pose, forwardSpeed }: Percept, at: Vec2, before: Vec2, heading: Radians): boolean {
  const u = fromPolar(1, heading);
  const left = (at.x - pose.x) * u.x + (at.y - pose.y) * u.y;
  const began = (pose.x - before.x) * u.x + (pose.y - before.y) * u.y;
  return standsStill(forwardSpeed) && left < ABREAST && began > 0;
}

const ABREAST = 0.004;

dock.entry = entryOf({
  parameters: dockParameters,
  marks: {
    ...shared('target', 'predicted'),
    'off the path': 'How far away the nearest place on the path is.',
    'path band': 'Inside the band around the path the robot is not corrected.',
    'backed off': 'The way that the robot has driven backwards.',
  },
  goal: ({ target: [x, y], within, heading }) => ({ kind: 'arrive', target: [x, y], within, heading }),
  mayFail: true,
});
