/**
 * BARN-2D, hard profile: a robot of the size and speed of a Jackal through worlds of posts that it has never seen, by its
 * own sensors. `npm run bench barn -- --worlds FILE --sensors sonar5 --draws 3`; with `--beside DIR` an earlier release,
 * checked out and built there, drives the same runs.
 *
 * A world scores OT/clip(AT, 2 OT, 8 OT), 0 with any contact, at most 0.5: OT is the reference path at 2 m/s, AT the time
 * from the first 0.1 m to within 1 m of the goal.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { LockStep } from '../../sim/engine/run.js';
import { TraceRecorder } from '../../sim/engine/trace.js';
import { plotRun } from '../../sim/plot/plot.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { wallTime } from '../../src/control/clock.js';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition, SensorDefinition } from '../../src/robot/robot.js';
import { type BarnWorld, freshWorlds, POST_RADIUS, worldsFrom } from './barnWorlds.js';

const sonars = (facings: readonly number[]): SensorDefinition[] =>
  facings.map((facing, i) => ({
    id: `s${i}`,
    type: 'sonar',
    at: [0.2 * Math.cos(facing), 0.2 * Math.sin(facing)],
    facing,
    range: 5,
  }));
const round = (count: number) => sonars(Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count));

const SENSORS: Readonly<Record<string, readonly SensorDefinition[]>> = {
  scan: [{ id: 'scan', type: 'lidar', at: [0, 0], facing: 0, fieldOfView: deg(270), rays: 270, range: 5 }],
  sonar16: round(16),
  sonar8: round(8),
  sonar5: sonars([0, 30, -30, 75, -75].map(deg)),
  sonar3: sonars([0, 35, -35].map(deg)),
};

/** A group of sonars listens for this long. */
const GROUP_TIME: Seconds = 0.05;

const START = { x: -2.25, y: 3, heading: Math.PI / 2 };
const GOAL: Vec2 = { x: -2.25, y: 13 };
const TIME_LIMIT: Seconds = 100;
/** Without 0.4 m of progress for so long a run is over. */
const PATIENCE: Seconds = 20;
/** One fixed error of each wheel's speed. */
const WHEEL_ERROR = 0.03;

function jackal(sensors: readonly SensorDefinition[]): RobotDefinition {
  const scout = loadRobot('scout');
  const { motors, encoders } = scout;
  return {
    ...scout,
    name: 'jackal',
    chassis: { mass: 17, radius: 0.25, track: 0.38 },
    wheels: { diameter: 0.2 },
    motors: { ...motors, noLoadSpeed: 2.2, deadband: 0, lag: 0, breakaway: 0 },
    ...(encoders && { encoders }),
    sensors,
    limits: { ...scout.limits, speed: 2, acceleration: 2, turnRate: 4, force: 34 },
    control: { ...scout.control, rate: 50, responseTime: 0.1, steeringGain: 17 / 0.1, latency: 0.1 },
  };
}

const equipped = (ideal: readonly SensorDefinition[], noisy: boolean, groups: number): SensorDefinition[] =>
  ideal.map((sensor, i) => ({
    ...sensor,
    ...(groups > 1 && { rate: 1 / (groups * GROUP_TIME), after: (i % groups) * GROUP_TIME }),
    // An earlier release does not know the key.
    ...(noisy && { noise: 'typical' as const }),
  }));

/** What the runs need of a release: this one, or an earlier one. */
interface Release {
  readonly scenario: typeof scenario;
  readonly LockStep: typeof LockStep;
}

const THIS: Release = { scenario, LockStep };

async function releaseIn(folder: string): Promise<Release> {
  const built = (file: string) => import(pathToFileURL(join(folder, 'dist', file)).href);
  const { scenario } = await built('sim/scenario/loadScenario.js');
  const { LockStep } = await built('sim/engine/run.js');
  return { scenario, LockStep };
}

function sceneOf(
  { id, posts }: BarnWorld,
  robot: RobotDefinition,
  draw: number,
  { scenario }: Release,
): Scenario {
  const chance = resumeRandom(seedRandom(7919 * draw));
  const wheelSpeedError = { left: WHEEL_ERROR * chance.gaussian(), right: WHEEL_ERROR * chance.gaussian() };
  return scenario({
    name: `barn-${id}`,
    duration: TIME_LIMIT,
    seed: draw,
    world: { posts: { radius: POST_RADIUS, at: posts } },
    plant: { delay: 0.1, acceleration: 2, wheelSpeedError },
    robots: [
      {
        id: 'a',
        robot,
        at: START,
        mission: { prioritize: [{ avoidObstacles: {} }, { seek: { target: [GOAL.x, GOAL.y], within: 1 } }] },
      },
    ],
  });
}

interface Run {
  readonly outcome: 'arrived' | 'touched' | 'stuck' | 'late';
  /** Since it had moved by 0.1 m. */
  readonly took: Seconds;
  readonly seconds: Seconds;
  readonly traced: TraceRecorder;
}

