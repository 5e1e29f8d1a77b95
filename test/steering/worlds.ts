/** Random worlds, and every behavior there is in one of them. */
import fc from 'fast-check';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import {
  add,
  angleOf,
  cross,
  fromPolar,
  length,
  type Pose,
  sub,
  truncate,
  type Vec2,
  wrapAngle,
  ZERO,
} from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Mount } from '../../src/robot/mount.js';
import type { Ranger } from '../../src/robot/ranger.js';
import type { Neighbor, Obstacle } from '../../src/signals/signals.js';
import type { Behavior, Percept, Steering } from '../../src/steering/behavior.js';
import { align } from '../../src/steering/behaviors/align.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { avoidNeighbors } from '../../src/steering/behaviors/avoidNeighbors.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { cohere } from '../../src/steering/behaviors/cohere.js';
import { contain } from '../../src/steering/behaviors/contain.js';
import { dock } from '../../src/steering/behaviors/dock.js';
import { evade } from '../../src/steering/behaviors/evade.js';
import { face } from '../../src/steering/behaviors/face.js';
import { flee } from '../../src/steering/behaviors/flee.js';
import { flock } from '../../src/steering/behaviors/flock.js';
import { followFlowField } from '../../src/steering/behaviors/followFlowField.js';
import { followLeader } from '../../src/steering/behaviors/followLeader.js';
import { followLine } from '../../src/steering/behaviors/followLine.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { followWall } from '../../src/steering/behaviors/followWall.js';
import { hide } from '../../src/steering/behaviors/hide.js';
import { home } from '../../src/steering/behaviors/home.js';
import { interpose } from '../../src/steering/behaviors/interpose.js';
import { lookAround } from '../../src/steering/behaviors/lookAround.js';
import { offsetPursue } from '../../src/steering/behaviors/offsetPursue.js';
import { pursue } from '../../src/steering/behaviors/pursue.js';
import { queue } from '../../src/steering/behaviors/queue.js';
import { search } from '../../src/steering/behaviors/search.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { seekBeacon } from '../../src/steering/behaviors/seekBeacon.js';
import { seekLight } from '../../src/steering/behaviors/seekLight.js';
import { separate } from '../../src/steering/behaviors/separate.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { blend, budget, dither, prioritize } from '../../src/steering/combine.js';
import { knownLeaves, missionBehavior } from '../../src/steering/mission.js';
import { wait } from '../../src/steering/missions/still.js';
import { AT_THE_START, percept, SMALL } from '../support/percept.js';
import { exampleOf } from '../support/sceneExample.js';

export interface World {
  readonly pose: Pose;
  /** Where the body is a tick later, so that memories matter. */
  readonly next: Pose;
  readonly velocity: Vec2;
  readonly target: Vec2;
  readonly ball: { readonly position: Vec2; readonly velocity: Vec2 };
  readonly path: readonly Vec2[];
  readonly neighbors: readonly Neighbor[];
  readonly obstacles: readonly Obstacle[];
  /** What the brightness sensors on its left and on its right tell, 0 … 1, and the bearing that its beacon sensor tells. */
  readonly felt: { readonly left: number; readonly right: number; readonly bearing: number };
}

const pair = ({ x, y }: Vec2) => [x, y] as const;
const ball = { mover: 'ball' };

