/** Patrol: from point to point, round and round. */
import { z } from 'zod';
import { checkedInput } from '../../validation/issues.js';
import { pointWithin, quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { type InTurnMemory, repeat } from '../missions/inTurn.js';
import { wait } from '../missions/still.js';
import { arrive } from './arrive.js';
import { seek } from './seek.js';

const patrolParameters = z.strictObject({
  points: z
    .array(pointWithin({}), { error: 'a patrol is a list of points [x, y]' })
    .min(2, { error: 'fewer than two points are found; a patrol needs at least two; add another' })
    .describe('The points in their order; after the last it goes to the first.'),
  times: quantity('', { min: 1 }).optional().describe('How many rounds; without it for ever.'),
  pause: quantity('s', { min: 0 })
    .default(0)
    .describe('How long it stands at each point; 0: it drives through.'),
  within: quantity('m', { above: 0 }).default(0.05).describe('It has been at a point when it was this near.'),
});

export type PatrolInput = Written<typeof patrolParameters>;

/**
 * Drives from point to point, and round again: through each at full speed as `seek` does, or with a pause as `arrive` does.
 *
 * So v_d is that of `seek` or `arrive` to the next point, and the next point becomes the one after it when the robot comes
 * within `within` of it. After so many rounds it stands at its last point and is done.
 *
 * @param input the points, or all parameters
 * @example
 * ```ts
 * import { patrol, scenario, simulate } from 'steerbot';
 * const robots = [{ robot: 'scout', mission: patrol({ points: [[0, 0], [1, 0], [1, 1]], times: 2 }) }];
 * const { robots: [a] } = await simulate(scenario({ duration: '60 s', robots }));
 * console.log(a?.outcome, (a?.distanceTravelled ?? 0) > 5); // arrived true
 * ```
 */
export function patrol(input: PatrolInput | PatrolInput['points']): Behavior<InTurnMemory> {
  const given = shortPatrol(input);
  const { points, times, pause, within } = checkedInput('patrol', patrolParameters, given);
  const stops = points.map((target) =>
    pause > 0 ? [arrive({ target, within }), wait(pause)] : [seek({ target, within })],
  );
  const last = points.at(-1) as (typeof points)[number];
  const rounds = repeat(...stops.flat());
  // The last round ends standing.
  const ends = times === undefined ? [] : [...stops.slice(0, -1).flat(), arrive({ target: last, within })];
  const inner = times === undefined ? rounds : roundsThen(times, stops.flat(), ends);
  return {
    name: 'patrol',
    input: given as object,
    start: () => inner.start(),
    steer: (percept, memory, soFar) => {
      const said = inner.steer(percept, memory, soFar);
      const { contributions = [] } = said;
      return {
        ...said,
        where: undefined,
        contributions: contributions.map(({ force, marks }) => ({ behavior: 'patrol', force, marks })),
      };
    },
  };
}

/** All rounds but the last, then the last. */
function roundsThen(
  times: number,
  round: readonly Behavior[],
  lastRound: readonly Behavior[],
): Behavior<InTurnMemory> {
  return times === 1
    ? repeat({ times: 1 }, ...lastRound)
    : repeat({ times: 1 }, repeat({ times: times - 1 }, ...round), ...lastRound);
}

/** A list of points stands for the parameters with these points. */
const shortPatrol = (input: unknown): unknown => (Array.isArray(input) ? { points: input } : input);

patrol.entry = entryOf({
  about: 'From point to point, round and round.',
  parameters: patrolParameters,
  marks: { ...shared('target') },
  short: shortPatrol,
  ends: ({ times }) => times !== undefined,
});
