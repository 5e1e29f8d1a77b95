/**
 * Crowds that change places: how long the last robot takes, beside the free time, and whether any two touch.
 * `npm run bench swap -- --case circle25 --plant B --seeds 5`; with `--beside DIR` published figures of others.
 *
 * The free time is that of a robot alone: the straight way at full speed, and half a second to start and stop.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LockStep } from '../../sim/engine/run.js';
import { TraceRecorder } from '../../sim/engine/trace.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { plotRun } from '../../sim/session/plotRun.js';
import { wallTime } from '../../src/control/clock.js';
import { distance, type Pose, type Vec2 } from '../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import { median } from './clock.js';
import { swapFiguresOf } from './crowdFigures.js';
import {
  CROWD_OPTIONS,
  type CrowdOptions,
  crowdOptions,
  plantOf,
  RADIUS,
  rover,
  WHEEL_SPEED,
} from './rovers.js';

const SPEED = WHEEL_SPEED;
/** A goal counts as reached within this. */
const WITHIN: Meters = 0.02;

interface Starter {
  readonly at: Pose;
  readonly goal: Vec2;
}

interface Case {
  readonly starters: readonly Starter[];
  readonly walls?: readonly (readonly (readonly [number, number])[])[];
  readonly free: Seconds;
}

const freeTime = (way: Meters): Seconds => way / SPEED + 0.5;

/** Robots on a circle, each to the place opposite. @param noise of the starts */
function circle(count: number, radius: Meters, noise: () => Meters): Case {
  const starters = Array.from({ length: count }, (_, i): Starter => {
    const angle = (2 * Math.PI * i) / count;
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return {
      at: { x: x + noise(), y: y + noise(), heading: Math.atan2(-y, -x) },
      goal: { x: -x, y: -y },
    };
  });
  return { starters, free: freeTime(2 * radius) };
}

/** Robots on a circle with this distance between neighbors. */
const spaced = (count: number, spacing: Meters) => (noise: () => Meters) =>
  circle(count, (count * spacing) / (2 * Math.PI), noise);

/** Random starts and goals in a square of 3 m, none of them nearer to another than 0.42 m. */
function random(count: number, chance: Random): Case {
  const places = (): Vec2[] => {
    const found: Vec2[] = [];
    while (found.length < count) {
      const place = { x: 3 * chance.uniform() - 1.5, y: 3 * chance.uniform() - 1.5 };
      if (found.every((other) => distance(other, place) > 0.42)) found.push(place);
    }
    return found;
  };
  const goals = places();
  const starters = places().map((place, i) => ({
    at: { ...place, heading: 2 * Math.PI * chance.uniform() },
    goal: goals[i] as Vec2,
  }));
  return { starters, free: freeTime(Math.max(...starters.map(({ at, goal }) => distance(at, goal)))) };
}

/** Ten against ten through a corridor of 1.2 m. */
function corridor(noise: () => Meters): Case {
  const one = Array.from({ length: 10 }, (_, k): Starter => {
    const at = { x: -1.5 - 0.4 * Math.floor(k / 3), y: 0.35 * ((k % 3) - 1) + noise(), heading: 0 };
    return { at, goal: { x: at.x + 4.2, y: at.y } };
  });
  const other = one.map(
    ({ at, goal }): Starter => ({
      at: { x: -at.x, y: -at.y, heading: Math.PI },
      goal: { x: -goal.x, y: -goal.y },
    }),
  );
  const side = (y: number): (readonly [number, number])[] => [
    [-1, 5 * y],
    [-1, y],
    [1, y],
    [1, 5 * y],
  ];
  return { starters: [...one, ...other], walls: [side(0.6), side(-0.6)], free: freeTime(2 * 2.7 - 1.7) };
}

/** How many on a circle, and how far apart. */
const SPACINGS: Readonly<Record<string, readonly [count: number, spacing: Meters]>> = {
  circle25: [25, 0.5],
  circle25wide: [25, 1],
  circle100: [100, 0.5],
  circle250: [250, 0.5],
};

const CASES: Readonly<Record<string, (noise: () => Meters, chance: Random) => Case>> = {
  ...Object.fromEntries(
    Object.entries(SPACINGS).map(([name, [count, spacing]]) => [name, spaced(count, spacing)]),
  ),
  circle8: (noise) => circle(8, 1.5, noise),
  pair: (noise) => circle(2, 1.5, noise),
  random30: (_, chance) => random(30, chance),
  corridor,
};

/** @throws RangeError where there is no such case */
function caseOf(name: string, seed: number): Case {
  const build = CASES[name];
  if (!build) throw new RangeError(`--case ${name}: one of ${Object.keys(CASES).join(', ')}`);
  const chance = resumeRandom(seedRandom(7919 * seed + 1));
  return build(() => (seed > 0 ? 0.01 * chance.gaussian() : 0), chance);
}

export interface SwapOptions extends CrowdOptions {
  readonly seed: number;
  readonly limit: Seconds;
}

