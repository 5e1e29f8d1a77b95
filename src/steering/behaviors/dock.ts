/** Dock: to a place at a heading, straight in and slowly. */
import { z } from 'zod';
import { add, distance, fromPolar, type Vec2, wrapAngle } from '../../math/geometry.js';
import { deg, type Radians, type Seconds } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { pointWithin, quantity, type Written } from '../../validation/quantity.js';
import type { Behavior, Percept } from '../behavior.js';
import { standsStill } from '../braking.js';
import { entryOf, shared } from '../entry.js';
import { endedBy } from '../missions/outcome.js';
import { wait } from '../missions/still.js';
import { arrive } from './arrive.js';
import { backOff } from './backOff.js';
import { face } from './face.js';
import { followPath } from './followPath.js';

const dockParameters = z.strictObject({
  target: pointWithin({}).describe('Where it is to stand, [x, y].'),
  heading: quantity('rad').describe('The heading in which it drives in, and stands.'),
  standoff: quantity('m', { above: 0 }).default(0.3).describe('It drives in straight from so far before it.'),
  speed: quantity('m/s', { above: 0 }).default(0.05).describe('It drives in no faster.'),
  within: quantity('m', { above: 0 })
    .default(0.005)
    .describe('It has docked when it stands still this near.'),
  tries: quantity('', { min: 1 }).default(8).describe('So often it drives in, before it has failed.'),
});

export type DockInput = Written<typeof dockParameters>;

interface DockMemory {
  readonly phase: 'approach' | 'in' | 'turn' | 'settle' | 'out';
  /** Of the behavior of that phase. */
  readonly memory: unknown;
  /** How often it has driven in. */
  readonly tries: number;
  /** When the robot had last been told where it stands, before it drove in. */
  readonly placed?: Seconds;
}

/** Beyond this from its heading it has not docked; and so much nearer than `within` it has to believe to be. */
const TURNED: Radians = deg(1);
const SURE = 0.6;
/** It stands so long before it believes where it is: places told from outside are averaged meanwhile. */
const SETTLING: Seconds = 1;

/**
 * Docks: `arrive` at the place `standoff` before the dock, turned to it; then along the straight line into it, as
 * `followPath` does, at no more than `speed`.
 *
 * With u = (cos θ, sin θ) the line leads from t − standoff·u to t. At its end it turns to the heading and stands for a second. Where it then believes
 * to be farther from it than 0.6 `within`, or more than 1° off the heading, it drives out backwards and in again, `tries`
 * times; then it has failed. Who is told where it stands when it is on its way in, drives out first: how well it is in line shows
 * only as it drives.
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
  const outside = add(at, fromPolar(-standoff, heading));
  const phases: Readonly<Record<DockMemory['phase'], Behavior>> = {
    approach: arrive({ target: [outside.x, outside.y], heading }),
    in: followPath({ path: [[outside.x, outside.y], target], within, speed }),
    turn: face({ heading }),
    settle: wait(SETTLING),
    out: backOff({ distance: standoff, speed: 3 * speed }),
  };
  const begun = (
    phase: DockMemory['phase'],
    n: number,
    placed: DockMemory['placed'] | undefined,
  ): DockMemory => ({
    phase,
    memory: phases[phase].start(),
    tries: n,
    ...(placed !== undefined && { placed }),
  });
  const inThisPlace = (come: DockMemory, { mission: { placed } }: Percept): DockMemory => {
    if (placed === null || placed === come.placed) return come;
    const isOutside = come.phase === 'approach' || come.phase === 'out';
    return isOutside ? { ...come, placed } : begun('out', come.tries, placed);
  };
  const hasDocked = ({ pose }: Percept) =>
    distance(pose, at) <= SURE * within && Math.abs(wrapAngle(pose.heading - heading)) <= TURNED;
  return {
    name: 'dock',
    input,
    start: () => begun('approach', 0, undefined),
    steer(percept, before, soFar) {
      const come = inThisPlace(before, percept);
      const behavior = phases[come.phase];
      const said = behavior.steer(percept, come.memory, soFar);
      const ended = endedBy(said);
      const { arrived: _, done: __, why: ___, ...wish } = said;
      const goesOn = { ...wish, memory: { ...come, memory: said.memory } };
      const isOver = ended !== undefined || (come.phase === 'in' && isBeside(percept, at, outside, heading));
      if (!isOver) return goesOn;
      if (come.phase !== 'settle')
        return { ...wish, memory: begun(NEXT[come.phase], come.tries, come.placed) };
      if (hasDocked(percept)) return { ...goesOn, arrived: true };
      const n = come.tries + 1;
      if (n >= tries) return { memory: come, done: 'failed', why: 'it has not come into its dock' };
      return { memory: begun('out', n, come.placed), contributions: [] };
    },
  };
}

const NEXT = { approach: 'in', in: 'turn', turn: 'settle', out: 'approach' } as const;

/** It stands abreast of its dock, or beyond it: the line is over. */
function isBeside({ pose, forwardSpeed }: Percept, at: Vec2, before: Vec2, heading: Radians): boolean {
  const u = fromPolar(1, heading);
  const left = (at.x - pose.x) * u.x + (at.y - pose.y) * u.y;
  const began = (pose.x - before.x) * u.x + (pose.y - before.y) * u.y;
  return standsStill(forwardSpeed) && left < ABREAST && began > 0;
}

const ABREAST = 0.004;

dock.entry = entryOf({
  about: 'To a place at a heading, straight in and slowly.',
  parameters: dockParameters,
  marks: {
    ...shared('target', 'predicted'),
    'off the path': 'How far away the nearest place on the path is.',
    'path band': 'Inside the band around the path the robot is not corrected.',
    'backed off': 'The way that the robot has driven backwards.',
    'to be faced': 'The direction to which the robot turns.',
  },
  goal: ({ target: [x, y], within, heading }) => ({ kind: 'arrive', target: [x, y], within, heading }),
  mayFail: true,
});
