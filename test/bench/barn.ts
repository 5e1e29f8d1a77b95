/**
 * Robots with several sets of sensors through the worlds of BARN-2D. `npm run bench barn -- --worlds FILE`, or without it
 * in fresh worlds; `--sensors sonar5 --noise typical` looks at one set; with `--beside DIR` an earlier release, checked out
 * and built there, drives the same runs.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { plotRun } from '../../sim/session/plotRun.js';
import { wallTime } from '../../src/control/clock.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import {
  type BarnRun,
  drive,
  equipped,
  jackal,
  type Release,
  SENSORS,
  sceneOf,
  scoreOf,
  THIS,
} from './barnRun.js';
import { type BarnWorld, freshWorlds, worldsFrom } from './barnWorlds.js';
import type { Figures } from './figures/figures.js';

async function releaseIn(folder: string): Promise<Release> {
  const built = (file: string) => import(pathToFileURL(join(folder, 'dist', file)).href);
  const { scenario } = await built('sim/scenario/loadScenario.js');
  const { LockStep } = await built('sim/engine/run.js');
  return { scenario, LockStep };
}

/** The sums of a release's runs. */
class Tally {
  readonly #counts = { arrived: 0, touched: 0, stuck: 0, late: 0 };
  #score = 0;
  #seconds: Seconds = 0;
  #worked: Seconds = 0;
  #runs = 0;

  /** @param worked how long the computer took */
  add(world: BarnWorld, run: BarnRun, worked: Seconds): void {
    this.#counts[run.outcome]++;
    this.#score += scoreOf(world, run);
    this.#seconds += run.seconds;
    this.#worked += worked;
    this.#runs++;
  }

  get score(): number {
    return this.#score / this.#runs;
  }

  /** Without a contact [%]. */
  get arrived(): number {
    return (100 * this.#counts.arrived) / this.#runs;
  }

  toString(): string {
    const { arrived, touched, stuck, late } = this.#counts;
    const rate = (this.#seconds / this.#worked).toFixed(0);
    return `score ${this.score.toFixed(4)} of ${this.#runs} runs, ${arrived} arrived untouched, ${touched} touched, ${stuck} stuck, ${late} late; ${rate} × real time`;
  }
}

const rowOf = (world: BarnWorld, run: BarnRun): string =>
  `${run.outcome.padEnd(7)} ${run.took.toFixed(1).padStart(5)} s  ${scoreOf(world, run).toFixed(3)}`;

const parsed = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    options: {
      /** A file of worlds; default fresh ones. */
      worlds: { type: 'string' },
      /** How many fresh worlds. */
      count: { type: 'string', default: '60' },
      /** One set alone, which is not published. */
      sensors: { type: 'string' },
      /** `typical`: the errors of real ones. */
      noise: { type: 'string', default: 'none' },
      /** Sonars fire in so many groups, 50 ms apart, neighbors in different ones. */
      groups: { type: 'string', default: '1' },
      /** Wheel errors that are drawn. */
      draws: { type: 'string', default: '1' },
      /** Only worlds whose id is a multiple of this. */
      every: { type: 'string', default: '1' },
      /** The world of this id, with a picture of its first run. */
      only: { type: 'string' },
      plot: { type: 'string', default: 'barn.svg' },
      /** The folder of an earlier release, built: a row for each world and draw, of both. */
      beside: { type: 'string' },
    },
  }).values;

type Words = ReturnType<typeof parsed>;

function worldsOf({ worlds, count, only, every }: Words): readonly BarnWorld[] {
  const all = worlds === undefined ? freshWorlds(Number(count)) : worldsFrom(worlds);
  return all.filter(({ id }) => (only === undefined || id === Number(only)) && id % Number(every) === 0);
}

/** @throws RangeError where there is no such set */
function robotOf(sensors: string, noise: string, groups: string): RobotDefinition {
  const ideal = SENSORS[sensors];
  if (!ideal) throw new RangeError(`--sensors ${sensors}: one of ${Object.keys(SENSORS).join(', ')}`);
  return jackal(equipped(ideal, noise === 'typical', Number(groups)));
}

/** All worlds and draws with one robot, of each release. */
function runAll(robot: RobotDefinition, values: Words, releases: readonly Release[]): Tally[] {
  const tallies = releases.map(() => new Tally());
  for (let draw = 1; draw <= Number(values.draws); draw++)
    for (const world of worldsOf(values)) {
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
  return tallies;
}

async function explore(sensors: string, values: Words): Promise<void> {
  const robot = robotOf(sensors, values.noise, values.groups);
  const releases = [THIS, ...(values.beside === undefined ? [] : [await releaseIn(values.beside)])];
  for (const [i, tally] of runAll(robot, values, releases).entries())
    console.log(`${sensors}${i > 0 ? ', beside' : ''}: ${tally}`);
}

/** Sets of sensors with ideal and with typical errors; sixteen sonars also in four groups. */
const PUBLISHED: readonly (readonly [id: string, sensors: string, noise: string, groups: string])[] = [
  ...Object.keys(SENSORS).flatMap((name): [string, string, string, string][] => [
    [`${name}.ideal`, name, 'none', '1'],
    [`${name}.typical`, name, 'typical', '1'],
  ]),
  ['sonar16.grouped', 'sonar16', 'typical', '4'],
];

/** @param words `--worlds FILE`, `--every` and `--draws` leave it all the published sets; `--sensors` looks at one */
export async function benchBarn(words: readonly string[], figures: Figures): Promise<void> {
  const values = parsed(words);
  if (values.sensors !== undefined) {
    await explore(values.sensors, values);
    return;
  }
  figures.exact('barn.worlds', worldsOf(values).length, '');
  for (const [id, sensors, noise, groups] of PUBLISHED) {
    const [tally] = runAll(robotOf(sensors, noise, groups), values, [THIS]) as [Tally];
    console.log(`${id}: ${tally}`);
    figures.exact(`barn.${id}.score`, tally.score, '');
    figures.exact(`barn.${id}.arrived`, tally.arrived, '%');
  }
}

/** The first meters of a fresh world, with a lidar and with the sonars that err. */
export function probeBarn(figures: Figures): void {
  const [world] = freshWorlds(1) as [BarnWorld];
  for (const [id, sensors, noise] of [
    ['lidar', 'scan', 'none'],
    ['sonars', 'sonar5', 'typical'],
  ] as const) {
    const robot = robotOf(sensors, noise, '1');
    const { traced } = drive(sceneOf(world, robot, 1), robot, THIS, 4);
    const { x, y } = traced.trace().finalPose;
    figures.probe(`barn.probe.${id}`, x + y);
  }
}
