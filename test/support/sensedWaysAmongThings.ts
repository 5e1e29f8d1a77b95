/** Walls and lines that a robot follows by what it sees of them, with things on the way. */
import { LockStep } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { EYES, post, type Things } from './pathsAmongThings.js';

type Point = readonly [x: Meters, y: Meters];

/** A wall on the right, or a line; and things. */
export interface SensedWay {
  readonly way: readonly Point[];
  /** Where it is to get to. */
  readonly end: Point;
  readonly things: Things;
}

const box = (x: Meters, y: Meters, side: Meters) => ({ at: [x, y], size: [side, side] }) as const;

const WALL: readonly Point[] = [[-1, 0], [5, 0]]; // biome-ignore format: one line
const along = (things: Things): SensedWay => ({ way: WALL, end: [4, 0.24], things });
const INTO: Omit<SensedWay, 'things'> = { way: [[-1, 0], [3, 0], [3, 3]], end: [2.76, 2] }; // biome-ignore format: one line
const ROUND: Omit<SensedWay, 'things'> = { way: [[-1, 0], [2, 0], [2, -3]], end: [2.24, -2] }; // biome-ignore format: one line

const WALLS: Readonly<Record<string, SensedWay>> = {
  'a post 30 cm off it': along({ circles: [post(2, 0.3, 0.05)] }),
  'a post at it': along({ circles: [post(2, 0.05, 0.05)] }),
  'a post 45 cm off it': along({ circles: [post(2, 0.45, 0.05)] }),
  'a post 60 cm off it': along({ circles: [post(2, 0.6, 0.05)] }),
  'a box of 30 cm at it': along({ boxes: [box(2, 0.15, 0.3)] }),
  'a box of 80 cm at it': along({ boxes: [box(2, 0.4, 0.8)] }),
  'a box 5 cm off it': along({ boxes: [box(2, 0.2, 0.3)] }),
  'a box 30 cm off it': along({ boxes: [box(2, 0.45, 0.3)] }),
  'into a corner with a post': { ...INTO, things: { circles: [post(2.6, 0.4, 0.05)] } },
  'round a corner': { ...ROUND, things: {} },
  'round a corner with a post': { ...ROUND, things: { circles: [post(2.3, 0.3, 0.05)] } },
  'round its end': { way: [[-1, 0], [2, 0]], end: [0, -0.24], things: {} }, // biome-ignore format: one line
};

