/** Draws a scene: one that comes with Steerbot, or a world of posts, walls, corridors and other robots. */
import { stringify } from 'yaml';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import { distance, nearestOnSegment, type Vec2 } from '../../src/math/geometry.js';
import type { Meters } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { rangersOf } from '../../src/sensors/beam.js';
import type { Chance } from './chance.js';
import { drawMission, type Ground } from './drawMission.js';
import { drawRobot } from './drawRobot.js';
import { list, sceneNames, type Written, writtenScene } from './written.js';

export interface DrawnScene {
  /** As a scenario's file writes it, without faults. */
  readonly written: Written;
  /** Goals lie within this far of the middle. */
  readonly half: Meters;
}

const MANY_ROBOTS = 6;

/** A scene that comes with Steerbot, for a while. Those with many robots are rare and short. */
export function drawKnownScene(chance: Chance): DrawnScene {
  const name = chance.oneOf(sceneNames());
  const { criteria, faults, duration, about, ...scene } = writtenScene(name);
  const robots = list(scene, 'robots').reduce((sum, { count = 1 }) => sum + Number(count), 0);
  if (robots > MANY_ROBOTS && chance.happens(0.8)) return drawKnownScene(chance);
  const seconds = robots > MANY_ROBOTS ? 20 : Math.round(chance.between(60, 180));
  return { written: { ...scene, name, duration: seconds }, half: 1.5 };
}

type Line = readonly (readonly [number, number])[];

interface Room {
  readonly half: Meters;
  /** Half its width across; default `half`. */
  readonly across?: Meters;
  readonly walls: readonly Line[];
  readonly posts: { readonly radius: number; readonly at: readonly Vec2[] };
}

const ring = (w: number, h = w): Line => [
  [-w, -h],
  [w, -h],
  [w, h],
  [-w, h],
  [-w, -h],
];

const NO_POSTS = { radius: 0.06, at: [] };

function postsIn(chance: Chance, half: number, count: number): Room['posts'] {
  const at = Array.from({ length: count }, () => ({
    x: chance.between(-half, half),
    y: chance.between(-half, half),
  }));
  return { radius: chance.between(0.04, 0.12), at };
}

const ROOMS: Readonly<Record<string, (chance: Chance) => Room>> = {
  open: () => ({ half: 2.5, walls: [], posts: NO_POSTS }),
  posts: (chance) => ({ half: 2, walls: [ring(2.2)], posts: postsIn(chance, 2, 5 + 12 * chance.uniform()) }),
  room: (chance) => {
    const [x, y] = [chance.between(-1, 1), chance.between(-1, 1)];
    return {
      half: 1.6,
      walls: [
        ring(1.8),
        [
          [x, y],
          [x + chance.between(-1, 1), y + chance.between(-1, 1)],
        ],
      ],
      posts: postsIn(chance, 1.6, 4 * chance.uniform()),
    };
  },
  corridor: (chance) => {
    const across = chance.between(0.4, 0.8);
    return {
      half: 2.5,
      across,
      walls: [ring(2.8, across)],
      posts: postsIn(chance, 2.5, 2 * chance.uniform()),
    };
  },
};

const BALL = {
  id: 'ball',
  waypoints: [
    [1.5, 1],
    [1, -1],
    [-1, -1.5],
    [-1.2, 1.2],
  ],
  speed: 0.2,
  radius: 0.05,
  loop: true,
};
const WALKER = {
  id: 'walker',
  waypoints: [
    [-1.7, 0.3],
    [1.7, -0.4],
  ],
  speed: 0.15,
  radius: 0.1,
  solid: true,
};