const listed: Readonly<Record<string, (world: World) => Behavior>> = {
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
  separate: () => separate(),
  'separate ahead': () => separate({ radius: 1.5, fieldOfView: 4 }),
  align: () => align(),
  'align at a speed': () => align({ fieldOfView: 4, cruise: 0.5 }),
  cohere: () => cohere(),
  flock: () => flock(),
  followLeader: () => followLeader({ leader: ball }),
  'followLeader, a robot': () => followLeader({ leader: { robot: 'n0' }, distance: 0.4 }),
  pursue: () => pursue({ target: ball }),
  'pursue a robot for a fixed time': () => pursue({ target: { robot: 'n0' }, lookAhead: 0.5 }),
  evade: () => evade({ target: ball }),
  'evade a robot near by': () => evade({ target: { robot: 'n0' }, lookAhead: 1, panicDistance: 1.5 }),
  offsetPursue: () => offsetPursue({ target: ball, offset: [-0.3, 0] }),
  'offsetPursue a robot': () => offsetPursue({ target: { robot: 'n0' }, offset: [0.4, 0] }),
  interpose: ({ target }) => interpose({ between: [ball, pair(target)], ratio: 0.3 }),
  hide: () => hide({ from: ball }),
  avoidNeighbors: () => avoidNeighbors(),
  'avoidNeighbors after a goal': ({ target }) =>
    blend(seek({ target: pair(target) }), avoidNeighbors({ margin: 0.1, horizon: 3 })),
  'queue after a goal': ({ target }) => blend(seek({ target: pair(target) }), queue()),
  'queue that brakes': ({ target }) =>
    blend(seek({ target: pair(target) }), queue({ mode: 'brake', ahead: 0.5, radius: 0.8 })),
  avoidObstacles: () => avoidObstacles(),
  'avoidObstacles with foresight': () => avoidObstacles({ margin: 0.05, lookAhead: 1 }),
  lookAround: ({ target }) => prioritize(lookAround(), seek({ target: pair(target) })),
  'lookAround about a course': ({ path }) =>
    prioritize(lookAround({ sweep: 1, spacing: 0.1 }), followPath({ path: path.map(pair) })),
  'contain in a triangle': ({ path, target }) =>
    contain({ inside: [pair(target), pair(path[0] ?? ZERO), pair(path[1] ?? ZERO)], lookAhead: 0.5 }),
  followWall: () => followWall(),
  'followWall on its right': () => blend(followWall({ offset: 0.3, within: 3 })),
  'followFlowField to a sink': ({ target }) =>
    followFlowField({ field: (p) => ({ x: target.x - p.x, y: target.y - p.y }), predict: 0.3 }),
  wander: () => wander(),
  prioritize: ({ target }) =>
    prioritize(flee({ target: ball, panicDistance: 1 }), arrive({ target: pair(target) })),
  blend: ({ target, path }) =>
    blend(
      { behavior: seek({ target: pair(target) }), weight: 0.3 },
      followPath({ path: path.map(pair) }),
      wander(),
    ),
  budget: ({ target, path }) =>
    budget(
      flee({ target: ball, panicDistance: 1 }),
      seek({ target: pair(target) }),
      followPath({ path: path.map(pair) }),
    ),
  dither: ({ target }) =>
    dither(
      { behavior: flee({ target: ball, panicDistance: 1.5 }), chance: 0.6 },
      { behavior: seek({ target: pair(target) }), chance: 0.7 },
    ),
  face: ({ target }) => face({ target: pair(target) }),
  home: () => home(),
  dock: ({ target, path }) =>
    dock({ target: pair(target), heading: angleOf(sub(path[1] ?? ZERO, path[0] ?? ZERO)) }),
  search: ({ target, path: [a = ZERO, b = ZERO] }) =>
    isCorner(a, b, target) ? search({ inside: [pair(a), pair(b), pair(target)], margin: 0 }) : search(),
  wait: () => wait(1),
  followLine: () => followLine(),
  'followLine, a bright one': () => followLine({ line: 'bright', threshold: 0.4 }),
  seekLight: () => seekLight(),
  'seekLight by crossed wires': () => seekLight({ wiring: 'crossed' }),
  'seekLight by uncrossed wires': () => seekLight({ wiring: 'uncrossed' }),
  seekBeacon: () => seekBeacon(),
  'seekBeacon over a long way': () => seekBeacon({ within: 1 }),
};

/** Whether three points span an area. */
const isCorner = (a: Vec2, b: Vec2, c: Vec2): boolean =>
  length(sub(b, a)) > 0.01 && Math.abs(cross(sub(b, a), sub(c, a))) > 0.01;

const isListed = (name: string): boolean =>
  Object.keys(listed).some((one) => new RegExp(`^${name}\\b`).test(one));