const LINE: readonly Point[] = [[-0.2, 0], [4, 0]]; // biome-ignore format: one line
const on = (things: Things): SensedWay => ({ way: LINE, end: [4, 0], things });
/** A quarter of a circle of half a meter, to the left. */
const BEND: readonly Point[] = Array.from({ length: 25 }, (_, i): Point => {
  const angle = ((i / 24 - 1) * Math.PI) / 2;
  return [2 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
});
const BENT: Omit<SensedWay, 'things'> = { way: [[-0.2, 0], ...BEND, [2.5, 2.5]], end: [2.5, 2.5] }; // biome-ignore format: one line
const CORNER: Omit<SensedWay, 'things'> = { way: [[-0.2, 0], [2, 0], [2, 2.5]], end: [2, 2.5] }; // biome-ignore format: one line

const LINES: Readonly<Record<string, SensedWay>> = {
  'a post on it': on({ circles: [post(2, 0, 0.05)] }),
  'a post 6 cm beside it': on({ circles: [post(2, 0.06, 0.05)] }),
  'a post 25 cm beside it': on({ circles: [post(2, 0.25, 0.05)] }),
  'a box of 30 cm on it': on({ boxes: [box(2, 0, 0.3)] }),
  'a box of 80 cm on it': on({ boxes: [box(2, 0, 0.8)] }),
  'a wall 30 cm beside it': on({ walls: [[[-1, 0.3], [5, 0.3]]] }), // biome-ignore format: one line
  'two posts on it': on({ circles: [post(1.4, 0, 0.05), post(2.6, 0, 0.05)] }),
  'a post before a bend': { ...BENT, things: { circles: [post(1.7, 0, 0.05)] } },
  'a post on a bend': { ...BENT, things: { circles: [post(2.354, 0.146, 0.05)] } },
  'a post before a corner': { ...CORNER, things: { circles: [post(1.6, 0, 0.05)] } },
  'a post on a corner': { ...CORNER, things: { circles: [post(2, 0, 0.05)] } },
  'a wall behind its end': on({ walls: [[[4.3, -1], [4.3, 1]]] }), // biome-ignore format: one line
};

/** Two posts near the way, as chance places them. */
function fieldBeside(seed: number, middle: Meters, [low, high]: Point): Things {
  const chance = resumeRandom(seedRandom(seed));
  const between = (from: number, to: number) => from + (to - from) * chance.uniform();
  const places = [between(0.9, 1.4), between(2.1, 2.8)];
  return { circles: places.map((x) => post(x, middle + between(low, high), between(0.03, 0.1))) };
}

const FIELDS = 24;
const withFields = (
  places: Readonly<Record<string, SensedWay>>,
  fieldOf: (seed: number) => SensedWay,
): readonly (readonly [name: string, SensedWay])[] => [
  ...Object.entries(places),
  ...Array.from({ length: FIELDS }, (_, i) => [`field ${i + 1}`, fieldOf(i + 1)] as const),
];

/** Each goal, and the places at which it is tried. */
export const SENSED = {
  followWall: withFields(WALLS, (seed) => along(fieldBeside(seed, 0.24, [-0.2, 0.25]))),
  followLine: withFields(LINES, (seed) => on(fieldBeside(seed, 0, [-0.08, 0.08]))),
};

/** A single eye looks at the wall that it follows, or ahead. */
const eyesOf = (eyes: string, at: Meters, facing: number): object[] =>
  (EYES[eyes] ?? []).map((eye) => (eyes === 'one eye' ? { ...eye, at: [at, 0], facing: deg(facing) } : eye));

function robotFor(goal: keyof typeof SENSED, eyes: string): RobotDefinition {
  const scout = loadRobot('scout');
  const sensors = (own: readonly unknown[]) => own as unknown as RobotDefinition['sensors'];
  if (goal === 'followWall') return { ...scout, sensors: sensors(eyesOf(eyes, -0.01, -45)) };
  const elegoo = loadRobot('elegoo-smart-car-v4');
  const floor = elegoo.sensors.filter(({ type }) => type === 'reflectance');
  // With encoders, so that it knows where its line was.
  return { ...elegoo, ...(scout.encoders && { encoders: scout.encoders }), sensors: sensors([...floor, ...eyesOf(eyes, 0.08, 0)]) }; // biome-ignore format: one line
}

/** So near to the end it is there. */
const THERE: Meters = 0.4;

export interface SensedDrive {
  readonly place: SensedWay;
  readonly eyes: string;
  readonly guards: readonly object[];
  readonly goal: keyof typeof SENSED;
}

export function driveBySight({ place, eyes, guards, goal }: SensedDrive): {
  readonly done: boolean;
  readonly contacts: number;
  readonly seconds: Seconds;
} {
  const { way, end, things } = place;
  const isWall = goal === 'followWall';
  const scene = scenario({
    name: 'by sight among things',
    // With one eye it stops and looks about again and again.
    duration: eyes === 'one eye' ? 400 : 120,
    seed: 1,
    sensing: eyes === 'truth' ? 'truth' : 'odometry',
    world: (isWall
      ? { ...things, walls: [...(things.walls ?? []), way] }
      : { ...things, lines: [{ width: 0.019, points: way }] }) as never,
    robots: [
      {
        id: 'a',
        robot: robotFor(goal, eyes),
        at: { x: 0, y: isWall ? 0.3 : 0, heading: 0 },
        mission: { prioritize: [...guards, isWall ? { followWall: { side: 'right' } } : { followLine: {} }] } as never, // biome-ignore format: one line
      },
    ],
  });
  const lock = new LockStep(scene, {});
  const isThere = () => {
    const { x, y } = lock.world.poseOf('a');
    return Math.hypot(x - end[0], y - end[1]) < THERE;
  };
  // A wall has no end: it is done where it passes. A line ends, and it stands there.
  while (!lock.isOver && !(isWall && isThere())) {
    lock.control();
    lock.advance(scene.duration);
  }
  const done = isThere() && (isWall || lock.result(0).robots[0]?.outcome === 'arrived');
  const contacts = lock.world.contactsOf('a');
  lock.close();
  return { done, contacts, seconds: lock.at };
}
