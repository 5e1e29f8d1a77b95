/**
 * Runs of a healthy robot, drawn from a number: its body is off by what bodies are off by, and nothing of it is broken.
 */
import { Subject } from 'rxjs';
import { runScenario } from '../../sim/engine/run.js';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import type { MoverSpec, Scenario, WorldSpec } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { Vec2 } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, Fault, Twist } from '../../src/signals/signals.js';
import { EMPTY } from '../sim/bodies.js';
import { missionOf, sceneOf } from './runs.js';

/** A hand on the stick: what it asks for at a time. */
export type Stick = (at: Seconds) => Twist;

export interface DrawnRun {
  /** By which the run can be made again, in words. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly stick?: Stick;
}

/** A fault that a healthy robot noticed. */
export interface Alarm {
  readonly run: string;
  readonly robot: string;
  readonly fault: Fault;
  readonly stopped: boolean;
}

export interface Watched {
  readonly seconds: Seconds;
  /** That its robots have driven, together. */
  readonly way: Meters;
  readonly alarms: readonly Alarm[];
}

/** Everything that its robots noticed; and how long it took. */
export function watchRun({ name, scenario, stick }: DrawnRun): Watched {
  const commands$ = new Subject<Command>();
  const onTick = (_: string, __: unknown, { at }: { readonly at: Seconds }) => {
    if (stick) commands$.next({ kind: 'teleop', twist: stick(at) });
  };
  const run = runScenario(scenario, { onTick, commands$, now: () => 0 });
  let step = run.next();
  while (!step.done) step = run.next();
  const { simulatedSeconds, robots } = step.value;
  const alarms = robots.flatMap(({ id, faults, outcome }) =>
    faults.map((fault) => ({ run: name, robot: id, fault, stopped: outcome === 'faulted' })),
  );
  const way = robots.reduce((sum, { distanceTravelled }) => sum + distanceTravelled, 0);
  return { seconds: simulatedSeconds * robots.length, way, alarms };
}

/** Draws from a list, evenly. */
export const oneOf = <T>(chance: Random, list: readonly T[]): T =>
  list[Math.floor(chance.uniform() * list.length)] as T;

export const between = (chance: Random, least: number, most: number): number =>
  least + (most - least) * chance.uniform();

/** What one drawn run is made of; everything is in the name. */
interface Drawn {
  readonly task: Task;
  readonly rate: number;
  readonly counts: number;
  readonly errors: { readonly left: number; readonly right: number };
  readonly delay: number;
  readonly lag: number;
  readonly gyro: boolean;
  readonly gyroBias: number;
}

/** A mission in its world. */
interface Task {
  readonly name: string;
  readonly mission: object;
  readonly world?: Partial<WorldSpec>;
  readonly at?: { readonly x?: number; readonly y?: number; readonly heading?: number };
  /** It is meant to touch things. */
  readonly touches?: boolean;
  readonly stick?: Stick;
}

export const RATES = [10, 20, 50, 100] as const;
export const COUNTS = [20, 40, 80, 200, 585, 1437] as const;
const FACTORS = [0.5, 1, 1.5] as const;
const OFF = 0.1;
const SECONDS: Seconds = 20;

/**
 * The run of a number.
 *
 * @param off by so much each wheel is faster or slower than its file says
 * @param gyroAlone without encoders: a gyroscope is all that tells what the body does
 */
export function drawRun(seed: number, off = OFF, gyroAlone = false): DrawnRun {
  const chance = resumeRandom(seedRandom(seed));
  const both: Drawn = {
    task: oneOf(chance, TASKS)(chance),
    rate: oneOf(chance, RATES),
    counts: oneOf(chance, COUNTS),
    errors: { left: oneOf(chance, [-off, off]), right: oneOf(chance, [-off, off]) },
    delay: oneOf(chance, FACTORS),
    lag: oneOf(chance, FACTORS),
    gyro: chance.uniform() < 0.5,
    gyroBias: between(chance, -deg(3), deg(3)),
  };
  const drawn = gyroAlone ? { ...both, counts: 0, gyro: true } : both;
  return { name: nameOf(seed, drawn), ...sceneFrom(seed, drawn) };
}

function nameOf(seed: number, { task, rate, counts, errors, delay, lag, gyro }: Drawn): string {
  const wheels = `wheels ${percent(errors.left)} ${percent(errors.right)}`;
  const response = `delay × ${delay}, lag × ${lag}`;
  return `seed ${seed}: ${task.name}, ${rate} Hz, ${counts} counts, ${wheels}, ${response}${gyro ? ', gyroscope' : ''}`;
}

const percent = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(100 * share)} %`;

function sceneFrom(seed: number, drawn: Drawn): Pick<DrawnRun, 'scenario' | 'stick'> {
  const { task, errors, delay, lag, gyroBias } = drawn;
  const robot = task.touches ? unguarded(scoutWith(drawn)) : scoutWith(drawn);
  const plant: PlantSpec = {
    delay: delay * robot.control.latency,
    lag: lag * robot.motors.lag,
    wheelSpeedError: errors,
    wheelDiameterError: { left: 0, right: 0 },
    trackError: 0,
    gyroBias,
  };
  const scenario = sceneOf({
    robot,
    plant,
    seed,
    mission: missionOf(task.mission),
    sensing: 'odometry',
    duration: SECONDS,
    world: { ...EMPTY, ...task.world },
    at: { ...task.at },
  });
  return task.stick ? { scenario, stick: task.stick } : { scenario };
}

/** Scout, as its encoders and its loop are drawn; perhaps with a gyroscope. No counts: no encoders. */
export function scoutWith({ rate, counts, gyro }: Pick<Drawn, 'rate' | 'counts' | 'gyro'>): RobotDefinition {
  const scout = loadRobot('scout');
  const wheel = { countsPerRevolution: counts };
  const gyroscope = loadRobot('elegoo-smart-car-v4').sensors.filter(({ type }) => type === 'mpu6050');
  const { encoders: _, ...body } = scout;
  return {
    ...body,
    ...(counts > 0 && { encoders: { left: wheel, right: wheel } }),
    sensors: [...scout.sensors, ...(gyro ? gyroscope : [])],
    control: { ...scout.control, rate },
  };
}

/** It sees nothing and runs into things. */
const unguarded = (robot: RobotDefinition): RobotDefinition => ({
  ...robot,
  sensors: robot.sensors.filter(({ type }) => type === 'mpu6050'),
  safety: { ...robot.safety, collisionMonitor: 'off' },
});

const corners = (half: number): Vec2[] =>
  [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
    [-half, -half],
  ].map(([x = 0, y = 0]) => ({ x, y }));

/** Four walls, and posts that leave the middle free. */
export const ROOM: Partial<WorldSpec> = {
  walls: [corners(1.5)],
  posts: {
    radius: 0.06,
    at: [
      { x: 0.8, y: 0.7 },
      { x: -0.7, y: 0.8 },
      { x: 0.7, y: -0.9 },
      { x: -0.9, y: -0.6 },
    ],
  },
};

export const BALL: MoverSpec = {
  id: 'ball',
  waypoints: [
    { x: 1.5, y: 1 },
    { x: 3, y: -1 },
    { x: -1, y: -2 },
  ],
  speed: 0.25,
  radius: 0.05,
  solid: false,
  loop: true,
};

/** A metre, anticlockwise. */
export const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

const zigzag = (step: number, side: number): number[][] =>
  Array.from({ length: 9 }, (_, i) => [i * step, i % 2 === 0 ? 0 : side]);

const AVOIDING = { prioritize: [{ avoidObstacles: {} }, { wander: {} }] };

const TASKS: readonly ((chance: Random) => Task)[] = [
  (chance) => arriving(chance),
  () => ({ name: 'square', mission: { followPath: { path: SQUARE, loop: true } } }),
  (chance) => zigzagging(chance),
  () => ({ name: 'pursue', mission: { pursue: { target: { mover: 'ball' } } }, world: { movers: [BALL] } }),
  (chance) => inRoom('wander', AVOIDING, chance),
  (chance) => inRoom('follow wall', { followWall: { side: oneOf(chance, ['left', 'right']) } }, chance),
  (chance) => byHand(chance),
  (chance) => ({
    ...byHand(chance),
    name: 'stick in a box',
    world: { walls: [corners(0.4)] },
    touches: true,
  }),
  (chance) => pushing(chance),
];

function arriving(chance: Random): Task {
  const target = [between(chance, -3, 3), between(chance, -3, 3)];
  return { name: 'arrive', mission: { arrive: { target } } };
}

function zigzagging(chance: Random): Task {
  const path = zigzag(between(chance, 0.2, 1), between(chance, 0.1, 0.8));
  return { name: 'zigzag', mission: { followPath: { path } } };
}

function inRoom(name: string, mission: object, chance: Random): Task {
  return { name, mission, world: ROOM, at: { heading: between(chance, -Math.PI, Math.PI) } };
}

/** Towards a place behind a wall: along it, or straight at it, as its angle has it. */
function pushing(chance: Random): Task {
  const angle = between(chance, deg(5), deg(90));
  const away = 0.5;
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const end = (way: number): Vec2 => ({ x: away + way * along.x, y: way * along.y });
  const mission = oneOf(chance, [{ arrive: { target: [4, 0] } }, { seek: { target: [4, 0.5] } }]);
  return {
    name: `push at ${Math.round((180 * angle) / Math.PI)}°`,
    mission,
    world: { walls: [[end(-6), end(6)]] },
    touches: true,
  };
}

/** A stick that is torn about: each draw lasts up to two seconds, and the ends of its way are drawn most. */
function byHand(chance: Random): Task {
  const asked: { readonly until: Seconds; readonly twist: Twist }[] = [];
  for (let until = 0; until < SECONDS; ) {
    until += between(chance, 0.1, 2);
    const share = () => oneOf(chance, [-1, -1, 0, 1, 1, between(chance, -1, 1)]);
    asked.push({ until, twist: { linear: 0.3 * share(), angular: 4 * share() } });
  }
  const released: Twist = { linear: 0, angular: 0 };
  return {
    name: 'stick',
    mission: { wander: {} },
    stick: (at) => asked.find(({ until }) => at < until)?.twist ?? released,
  };
}