/** A drawn world with one to four robots in it. @param firmware one robot with an emulated board */
export function drawWorld(chance: Chance, firmware = false): DrawnScene {
  const kind = chance.oneOf(Object.keys(ROOMS));
  const room = (ROOMS[kind] as (chance: Chance) => Room)(chance);
  const count = firmware
    ? 1
    : chance.weighted([
        [14, 1],
        [4, 2],
        [1, 3],
        [1, 4],
      ]);
  const walker = chance.happens(0.25);
  const sensing = chance.happens(0.25) ? 'truth' : 'odometry';
  const written = Array.from({ length: count }, () => drawRobot(chance, firmware));
  const robots = placed(
    chance,
    room,
    written.map((robot) => ({ robot, definition: parseRobot(stringify(robot), 'robot.yaml') })),
  );
  const movers = walker ? ['ball', 'walker'] : ['ball'];
  const groundOf = ({ id, definition }: Placed): Ground => {
    const others = robots.map((other) => other.id).filter((other) => other !== id);
    const sees = sensing === 'truth' || Object.keys(rangersOf(definition.sensors)).length > 0;
    return { movers, others, half: room.half, sees };
  };
  return {
    half: room.half,
    written: {
      name: kind,
      duration: Math.round(chance.between(firmware ? 30 : 120, firmware ? 90 : 420)),
      sensing,
      world: worldOf(room, walker),
      plant: drawPlant(chance, robots.length === 1 ? robots[0]?.definition : undefined),
      ...(chance.happens(0.3) && { communication: { delay: chance.between(0, 0.3), loss: 0.2, range: 3 } }),
      robots: robots.map((one) => ({
        id: one.id,
        robot: one.robot,
        at: one.at,
        mission: drawMission(chance, groundOf(one)),
      })),
    },
  };
}

const worldOf = ({ walls, posts }: Room, walker: boolean): Written => ({
  walls,
  posts: { radius: posts.radius, at: posts.at.map(({ x, y }) => [x, y]) },
  movers: walker ? [BALL, WALKER] : [BALL],
});

/** The true body, where it differs from its file. @param robot the only one: its delay and lag differ by a half at most */
function drawPlant(chance: Chance, robot: RobotDefinition | undefined): Written {
  if (chance.happens(0.3)) return {};
  const error = (most: number) => chance.between(-most, most);
  return {
    ...(robot && {
      delay: robot.control.latency * chance.between(0.5, 1.5),
      lag: robot.motors.lag * chance.between(0.5, 1.5),
    }),
    wheelSpeedError: { left: error(0.05), right: error(0.05) },
    wheelDiameterError: { left: error(0.02), right: error(0.02) },
    trackError: error(0.03),
    gyroBias: error(0.05),
  };
}

interface Placed {
  readonly id: string;
  readonly robot: Written;
  readonly definition: RobotDefinition;
  readonly at: { readonly x: number; readonly y: number; readonly heading: number };
}

type Unplaced = Pick<Placed, 'robot' | 'definition'>;

/** Room round a robot at its start. */
const START_GAP = 0.06;
const MOST_TRIES = 2000;

/** Each robot at a free place; a robot without one is left out. */
function placed(chance: Chance, room: Room, robots: readonly Unplaced[]): Placed[] {
  const found: Placed[] = [];
  for (const [i, { robot, definition }] of robots.entries()) {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { half, across = half } = room;
      const p = { x: chance.between(-half, half), y: chance.between(-across, across) };
      const radius = definition.chassis.radius + START_GAP;
      if (gapIn(room, p) < radius || isTaken(found, p, radius)) continue;
      const at = { ...p, heading: chance.between(-Math.PI, Math.PI) };
      found.push({ id: 'abcd'[i] as string, robot, definition, at });
      break;
    }
  }
  if (found.length === 0) throw new Error('a drawn world has no room for its robots');
  return found;
}

const isTaken = (robots: readonly Placed[], p: Vec2, radius: number): boolean =>
  robots.some(({ at, definition }) => distance(at, p) < radius + definition.chassis.radius);

function gapIn({ walls, posts }: Room, p: Vec2): number {
  const toPosts = posts.at.map((post) => distance(post, p) - posts.radius);
  const toWalls = walls.flatMap((line) =>
    line.slice(1).map(([x, y], i) => {
      const [fromX = 0, fromY = 0] = line[i] ?? [];
      const from = { x: fromX, y: fromY };
      const share = nearestOnSegment(p, from, { x, y });
      return distance(p, { x: fromX + share * (x - fromX), y: fromY + share * (y - fromY) });
    }),
  );
  // The walker starts here.
  return Math.min(...toPosts, ...toWalls, distance(p, { x: -1.7, y: 0.3 }) - WALKER.radius);
}
