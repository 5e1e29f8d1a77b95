/** Random worlds, and every behavior there is in one of them. */
import fc from 'fast-check';
import { add, fromPolar, length, type Pose, truncate, type Vec2, ZERO } from '../../src/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/random.js';
import type { Behavior, Percept, Steering } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { flee } from '../../src/steering/behaviors/flee.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { blend, prioritize } from '../../src/steering/combine.js';
import { percept, SMALL } from '../support/percept.js';

export interface World {
  readonly pose: Pose;
  /** Where the body is a tick later, so that memories matter. */
  readonly next: Pose;
  readonly velocity: Vec2;
  readonly target: Vec2;
  readonly ball: { readonly position: Vec2; readonly velocity: Vec2 };
  readonly path: readonly Vec2[];
}

const pair = ({ x, y }: Vec2) => [x, y] as const;
const ball = { mover: 'ball' };

export const behaviors: Readonly<Record<string, (world: World) => Behavior>> = {
  seek: ({ target }) => seek({ target: pair(target) }),
  'seek a mover': () => seek({ target: ball }),
  flee: ({ target }) => flee({ target: pair(target) }),
  'flee in panic': () => flee({ target: ball, panicDistance: 1.5 }),
  arrive: ({ target }) => arrive({ target: pair(target) }),
  'arrive at a mover': () => arrive({ target: ball, slowingRadius: 2 }),
  'arrive linearly': ({ target }) => arrive({ target: pair(target), profile: 'linear' }),
  'arrive as Buckland': ({ target }) => arrive({ target: pair(target), profile: 'buckland' }),
  followPath: ({ path }) => followPath({ path: path.map(pair) }),
  'followPath in a band': ({ path }) => followPath({ path: path.map(pair), radius: 0.5 }),
  'followPath round a loop': ({ path }) => followPath({ path: path.map(pair), loop: true }),
  wander: () => wander(),
  prioritize: ({ target }) =>
    prioritize(flee({ target: ball, panicDistance: 1 }), arrive({ target: pair(target) })),
  blend: ({ target, path }) =>
    blend(
      { behavior: seek({ target: pair(target) }), weight: 0.3 },
      followPath({ path: path.map(pair) }),
      wander(),
    ),
};

export const coordinate = (limit: number) =>
  fc.noBias(fc.integer({ min: -limit * 1e6, max: limit * 1e6 })).map((n) => n / 1e6);
export const vector = (limit: number) => fc.record({ x: coordinate(limit), y: coordinate(limit) });
const pose = fc.record({ x: coordinate(2), y: coordinate(2), heading: coordinate(3) });
const velocity = vector(1).map((v) => truncate(v, SMALL.maxSpeed));
/** No way back over itself: there both branches are equally near, and rounding chooses between them. */
const courses = fc
  .array(fc.tuple(fc.constantFrom(0.7, 0.9, 1.2), coordinate(2)), { minLength: 2, maxLength: 5 })
  .map((legs) => {
    const points: Vec2[] = [{ x: -0.513, y: 0.207 }];
    let heading = 0.1;
    for (const [leg, turn] of legs) {
      heading += turn;
      points.push(add(points.at(-1) ?? ZERO, fromPolar(leg, heading)));
    }
    return points;
  });
export const worlds: fc.Arbitrary<World> = fc.record({
  pose,
  next: pose,
  velocity,
  target: vector(2),
  ball: fc.record({ position: vector(2), velocity }),
  path: courses,
});

export const normal = (seed: number): Random => resumeRandom(seedRandom(seed));
export const mirrored = (random: Random): Random => ({ ...random, gaussian: () => -random.gaussian() });

/** What it says the first time and the second. */
export function twice(
  make: (world: World) => Behavior,
  world: World,
  random: Random,
): readonly [Steering, Steering] {
  const behavior = make(world);
  const given: Partial<Percept> = {
    body: SMALL,
    velocity: world.velocity,
    forwardSpeed: length(world.velocity),
    targets: { ball: { id: 'ball', at: 0, ...world.ball } },
    random,
  };
  const first = behavior.steer(percept({ ...given, pose: world.pose }), behavior.start(), { x: 0, y: 0 });
  const second = behavior.steer(percept({ ...given, pose: world.next }), first.memory, { x: 0, y: 0 });
  return [first, second];
}

/** The whole world by one map of points, one of directions and one of headings. */
export function mapped(
  world: World,
  at: (p: Vec2) => Vec2,
  to: (v: Vec2) => Vec2,
  heading: (h: number) => number,
): World {
  const place = (p: Pose): Pose => ({ ...at(p), heading: heading(p.heading) });
  return {
    pose: place(world.pose),
    next: place(world.next),
    velocity: to(world.velocity),
    target: at(world.target),
    ball: { position: at(world.ball.position), velocity: to(world.ball.velocity) },
    path: world.path.map(at),
  };
}
