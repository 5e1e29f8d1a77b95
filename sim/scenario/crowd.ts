/** Several equal robots in one entry: `count` of them, in seeded free places of a rectangle. */
import { z } from 'zod';
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Meters } from '../../src/math/units.js';
import { roomIn } from '../world/solidThings.js';
import type { RobotSpec, Scenario } from './scenario.js';
import { cornersSchema, startSchema } from './scenarioSchema.js';

export const MAX_ROBOTS_PER_ENTRY = 10_000;

export type Rectangle = readonly [Vec2, Vec2];

/** The keys for where one robot starts, or how many start where. */
export const placeSchema = {
  at: startSchema.exactOptional(),
  count: z.int().min(1).max(MAX_ROBOTS_PER_ENTRY).exactOptional(),
  inside: cornersSchema.exactOptional(),
};

/** A robot's entry as it is written. */
export interface RobotEntry extends Omit<RobotSpec, 'at' | 'entry'> {
  readonly at?: RobotSpec['at'];
  readonly count?: number;
  readonly inside?: Rectangle;
}

/** The fault of an entry's place: `[key, message]`; undefined without a fault. */
export function placeFault({ at, count, inside }: Partial<RobotEntry>): [string, string] | undefined {
  if (count !== undefined && inside === undefined) {
    return [
      'count',
      "'count' without 'inside'; two corners [[x, y], [x, y]] say where they start; add 'inside'",
    ];
  }
  if (inside !== undefined && at !== undefined) {
    return ['at', "'at' and 'inside' both say where it starts; one of them is wanted; remove the other"];
  }
  return undefined;
}

/** The ids of the robots that an entry stands for. */
export const idsOfEntry = (id: string, count: number | undefined): string[] =>
  count === undefined
    ? [id]
    : Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => `${id}-${i + 1}`);

interface PlacedRobots {
  readonly robots: readonly RobotSpec[];
  /** Entries without room for all of their robots. */
  readonly crammed: readonly { readonly index: number; readonly message: string }[];
}

/** The default start of an entry. */
export const ORIGIN = { x: 0, y: 0, heading: 0, speed: 0 };
/** Gives places a seed other than that of `vary`. */
const PLACEMENT_SEED_MASK = 0x9e3779b9;

/** Every robot by itself. Robots with a given place come first; the others take free places. */
export function placeRobots(
  entries: readonly RobotEntry[],
  { world: spec, seed, bodies }: Pick<Scenario, 'world' | 'seed' | 'bodies'>,
): PlacedRobots {
  const chance = resumeRandom(seedRandom(seed ^ PLACEMENT_SEED_MASK));
  const hasRoom = bodies === 'physics' ? roomIn(spec) : undefined;
  const taken = entries.flatMap(({ at = ORIGIN, inside, robot, ghost }) =>
    inside || ghost ? [] : [{ at, radius: robot.chassis.radius }],
  );
  const crammed: { index: number; message: string }[] = [];
  const robots = entries.flatMap(({ count, inside, at = ORIGIN, ...rest }, index) => {
    if (!inside) return [{ ...rest, at, entry: index }];
    const { radius } = rest.robot.chassis;
    const isFree = (p: Vec2) =>
      !hasRoom ||
      (hasRoom(p, radius) &&
        (rest.ghost === true || taken.every((other) => distance(other.at, p) > other.radius + radius)));
    const all = idsOfEntry(rest.id, count).flatMap((id) => {
      const pose = freePose(inside, isFree, chance);
      if (!pose) return [];
      if (!rest.ghost) taken.push({ at: { ...pose, speed: 0 }, radius });
      return [{ ...rest, id, at: { ...pose, speed: 0 }, entry: index }];
    });
    if (all.length < (count ?? 1)) crammed.push({ index, message: noRoom(all.length, count ?? 1, radius) });
    return all;
  });
  return { robots, crammed };
}

const noRoom = (found: number, wanted: number, radius: Meters): string =>
  `room for ${found} of ${wanted} robots is found; each needs ${radius} m all round; make 'inside' larger`;

/** A seeded place with room; undefined after a hundred tries. */
export function freePose([a, b]: Rectangle, isFree: (p: Vec2) => boolean, chance: Random): Pose | undefined {
  for (let tries = 0; tries < 100; tries++) {
    const x = a.x + (b.x - a.x) * chance.uniform();
    const y = a.y + (b.y - a.y) * chance.uniform();
    const heading = Math.PI * (1 - 2 * chance.uniform());
    if (isFree({ x, y })) return { x, y, heading };
  }
  return undefined;
}
