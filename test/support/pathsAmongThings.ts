/** Paths on which something stands, and the robots that are to drive them to their ends. */
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';

type Point = readonly [x: Meters, y: Meters];

export interface Things {
  readonly circles?: readonly { readonly at: Point; readonly radius: Meters }[];
  readonly boxes?: readonly { readonly at: Point; readonly size: Point }[];
  readonly walls?: readonly (readonly Point[])[];
}

export interface Situation {
  readonly path: readonly Point[];
  readonly things: Things;
  /** Where the robot starts, if not at the path's beginning. */
  readonly from?: Point;
  /** It is long: so much time. */
  readonly within?: Seconds;
}

export const post = (x: Meters, y: Meters, radius: Meters) => ({ at: [x, y], radius }) as const;
const roomOf = (low: Point, high: Point): readonly Point[] => [
  low,
  [high[0], low[1]],
  high,
  [low[0], high[1]],
  low,
];
const SQUARE: readonly Point[] = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]; // biome-ignore format: one line
const inRoom = (away: Meters) => ({ walls: [roomOf([-away, -away], [1 + away, 1 + away])] });
/** Lanes of 2.5 m, so far apart. */
const lanes = (apart: Meters): readonly Point[] =>
  Array.from({ length: 7 }, (_, i): readonly Point[] => {
    const y = 0.25 + i * apart;
    return i % 2 === 0 ? [[0.25, y], [2.75, y]] : [[2.75, y], [0.25, y]]; // biome-ignore format: one line
  }).flat();
const hairpin = (width: Meters): Situation => ({
  path: [[0, 0], [2.1, 0], [2.1, width], [0, width]], // biome-ignore format: one line
  things: { walls: [[[-1, width / 2], [1.8, width / 2]]] }, // biome-ignore format: one line
});

/** Each is a kind of place where a way round leaves the path. */
export const SITUATIONS: Readonly<Record<string, Situation>> = {
  'a post on a straight path': { path: [[0, 0], [3, 0]], things: { circles: [post(1.5, 0, 0.05)] } }, // biome-ignore format: one line
  'a box of 30 cm on it': { path: [[0, 0], [3, 0]], things: { boxes: [{ at: [1.5, 0], size: [0.3, 0.3] }] } }, // biome-ignore format: one line
  'a box of 80 cm on it': { path: [[0, 0], [3, 0]], things: { boxes: [{ at: [1.5, 0], size: [0.8, 0.8] }] } }, // biome-ignore format: one line
  'a post on a corner': { path: SQUARE, things: { circles: [post(1, 0, 0.05)] } },
  'a post just before a corner': { path: SQUARE, things: { circles: [post(0.85, 0, 0.05)] } },
  'a square, walls 0.2 m away': { path: SQUARE, things: inRoom(0.2) },
  'a square, walls 0.3 m away': { path: SQUARE, things: inRoom(0.3) },
  'a slalom between posts': {
    path: Array.from(
      { length: 61 },
      (_, i): Point => [i * 0.05, 0.25 * Math.sin((i * 0.05 * 2 * Math.PI) / 1.5)],
    ),
    things: { circles: [post(0.375, -0.1, 0.05), post(1.125, 0.1, 0.05), post(1.875, -0.1, 0.05)] },
  },
  'a hairpin of 0.5 m round the end of a wall': hairpin(0.5),
  'a hairpin of 0.4 m round the end of a wall': hairpin(0.4),
  'a figure eight with a post on its crossing': {
    path: [[0, 0], [1, 0.6], [1, 0], [0, 0.6]], // biome-ignore format: one line
    things: { circles: [post(0.5, 0.3, 0.08)] },
  },
  'lanes in a room': { path: lanes(0.25), things: { walls: [roomOf([0, 0], [3, 2])] }, within: 120 },
  'lanes with a post in one': {
    path: lanes(0.25),
    things: { walls: [roomOf([0, 0], [3, 2])], circles: [post(1.5, 1, 0.15)] },
    within: 120,
  },
  'a post at the beginning': { path: [[0, 0], [3, 0]], from: [-0.5, 0], things: { circles: [post(0, 0, 0.05)] } }, // biome-ignore format: one line
  'a path beside which it starts': { path: [[0, 0], [2, 0]], from: [0.6, 0.2], things: { circles: [post(1.3, 0, 0.05)] } }, // biome-ignore format: one line
};