function drive(scene: Scenario, robot: RobotDefinition, { LockStep }: Release): Run {
  const traced = new TraceRecorder('a', robot.chassis, START);
  const lock = new LockStep(scene, { onTick: (_, pose, tick) => traced.record(tick.at, pose, tick) });
  let outcome: Run['outcome'] = 'late';
  let begun: Seconds | undefined;
  let progress: { readonly at: Seconds; readonly from: Vec2 } = { at: 0, from: START };
  while (lock.at < TIME_LIMIT) {
    lock.control();
    lock.advance(TIME_LIMIT);
    const pose = lock.world.poseOf('a');
    if (distance(pose, START) > 0.1) begun ??= lock.at;
    if (distance(pose, progress.from) > 0.4) progress = { at: lock.at, from: pose };
    if (lock.world.contactsOf('a') > 0) outcome = 'touched';
    else if (distance(pose, GOAL) < 1) outcome = 'arrived';
    else if (lock.at - progress.at > PATIENCE) outcome = 'stuck';
    if (outcome !== 'late') break;
  }
  const run = { outcome, took: lock.at - (begun ?? 0), seconds: lock.at, traced };
  lock.close();
  return run;
}

const scoreOf = ({ optimum }: BarnWorld, { outcome, took }: Run): number =>
  outcome === 'arrived' ? optimum / Math.min(Math.max(took, 2 * optimum), 8 * optimum) : 0;

/** The sums of a release's runs. */
class Tally {
  readonly #counts = { arrived: 0, touched: 0, stuck: 0, late: 0 };
  #score = 0;
  #seconds: Seconds = 0;
  #worked: Seconds = 0;
  #runs = 0;

  /** @param worked how long the computer took */
  add(world: BarnWorld, run: Run, worked: Seconds): void {
    this.#counts[run.outcome]++;
    this.#score += scoreOf(world, run);
    this.#seconds += run.seconds;
    this.#worked += worked;
    this.#runs++;
  }

  toString(): string {
    const { arrived, touched, stuck, late } = this.#counts;
    const rate = (this.#seconds / this.#worked).toFixed(0);
    return `score ${(this.#score / this.#runs).toFixed(4)} of ${this.#runs} runs, ${arrived} arrived untouched, ${touched} touched, ${stuck} stuck, ${late} late; ${rate} × real time`;
  }
}

const rowOf = (world: BarnWorld, run: Run): string =>
  `${run.outcome.padEnd(7)} ${run.took.toFixed(1).padStart(5)} s  ${scoreOf(world, run).toFixed(3)}`;

export async function benchBarn(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      /** A file of worlds; default fresh ones. */
      worlds: { type: 'string' },
      /** How many fresh worlds. */
      count: { type: 'string', default: '60' },
      sensors: { type: 'string', default: 'scan' },
      /** `typical`: the errors of real ones. */
      noise: { type: 'string', default: 'none' },
      /** Sonars fire in so many groups, 50 ms apart, neighbors in different ones. */
      groups: { type: 'string', default: '1' },
      /** Wheel errors that are drawn. */
      draws: { type: 'string', default: '1' },
      /** Only worlds with an even id, or an odd one. */
      ids: { type: 'string' },
      /** The world of this id, with a picture of its first run. */
      only: { type: 'string' },
      plot: { type: 'string', default: 'barn.svg' },
      /** The folder of an earlier release, built: a row for each world and draw, of both. */
      beside: { type: 'string' },
    },
  });
  const ideal = SENSORS[values.sensors];
  if (!ideal) throw new RangeError(`--sensors ${values.sensors}: one of ${Object.keys(SENSORS).join(', ')}`);
  const all = values.worlds === undefined ? freshWorlds(Number(values.count)) : worldsFrom(values.worlds);
  const worlds = all.filter(
    ({ id }) =>
      (values.only === undefined || id === Number(values.only)) &&
      (values.ids === undefined || (id % 2 === 0) === (values.ids === 'even')),
  );
  const robot = jackal(equipped(ideal, values.noise === 'typical', Number(values.groups)));
  const releases = [THIS, ...(values.beside === undefined ? [] : [await releaseIn(values.beside)])];
  const tallies = releases.map(() => new Tally());
  for (let draw = 1; draw <= Number(values.draws); draw++)
    for (const world of worlds) {
      const rows = releases.map((release, i) => {
        const scene = sceneOf(world, robot, draw, release);
        const began = wallTime.now();
        const run = drive(scene, robot, release);
        tallies[i]?.add(world, run, wallTime.now() - began);
        if (values.only !== undefined && draw === 1 && release === THIS)
          writeFileSync(values.plot, plotRun(scene, [run.traced.trace()]));
        return rowOf(world, run);
      });
      if (releases.length > 1 || !rows[0]?.startsWith('arrived'))
        console.log(`world ${String(world.id).padStart(3)}, draw ${draw}: ${rows.join('  |  beside: ')}`);
    }
  for (const [i, tally] of tallies.entries())
    console.log(`${values.sensors}${i > 0 ? ', beside' : ''}: ${tally} in ${worlds.length} worlds`);
}