function sceneOf({ starters, walls = [] }: Case, options: SwapOptions): Scenario {
  const { plant, seed, delay, loss, limit } = options;
  const robot = rover(plant);
  const chance = resumeRandom(seedRandom(31 * seed));
  return scenario({
    name: 'swap',
    duration: limit,
    seed,
    sensing: 'truth',
    world: { walls: walls.map((wall) => wall.map(([x, y]) => [x, y] as [number, number])) },
    plant: plantOf(options, chance),
    communication: { delay, loss },
    robots: starters.map(({ at, goal }, i) => ({
      id: `r${String(i).padStart(3, '0')}`,
      robot,
      at,
      mission: {
        prioritize: [{ avoidNeighbors: {} }, { arrive: { target: [goal.x, goal.y], within: WITHIN } }],
      },
    })),
  });
}

/** A case that starts exactly symmetric, with ideal wheels and radios. */
export const symmetricSwap = (name: string): Scenario =>
  sceneOf(caseOf(name, 0), { plant: 'A', seed: 0, delay: 0, loss: 0, wheels: 0, limit: 60 });

export interface SwapRun {
  /** When each robot reached its goal; Infinity: it did not. */
  readonly times: readonly Seconds[];
  /** When the last was through the corridor. */
  readonly through: Seconds;
  readonly contacts: number;
  readonly gap: Meters;
  readonly seconds: Seconds;
  readonly worked: Seconds;
  readonly traces: readonly TraceRecorder[];
}

function drive(scene: Scenario, { starters }: Case, traced: boolean): SwapRun {
  const began = wallTime.now();
  const ids = scene.robots.map(({ id }) => id);
  const recorders = new Map(
    traced ? scene.robots.map(({ id, robot, at }) => [id, new TraceRecorder(id, robot.chassis, at)]) : [],
  );
  const lock = new LockStep(scene, {
    onTick: (id, pose, tick) => recorders.get(id)?.record(tick.at, pose, tick),
  });
  const times = ids.map(() => Number.POSITIVE_INFINITY);
  const through = ids.map(() => Number.POSITIVE_INFINITY);
  let gap = Number.POSITIVE_INFINITY;
  while (lock.at < scene.duration && times.includes(Number.POSITIVE_INFINITY)) {
    lock.control();
    lock.advance(scene.duration);
    const poses = ids.map((id) => lock.world.poseOf(id));
    gap = Math.min(gap, nearest(poses) - 2 * RADIUS);
    for (const [i, pose] of poses.entries()) {
      const { goal } = starters[i] as Starter;
      if (distance(pose, goal) < WITHIN) times[i] = Math.min(times[i] as Seconds, lock.at);
      if (Math.sign(goal.x) * pose.x > 1.1) through[i] = Math.min(through[i] as Seconds, lock.at);
    }
  }
  const contacts = ids.reduce((sum, id) => sum + lock.world.contactsOf(id), 0);
  const seconds = lock.at;
  lock.close();
  const traces = [...recorders.values()];
  return {
    times,
    through: Math.max(...through),
    contacts,
    gap,
    seconds,
    worked: wallTime.now() - began,
    traces,
  };
}

function nearest(poses: readonly Pose[]): Meters {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < poses.length; i++)
    for (let j = i + 1; j < poses.length; j++)
      least = Math.min(least, distance(poses[i] as Pose, poses[j] as Pose));
  return least;
}

/** One run of a case. @throws RangeError where there is no such case */
export function runSwap(name: string, options: SwapOptions, traced = false) {
  const all = caseOf(name, options.seed);
  const scene = sceneOf(all, options);
  const run = drive(scene, all, traced);
  console.log(rowOf(name, options.seed, all, run));
  return { scene, run, free: all.free };
}

/** What the words ask for, which is not published. */
export function exploreSwaps(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      case: { type: 'string', default: 'circle25,circle8,pair,corridor' },
      ...CROWD_OPTIONS,
      limit: { type: 'string', default: '60' },
    },
  });
  const options = crowdOptions(values);
  for (const name of values.case.split(',')) {
    for (const seed of values.seeds.split(',').map(Number)) {
      const limit = Number(values.limit);
      const { scene, run } = runSwap(name, { ...options, seed, limit }, values.plot !== undefined);
      if (values.plot !== undefined)
        writeFileSync(
          values.plot,
          plotRun(
            scene,
            run.traces.map((recorder) => recorder.trace()),
          ),
        );
    }
    const [count, spacing] = SPACINGS[name] ?? [];
    if (values.beside !== undefined && count !== undefined && spacing !== undefined)
      for (const line of swapFiguresOf(values.beside, count, spacing)) console.log(line);
  }
}

function rowOf(name: string, seed: number, { free }: Case, run: SwapRun): string {
  const { times, contacts, gap, seconds, worked, through } = run;
  const arrived = times.filter(Number.isFinite);
  const last = Math.max(...times) / free;
  return [
    `${name.padEnd(10)} seed ${seed}:`,
    `${arrived.length} of ${times.length} arrived,`,
    `last × ${last.toFixed(2)}, median × ${(median(times) / free).toFixed(2)},`,
    `${contacts} contacts, least gap ${(1000 * gap).toFixed(0)} mm,`,
    ...(name === 'corridor' ? [`through after ${through.toFixed(1)} s,`] : []),
    `${(seconds / worked).toFixed(1)} × real time`,
  ].join(' ');
}