/** All, each that is not listed as in its scene. */
export const behaviors: typeof listed = {
  ...listed,
  ...Object.fromEntries(
    knownLeaves({})
      .filter((name) => !isListed(name))
      .map((behavior) => [
        behavior,
        ({ target }: World) =>
          missionBehavior(missionSchema().parse({ [behavior]: exampleOf(behavior, () => pair(target)) })),
      ]),
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

/** Robots with ids of their own, in the order of the list. */
export const crowd = (one: fc.Arbitrary<Omit<Neighbor, 'id' | 'at' | 'radius'>>): fc.Arbitrary<Neighbor[]> =>
  fc
    .array(one, { maxLength: 4 })
    .map((all) => all.map((neighbor, i) => ({ id: `n${i}`, at: 0, radius: SMALL.radius, ...neighbor })));
const neighbors = crowd(fc.record({ position: vector(1), velocity, heading: coordinate(3) }));
const post = fc.record({ at: vector(1.5), radius: fc.constantFrom(0.05, 0.2) });
const wall = fc.record({ from: vector(1.5), to: vector(1.5), radius: fc.constant(0) });
const obstacles = fc.array(
  fc.oneof(
    post.map(({ at, radius }): Obstacle => ({ from: at, to: at, radius })),
    wall,
    fc
      .record({ at: vector(1.5), velocity })
      .map(({ at, velocity }): Obstacle => ({ from: at, to: at, radius: 0.1, velocity })),
  ),
  { maxLength: 4 },
);

/** What the sensors tell in a world with that target: any levels, never the same on both sides. */
export const feltIn = ({ x, y }: Vec2): World['felt'] => ({
  left: Math.abs(Math.sin(7 * x + 0.3)),
  right: Math.abs(Math.cos(5 * y + 0.4)),
  bearing: 3 * Math.sin(3 * x - y),
});

export const worlds: fc.Arbitrary<World> = fc
  .record({
    pose,
    next: pose,
    velocity,
    target: vector(2),
    ball: fc.record({ position: vector(2), velocity }),
    path: courses,
    neighbors,
    obstacles,
  })
  .map((world) => ({ ...world, felt: feltIn(world.target) }));

export const normal = (seed: number): Random => resumeRandom(seedRandom(seed));
export const mirrored = (random: Random): Random => ({ ...random, gaussian: () => -random.gaussian() });

/** One ray ahead, as of an infrared sensor. */
export const EYE: Ranger = {
  at: { x: 0.08, y: 0 },
  facing: 0,
  beam: { rays: [0], each: true, nearest: 0.1, farthest: 0.8, rate: 25 },
};

const mount = (senses: Mount['senses'], y: number, facing: number): Mount => ({
  senses,
  at: { x: 0.08, y },
  facing,
});

export const MOUNTS: Readonly<Record<string, Mount>> = {
  lineLeft: mount('reflectance', 0.01, 0),
  lineRight: mount('reflectance', -0.01, 0),
  lightLeft: mount('light', 0.04, 0.7),
  lightRight: mount('light', -0.04, -0.7),
  ear: mount('beacon', 0, 0),
};

/** The readings of those sensors, of a body at a pose. */
function feltAt({ left, right, bearing }: World['felt'], from: Pose): Pick<Percept, 'levels' | 'bearings'> {
  const level = (sensor: string, value: number) =>
    ({ kind: 'level', at: 0, sensor, level: value, from }) as const;
  return {
    levels: {
      lineLeft: level('lineLeft', left),
      lineRight: level('lineRight', right),
      lightLeft: level('lightLeft', left),
      lightRight: level('lightRight', right),
    },
    bearings: { ear: { kind: 'bearing', at: 0, sensor: 'ear', bearing, from } },
  };
}

/** Its first and its second answer. */
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
    neighbors: world.neighbors,
    obstacles: world.obstacles,
    rangers: { eye: EYE },
    mounts: MOUNTS,
    random,
    mission: { ...AT_THE_START, home: { ...world.target, heading: 0 } },
  };
  const felt = (pose: Pose) => ({ pose, ...feltAt(world.felt, pose) });
  const first = behavior.steer(percept({ ...given, ...felt(world.pose) }), behavior.start(), { x: 0, y: 0 });
  const second = behavior.steer(percept({ ...given, ...felt(world.next) }), first.memory, { x: 0, y: 0 });
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
  const isMirror = wrapAngle(heading(1) - heading(0)) < 0;
  const { left, right, bearing } = world.felt;
  return {
    felt: isMirror ? { left: right, right: left, bearing: -bearing } : world.felt,
    pose: place(world.pose),
    next: place(world.next),
    velocity: to(world.velocity),
    target: at(world.target),
    ball: { position: at(world.ball.position), velocity: to(world.ball.velocity) },
    path: world.path.map(at),
    neighbors: world.neighbors.map((neighbor) => ({
      ...neighbor,
      position: at(neighbor.position),
      velocity: to(neighbor.velocity),
      heading: heading(neighbor.heading),
    })),
    obstacles: world.obstacles.map((obstacle) => ({
      ...obstacle,
      from: at(obstacle.from),
      to: at(obstacle.to),
      ...(obstacle.velocity && { velocity: to(obstacle.velocity) }),
    })),
  };
}
