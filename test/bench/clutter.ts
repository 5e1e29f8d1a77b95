/**
 * One infrared eye among posts: from one side of a field of 3.2 × 2 m to the other. `npm run bench clutter`, or
 * `npm run bench clutter -- --without-look --speed 0.3`; `-- --only 3 --plot clutter.svg` draws one.
 *
 * The eye sees one ray ahead, with the errors of its kind: all else the robot has to remember. It stops now and then and
 * looks about (`lookAround`), unless it runs without.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LockStep, simulate } from '../../sim/engine/run.js';
import { TraceRecorder } from '../../sim/engine/trace.js';
import { loadScenario, scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { plotRun } from '../../sim/session/plotRun.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type MetersPerSecond, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { avoidObstacles } from '../../src/steering/behaviors/avoidObstacles.js';
import { lookAround } from '../../src/steering/behaviors/lookAround.js';
import { prioritize } from '../../src/steering/combine.js';
import type { Figures } from './figures/figures.js';

const FIELD = { length: 3.2, width: 2 };
const POSTS = 22;
const POST_RADIUS: Meters = 0.04;
/** Between posts there is room for the robot and 50 mm on either side. */
const GAP: Meters = 0.28;
const START = { x: -0.4, y: FIELD.width / 2, heading: 0 };
const GOAL: Vec2 = { x: FIELD.length + 0.4, y: FIELD.width / 2 };
const TIME_LIMIT: Seconds = 180;
/** A contact by driving faster than this is a push. */
const PUSH_SPEED: MetersPerSecond = 0.1;

/** Posts thrown at random. */
function postsOf(seed: number): readonly Vec2[] {
  const chance = resumeRandom(seedRandom(seed));
  const posts: Vec2[] = [];
  while (posts.length < POSTS) {
    const at = { x: FIELD.length * chance.uniform(), y: FIELD.width * chance.uniform() };
    if (posts.every((post) => distance(post, at) >= 2 * POST_RADIUS + GAP)) posts.push(at);
  }
  return posts;
}

/** So far behind the rim that the data sheet's nearest distance is there. */
const EYE_AT: Meters = -0.01;
/** The facings of one, three and five eyes. */
const FACINGS: Readonly<Record<string, readonly number[]>> = {
  '1': [0],
  '3': [0, 30, -30],
  '5': [0, 20, -20, 50, -50],
};

const eyes = (count: string): RobotDefinition['sensors'] =>
  (FACINGS[count] ?? []).map((facing, i) => ({
    id: `eye${i}`,
    type: 'gp2y0a21',
    pin: `A${i}`,
    at: [EYE_AT, 0],
    facing: deg(facing),
  }));

interface Means {
  readonly speed: string;
  readonly eyes: string;
  readonly margin: string;
  /** Whether it never looks about. */
  readonly 'without-look': boolean;
}

const sceneOf = (
  seed: number,
  { speed, eyes: count, margin, 'without-look': withoutLook }: Means,
): Scenario => {
  const scout = loadRobot('scout');
  const robot = { ...scout, sensors: eyes(count), limits: { ...scout.limits, speed: Number(speed) } };
  const parts = [avoidObstacles({ margin: Number(margin) }), arrive({ target: [GOAL.x, GOAL.y] })];
  return scenario({
    name: `clutter-${seed}`,
    duration: TIME_LIMIT,
    seed,
    world: { posts: { radius: POST_RADIUS, at: postsOf(seed).map(({ x, y }) => [x, y]) } },
    robots: [
      {
        id: 'a',
        robot,
        at: START,
        mission: prioritize(...(withoutLook ? parts : [lookAround(), ...parts])),
      },
    ],
  });
};

interface Crossing {
  readonly arrived: boolean;
  readonly took: Seconds;
  /** When it touched a post, and its own speed towards that. */
  readonly contacts: readonly { readonly at: Seconds; readonly speed: MetersPerSecond }[];
  /** How far from the goal it is in the end. */
  readonly left: Meters;
  readonly why: string;
}

/** The robot of one eye that looks about, in the world of a seed. */
export const crossLooking = (seed: number): Crossing => cross(sceneOf(seed, LOOKING));

function cross(scene: Scenario, traced?: TraceRecorder): Crossing {
  const lock = new LockStep(scene, { onTick: (_, pose, tick) => traced?.record(tick.at, pose, tick) });
  const contacts: { at: Seconds; speed: MetersPerSecond }[] = [];
  while (!lock.isOver) {
    lock.control();
    lock.advance(scene.duration);
    const speeds = lock.world.touchesOf('a').map(({ speed }) => speed);
    while (contacts.length < speeds.length)
      contacts.push({ at: lock.at, speed: speeds[contacts.length] as number });
  }
  const [robot] = lock.result(0).robots;
  lock.close();
  return {
    arrived: robot?.outcome === 'arrived',
    took: lock.at,
    contacts,
    left: robot?.distanceToGoal ?? 0,
    why: robot?.why ?? robot?.outcome ?? '',
  };
}

