/**
 * Fifty robots and doors of four widths, with the zipper: how many get through, and whether any two touch.
 * `npm run bench doors -- --plant B --delay 0.1 --loss 0.1`; with `--beside DIR` published figures.
 *
 * The flow is J·D/v: crossings after the first per second between the first and the last, times the body's diameter over
 * its speed. A single file that touches has 1.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LockStep } from '../../sim/engine/run.js';
import { TraceRecorder } from '../../sim/engine/trace.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { plotRun } from '../../sim/session/plotRun.js';
import { wallTime } from '../../src/control/clock.js';
import { distance, type Pose } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Meters, MetersPerSecond, Seconds } from '../../src/math/units.js';
import { doorFiguresAt } from './crowdFigures.js';
import type { Figures } from './figures/figures.js';
import {
  CONDITIONS,
  type Condition,
  CROWD_OPTIONS,
  type CrowdOptions,
  crowdOptions,
  plantOf,
  RADIUS,
  rover,
} from './rovers.js';

const SPEED: MetersPerSecond = 0.4;
const COUNT = 50;
/** Of the door over the diameter of a robot. */
const WIDTHS = [1.5, 2, 3, 4];
/** Exactly symmetric; and off the grid, looking aside. */
const SEEDS = [0, 3];
const ROWS = 8;
/** Between the robots of the grid at the start. */
const PITCH: Meters = 0.26;
/** The door is as deep as the wall is thick. */
const DEPTH: Meters = 0.2;
/** From this seed on the robots look up to 1 rad aside as they start; from 1 on they stand up to 15 mm off the grid. */
const TURNED_SEED = 3;

function starts(seed: number): Pose[] {
  const chance = resumeRandom(seedRandom(7919 * seed + 1));
  const off = () => (seed > 0 ? 0.03 * (chance.uniform() - 0.5) : 0);
  return Array.from({ length: COUNT }, (_, i) => ({
    x: -1 - PITCH * Math.floor(i / ROWS) + off(),
    y: PITCH * ((i % ROWS) - (ROWS - 1) / 2) + off(),
    heading: seed >= TURNED_SEED ? 2 * chance.uniform() - 1 : 0,
  }));
}

function sceneOf(width: Meters, seed: number, options: CrowdOptions): Scenario {
  const robot = rover(options.plant, SPEED);
  const chance = resumeRandom(seedRandom(31 * seed));
  const size: [number, number] = [DEPTH, 20];
  const side = (sign: number) => ({ at: [0, (sign * (width + size[1])) / 2] as [number, number], size });
  return scenario({
    name: 'doors',
    duration: 150,
    seed,
    sensing: 'truth',
    world: { boxes: [side(1), side(-1)] },
    plant: plantOf(options, chance),
    communication: { delay: options.delay, loss: options.loss },
    robots: starts(seed).map((at, i) => ({
      id: `r${String(i).padStart(3, '0')}`,
      robot,
      at,
      mission: {
        prioritize: [
          { queue: { mode: 'zipper' } },
          { avoidNeighbors: {} },
          { avoidObstacles: { margin: '10 mm' } },
          { seek: { target: [30, at.y] } },
        ],
      },
    })),
  });
}

interface Run {
  readonly times: readonly Seconds[];
  readonly contacts: number;
  readonly gap: Meters;
  readonly pace: number;
  readonly traces: readonly TraceRecorder[];
}

function drive(scene: Scenario): Run {
  const began = wallTime.now();
  const ids = scene.robots.map(({ id }) => id);
  const recorders = new Map(
    scene.robots.map(({ id, robot, at }) => [id, new TraceRecorder(id, robot.chassis, at)]),
  );
  const lock = new LockStep(scene, {
    onTick: (id, pose, tick) => recorders.get(id)?.record(tick.at, pose, tick),
  });
  const times = new Map<string, Seconds>();
  let gap = Number.POSITIVE_INFINITY;
  while (lock.at < scene.duration && times.size < ids.length) {
    lock.control();
    lock.advance(scene.duration);
    const poses = ids.map((id) => lock.world.poseOf(id));
    for (const [i, pose] of poses.entries()) {
      if (pose.x > 0 && !times.has(ids[i] as string)) times.set(ids[i] as string, lock.at);
      for (let j = 0; j < i; j++) gap = Math.min(gap, distance(pose, poses[j] as Pose) - 2 * RADIUS);
    }
  }
  const contacts = ids.reduce((sum, id) => sum + lock.world.contactsOf(id), 0);
  const pace = lock.at / (wallTime.now() - began);
  lock.close();
  return { times: [...times.values()], contacts, gap, pace, traces: [...recorders.values()] };
}

const flowOf = (times: readonly Seconds[]): number =>
  ((times.length - 1) / ((times.at(-1) ?? 0) - (times[0] ?? 0))) * ((2 * RADIUS) / SPEED);

/** @param duration after which it is given up */
function runDoor(width: number, seed: number, options: CrowdOptions, duration?: Seconds) {
  const scene = {
    ...sceneOf(width * 2 * RADIUS, seed, options),
    ...(duration !== undefined && { duration }),
  };
  const run = drive(scene);
  const { times, contacts, gap, pace } = run;
  const flow = flowOf(times);
  console.log(
    `w/D ${width} seed ${seed}: ${times.length} of ${COUNT} through, J·D/v ${flow.toFixed(3)}, ` +
      `${contacts} contacts, least gap ${(1000 * gap).toFixed(0)} mm, ${pace.toFixed(1)} × real time`,
  );
  return { scene, flow, ...run };
}

/** @param words see `explore`; without any: what is published */
export function benchDoors(words: readonly string[], figures: Figures): void {
  if (words.length > 0) {
    explore(words);
    return;
  }
  let [contacts, least] = [0, COUNT];
  for (const condition of Object.keys(CONDITIONS) as Condition[])
    for (const width of WIDTHS) {
      const runs = SEEDS.map((seed) => runDoor(width, seed, CONDITIONS[condition]));
      const flows = runs.map(({ flow }) => flow);
      const id = `doors.${condition}.w${10 * width}`;
      figures.exact(`${id}.least`, Math.min(...flows), 'J·D/v');
      figures.exact(`${id}.most`, Math.max(...flows), 'J·D/v');
      contacts += runs.reduce((sum, run) => sum + run.contacts, 0);
      least = Math.min(least, ...runs.map(({ times }) => times.length));
    }
  figures.exact('doors.contacts', contacts, '');
  figures.exact('doors.through', least, 'robots');
}

/** The begin of a wide door. */
export function probeDoors(figures: Figures): void {
  const { gap, times } = runDoor(3, 1, CONDITIONS.worst, 2);
  figures.probe('doors.probe.gap', gap);
  figures.probe('doors.probe.through', times.length);
}

function explore(words: readonly string[]): void {
  const { values } = parseArgs({
    args: [...words],
    options: {
      /** Widths of the door over the diameter of the robots. */
      widths: { type: 'string', default: WIDTHS.join() },
      ...CROWD_OPTIONS,
      seeds: { type: 'string', default: SEEDS.join() },
    },
  });
  const options = crowdOptions(values);
  for (const width of values.widths.split(',')) {
    for (const seed of values.seeds.split(',').map(Number)) {
      const { scene, traces } = runDoor(Number(width), seed, options);
      if (values.plot === undefined) continue;
      writeFileSync(
        values.plot,
        plotRun(
          scene,
          traces.map((recorder) => recorder.trace()),
        ),
      );
    }
    if (values.beside !== undefined)
      for (const line of doorFiguresAt(values.beside, Number(width))) console.log(line);
  }
}
