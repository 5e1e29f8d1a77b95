/** Search: over an area in lanes, or outward in a spiral, until something else ends it. */
import { z } from 'zod';
import type { Vec2 } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { checkedInput } from '../../validation/issues.js';
import { pointWithin, quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { followPath } from './followPath.js';

const searchParameters = z
  .strictObject({
    inside: z
      .array(pointWithin({}))
      .length(2, { error: 'two opposite corners of a rectangle are wanted' })
      .optional()
      .describe('Two opposite corners of the area that it drives over in lanes.'),
    around: pointWithin({}).optional().describe('The middle of a spiral; unless given, where it begins.'),
    radius: quantity('m', { above: 0 }).default(1.5).describe('The spiral ends so far from its middle.'),
    spacing: quantity('m', { above: 0 }).default(0.3).describe('From lane to lane, or from turn to turn.'),
    margin: quantity('m', { min: 0 }).default(0.2).describe('How far the lanes stay inside the area.'),
    speed: quantity('m/s', { above: 0 })
      .optional()
      .describe('It drives no faster; unless given, as fast as it can.'),
  })
  .refine(({ inside, around }) => inside === undefined || around === undefined, {
    error: 'it searches in one way: inside an area in lanes, or around a place in a spiral; give one',
  });

export type SearchInput = Written<typeof searchParameters>;

/** Where it began; null before its first tick. */
interface SearchMemory {
  readonly from: Vec2 | null;
  /** Of `followPath`. */
  readonly memory: unknown;
}

/**
 * Drives over an area: in lanes, back and forth along its longer side, from the corner that is nearest; or in a spiral outward
 * from where it stands, r = spacing · θ/2π, at most `radius` wide. The line is driven as `followPath` does.
 *
 * A search is ended by what is found: `unless: { seen: light }`. When it has driven all of it, it has failed.
 *
 * @example
 * ```ts
 * import { guarded, scenario, search, simulate } from 'steerbot';
 * const mission = guarded({ unless: { near: { target: [1, 0.9], within: '0.2 m' } } }, search({ inside: [[0, 0], [2, 1.2]] }));
 * const { robots: [a] } = await simulate(scenario({ duration: '60 s', robots: [{ robot: 'scout', mission }] }));
 * console.log(a?.outcome); // arrived
 * ```
 */
export function search(input: SearchInput = {}): Behavior<SearchMemory> {
  const given = checkedInput('search', searchParameters, input);
  const fast = given.speed === undefined ? {} : { speed: given.speed };
  let last: { readonly x: number; readonly y: number; readonly behavior: Behavior } | undefined;
  const along = ({ x, y }: Vec2): Behavior => {
    if (last?.x === x && last.y === y) return last.behavior;
    const line = given.inside ? lanes(given.inside, { x, y }, given) : spiral(given.around ?? [x, y], given);
    const behavior = followPath({ path: line.map((one) => [one.x, one.y] as const), ...fast });
    last = { x, y, behavior };
    return behavior;
  };
  // A region that is too small shows where it is written.
  along({ x: 0, y: 0 });
  return {
    name: 'search',
    input,
    start: () => ({ from: null, memory: null }),
    steer(percept, before, soFar) {
      const { x, y } = percept.pose;
      const from = before.from ?? { x, y };
      const behavior = along(from);
      const said = behavior.steer(percept, before.memory ?? behavior.start(), soFar);
      const memory = { from, memory: said.memory };
      if (said.arrived) return { memory, done: 'failed', why: 'it has searched everywhere' };
      return { ...said, memory };
    },
  };
}

search.entry = entryOf({
  parameters: searchParameters,
  marks: {
    ...shared('predicted'),
    'off the path': 'How far away the nearest place on the path is.',
    'path band': 'Inside the band around the path the robot is not corrected.',
  },
  mayFail: true,
});

type Given = z.output<typeof searchParameters>;
type Corners = NonNullable<Given['inside']>;

/** @throws RangeError for an area with no room for a lane */
function lanes([a, b]: Corners, from: Vec2, { spacing, margin }: Given): Vec2[] {
  const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [a ?? [], b ?? []];
  const [left, right] = [Math.min(ax, bx) + margin, Math.max(ax, bx) - margin];
  const [low, high] = [Math.min(ay, by) + margin, Math.max(ay, by) - margin];
  if (!(right > left && high > low))
    throw new RangeError(
      `the area leaves no room within a margin of ${margin} m; make it larger, or the margin less`,
    );
  const isWide = right - left >= high - low;
  const [begin, end] = isWide ? [left, right] : [low, high];
  const [first, last] = isWide ? [low, high] : [left, right];
  const count = Math.max(1, Math.ceil((last - first) / spacing - 1e-9)) + 1;
  const at = (along: Meters, across: Meters): Vec2 =>
    isWide ? { x: along, y: across } : { x: across, y: along };
  const [u, v] = isWide ? [from.x, from.y] : [from.y, from.x];
  const [near, far] = Math.abs(u - begin) <= Math.abs(u - end) ? [begin, end] : [end, begin];
  const rises = Math.abs(v - first) <= Math.abs(v - last);
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    const across = first + (rises ? share : 1 - share) * (last - first);
    return i % 2 === 0 ? [at(near, across), at(far, across)] : [at(far, across), at(near, across)];
  }).flat();
}

/** Points so far apart along a spiral. */
const STEP: Meters = 0.05;

function spiral([x = 0, y = 0]: readonly number[], { spacing, radius }: Given): Vec2[] {
  const pitch = spacing / (2 * Math.PI);
  const line = [{ x, y }];
  for (let angle = 0, r = 0; r < radius; angle += STEP / Math.max(r, STEP), r = pitch * angle)
    if (r > 0) line.push({ x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) });
  return line;
}