/** A body that grates along a post touches it many times: that is one push. */
const ONE_PUSH: Seconds = 1;

/** The contacts by driving, apart from those that are part of one before. */
const pushesOf = ({ contacts }: Crossing): Crossing['contacts'] =>
  contacts.filter(
    ({ at, speed }, i) => speed > PUSH_SPEED && at - (contacts[i - 1]?.at ?? -ONE_PUSH) >= ONE_PUSH,
  );

const OPTIONS = {
  worlds: { type: 'string', default: '10' },
  /** The worlds of seed n are those from 10 n − 9 on. */
  seed: { type: 'string', default: '1' },
  speed: { type: 'string', default: '0.5' },
  /** 1, 3 or 5. */
  eyes: { type: 'string', default: '1' },
  margin: { type: 'string', default: '0.04' },
  'without-look': { type: 'boolean', default: false },
  /** One world, with a picture. */
  only: { type: 'string' },
  plot: { type: 'string', default: 'clutter.svg' },
} as const;

const LOOKING: Means = { speed: '0.5', eyes: '1', margin: '0.04', 'without-look': false };

/** @returns how it went, which it has printed */
function runWorld(world: number, means: Means, plot?: string): Crossing {
  const scene = sceneOf(world, means);
  const traced = new TraceRecorder('a', loadRobot('scout').chassis, START);
  const run = cross(scene, traced);
  const when = pushesOf(run).map(({ at, speed }) => `${at.toFixed(1)} s at ${speed.toFixed(2)} m/s`);
  console.log(
    `world ${world}: ${run.arrived ? 'arrived' : run.why} after ${run.took.toFixed(1)} s, ${run.left.toFixed(2)} m from the goal; pushes: ${when.join(', ') || 'none'}`,
  );
  if (plot !== undefined) writeFileSync(plot, plotRun(scene, [traced.trace()]));
  return run;
}

/** @param worlds their seeds */
function runWorlds(worlds: readonly number[], means: Means, plot?: string) {
  const runs = worlds.map((world) => runWorld(world, means, plot));
  const arrived = runs.filter((run) => run.arrived).length;
  const touched = runs.filter(({ contacts }) => contacts.length > 0).length;
  const pushes = runs.reduce((sum, run) => sum + pushesOf(run).length, 0);
  console.log(
    `${means.eyes} eyes, ${means.speed} m/s${means['without-look'] ? ', never looking about' : ''}: ${arrived} of ${runs.length} arrived, ${touched} touched something, ${pushes} pushes (above 0.1 m/s)`,
  );
  return { runs: runs.length, arrived, touched };
}

const upTo = (count: number, first = 1): number[] => Array.from({ length: count }, (_, i) => first + i);

/** How long the scene of that name takes, with and without looking about. */
async function benchScene(figures: Figures): Promise<void> {
  const scene = loadScenario('clutter');
  const withoutLook = scene.robots.map((spec) => {
    if (!('children' in spec.mission)) return spec;
    const children = spec.mission.children.filter(({ mission }) => mission.behavior !== 'lookAround');
    return { ...spec, mission: { ...spec.mission, children } };
  });
  for (const [id, robots] of [
    ['looking', scene.robots],
    ['withoutLook', withoutLook],
  ] as const) {
    const [result] = (await simulate({ ...scene, robots })).robots;
    if (!result) throw new RangeError('the scene has a robot');
    const { outcome, timeToGoal, distanceToGoal, contacts } = result;
    console.log(`the scene, ${id}: ${outcome} after ${timeToGoal} s, ${distanceToGoal} m from the goal`);
    if (timeToGoal !== null) figures.exact(`clutter.scene.${id}.time`, timeToGoal, 's');
    else {
      figures.exact(`clutter.scene.${id}.left`, distanceToGoal ?? Number.NaN, 'm');
      figures.exact(`clutter.scene.${id}.contacts`, contacts, '');
    }
  }
}

/** @param words other means, which are not published */
export async function benchClutter(words: readonly string[], figures: Figures): Promise<void> {
  if (words.length > 0) {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    const worlds = upTo(Number(values.worlds), 10 * (Number(values.seed) - 1) + 1);
    if (values.only === undefined) runWorlds(worlds, values);
    else runWorlds([Number(values.only)], values, values.plot);
    return;
  }
  for (const [id, count, withoutLook] of [
    ['looking', 50, false],
    ['withoutLook', 20, true],
  ] as const) {
    const found = runWorlds(upTo(count), { ...LOOKING, 'without-look': withoutLook });
    figures.exact(`clutter.${id}.worlds`, found.runs, '');
    figures.exact(`clutter.${id}.arrived`, found.arrived, '');
    if (!withoutLook) figures.exact(`clutter.${id}.touched`, found.touched, '');
  }
  await benchScene(figures);
}

/** How near the goal it is after a while. */
export function probeClutter(figures: Figures): void {
  for (const world of [1, 2])
    figures.probe(`clutter.probe.world${world}`, cross({ ...sceneOf(world, LOOKING), duration: 12 }).left);
}