/** Posts near a straight line or a bend of 3.4 m, as chance places them. */
export function fieldOf(seed: number): Situation {
  const chance = resumeRandom(seedRandom(seed));
  const between = (low: number, high: number) => low + (high - low) * chance.uniform();
  const bend = seed % 2 === 0 ? 0 : between(0.3, 0.5);
  const along = (x: Meters): Point => [x, bend * Math.sin((x * Math.PI) / 1.7)];
  const circles = [between(0.8, 1.3), between(2, 2.6)].map((x) => {
    const [, y] = along(x);
    return post(x, y + between(-0.08, 0.08), between(0.03, 0.1));
  });
  return { path: Array.from({ length: 35 }, (_, i) => along(i * 0.1)), things: { circles } };
}

const eye = (facing: number, i: number) => ({
  id: `eye${i}`,
  type: 'gp2y0a21',
  pin: 'A0',
  at: [-0.01, 0] as const,
  facing: deg(facing),
});
const sonar = (_: unknown, i: number) => ({
  id: `s${i}`,
  type: 'sonar',
  at: [0, 0],
  facing: deg(i * 22.5),
  noise: 'typical',
});

/** What a robot sees by. */
export const EYES: Readonly<Record<string, object[]>> = {
  truth: [],
  lidar: [{ id: 'lidar', type: 'lidar', at: [0, 0], facing: 0, noise: 'typical' }],
  '16 sonars': Array.from({ length: 16 }, sonar),
  'one eye': [eye(0, 0)],
};

export interface Drive {
  readonly situation: Situation;
  readonly eyes: string;
  /** Before the goal. */
  readonly guards?: readonly object[];
  readonly goal?: object;
  readonly seed?: number;
}

export interface Driven {
  readonly arrived: boolean;
  readonly seconds: Seconds;
  readonly contacts: number;
  readonly outcome: string;
  /** How far it stayed from the path's points, at most. */
  readonly missed: Meters;
}

/** The path itself, or another goal, behind guards. */
export function driveAmong({
  situation,
  eyes,
  guards = [{ avoidObstacles: {} }],
  goal,
  seed = 1,
}: Drive): Driven {
  const { path, things, from = path[0] as Point, within = 60 } = situation;
  // It stops and looks about again and again.
  const duration = eyes === 'one eye' ? 5 * within : within;
  const scout = loadRobot('scout');
  const robot = { ...scout, sensors: EYES[eyes] as unknown as RobotDefinition['sensors'] };
  const scene = scenario({
    name: 'path among things',
    duration,
    seed,
    ...(eyes === 'truth' && { sensing: 'truth' }),
    world: things as never,
    robots: [
      {
        id: 'a',
        robot,
        at: { x: from[0], y: from[1], heading: 0 },
        mission: { prioritize: [...guards, goal ?? { followPath: { path } }] } as never,
      },
    ],
  });
  const nearest = path.map(() => Number.POSITIVE_INFINITY);
  const lock = new LockStep(scene, {});
  while (!lock.isOver) {
    lock.control();
    lock.advance(scene.duration);
    const { x, y } = lock.world.poseOf('a');
    for (const [i, [px, py]] of path.entries())
      nearest[i] = Math.min(nearest[i] as Meters, Math.hypot(x - px, y - py));
  }
  const [end] = lock.result(0).robots;
  const contacts = lock.world.contactsOf('a');
  lock.close();
  return {
    arrived: end?.outcome === 'arrived',
    seconds: lock.at,
    contacts,
    outcome: end?.why ?? end?.outcome ?? '',
    missed: Math.max(...nearest),
  };
}
