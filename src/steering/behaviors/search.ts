/** Search: over an area in lanes, or outward in a spiral, until something else ends it. */
import { z } from 'zod';
import { add, dot, length, type Pose, scale, sub, unit, type Vec2, ZERO } from '../../math/geometry.js';
import type { Meters } from '../../math/units.js';
import { misuse } from '../../validation/caller.js';
import { checkedInput } from '../../validation/issues.js';
import { pointWithin, quantity, type Written } from '../../validation/quantity.js';
import type { Behavior } from '../behavior.js';
import { entryOf, shared } from '../entry.js';
import { followPath } from './followPath.js';

const TWO_OR_THREE = 'two opposite corners of a rectangle are wanted, or three in turn';

const searchParameters = z
  .strictObject({
    inside: z
      .array(pointWithin({}))
      .min(2, { error: TWO_OR_THREE })
      .max(3, { error: TWO_OR_THREE })
      .optional()
      .describe(
        'The area for lanes: two opposite corners, or three in turn of a rectangle that stands askew.',
      ),
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
  readonly from: Pose | null;
  /** Of `followPath`. */
  readonly memory: unknown;
}

/**
 * Drives over an area: in lanes, back and forth along its longer side, from the corner that is nearest; or in a spiral outward
 * from where it stands, ahead and to the left, r = spacing · θ/2π, at most `radius` wide. The line is driven as `followPath` does.
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
  let last: { readonly from: Pose; readonly behavior: Behavior } | undefined;
  const along = (from: Pose): Behavior => {
    const isLast = last?.from.x === from.x && last.from.y === from.y && last.from.heading === from.heading;
    if (last && isLast) return last.behavior;
    const line = given.inside ? lanes(given.inside, from, given) : spiral(from, given);
    const behavior = followPath({ path: line.map((one) => [one.x, one.y] as const), ...fast });
    last = { from, behavior };
    return behavior;
  };
  // An area that is too small is said where it is written.
  along({ x: 0, y: 0, heading: 0 });
  return {
    name: 'search',
    input,
    start: () => ({ from: null, memory: null }),
    steer(percept, before, soFar) {
      const { x, y, heading } = percept.pose;
      const from = before.from ?? { x, y, heading };
      const behavior = along(from);
      const said = behavior.steer(percept, before.memory ?? behavior.start(), soFar);
      const memory = { from, memory: said.memory };
      if (said.arrived) return { memory, done: 'failed', why: 'it has searched everywhere' };
      return { ...said, memory };
    },
  };
}

search.entry = entryOf({
  about: 'Over an area in lanes, or outward in a spiral, until something else ends it.',
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

/** Two opposite corners, or three in turn, of which the third says on which side the area lies. */
function sidesOf(corners: Corners): { readonly from: Vec2; readonly along: Vec2; readonly across: Vec2 } {
  const [a = ZERO, b = ZERO, c] = corners.map(([x, y]) => ({ x, y }));
  if (!c) return { from: a, along: { x: b.x - a.x, y: 0 }, across: { x: 0, y: b.y - a.y } };
  const along = sub(b, a);
  const normal = leftOf(unit(along));
  return { from: a, along, across: scale(normal, dot(sub(c, a), normal)) };
}

const leftOf = ({ x, y }: Vec2): Vec2 => ({ x: -y, y: x });

/** Lanes along the longer side, from the corner that is nearest. @throws RangeError for an area with no room for a lane */
function lanes(corners: Corners, at: Vec2, { spacing, margin }: Given): Vec2[] {
  const { from, along, across } = sidesOf(corners);
  const [lane, step] = length(along) >= length(across) ? [along, across] : [across, along];
  const [long, wide] = [length(lane) - 2 * margin, length(step) - 2 * margin];
  if (!(long > 0 && wide > 0))
    throw misuse(
      `the area leaves no room within a margin of ${margin} m; make it larger, or the margin less`,
      RangeError,
    );
  const [u, v] = [unit(lane), unit(step)];
  const first = add(from, add(scale(u, margin), scale(v, margin)));
  const [here, beside] = [dot(sub(at, first), u), dot(sub(at, first), v)];
  const [near, far] = here <= long / 2 ? [0, long] : [long, 0];
  const rises = beside <= wide / 2;
  const count = Math.max(1, Math.ceil(wide / spacing - 1e-9)) + 1;
  const place = (a: Meters, b: Meters): Vec2 => add(first, add(scale(u, a), scale(v, b)));
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    const b = (rises ? share : 1 - share) * wide;
    return i % 2 === 0 ? [place(near, b), place(far, b)] : [place(far, b), place(near, b)];
  }).flat();
}

/** Points so far apart along a spiral. */
const STEP: Meters = 0.05;

function spiral({ x, y, heading }: Pose, { spacing, radius, around }: Given): Vec2[] {
  const [middleX, middleY] = around ?? [x, y];
  const pitch = spacing / (2 * Math.PI);
  const line = [{ x: middleX, y: middleY }];
  for (let angle = 0, r = 0; r < radius; angle += STEP / Math.max(r, STEP), r = pitch * angle)
    if (r > 0)
      line.push({ x: middleX + r * Math.cos(heading + angle), y: middleY + r * Math.sin(heading + angle) });
  return line;
}
