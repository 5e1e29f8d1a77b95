/**
 * Whether robots touch anything in a field of obstacles as crowded as Reynolds', and how fast they get on there: as they are
 * declared, and at control rates of 10, 20 and 50 Hz with declared latencies of 40 to 150 ms.
 */

import { LockStep } from '../../sim/engine/run.js';
import type { RobotResult } from '../../sim/referee/result.js';
import type { CircleSpec, Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import type { Hertz, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { measuredScene } from '../support/scenes.js';
import type { Figures } from './figures/figures.js';

const SEEDS = 10;
const SECONDS = 250;
/** At each rate and latency. */
const PACED_SEEDS = 1;

/** Half the sides [m] of the room, and of the part of it where the discs are: a free strip is left at either end. */
const ROOM = { x: 4, y: 2.5 };
const FIELD = { x: 3, y: 2.2 };
/**
 * Middle of the strip where robots start and are put back: at full speed and with any heading, so that there is room on
 * either side for the way that a stop takes.
 */
const STRIP = 3.5;
/** Between discs there is room for a robot, its margins and 40 mm, no more [m]. */
const GAP = 0.26;
const RADII = [0.25, 0.2, 0.15, 0.1];

/** Discs thrown at random, the large ones first, 14 of a size or until nothing finds room in a while. */
export function discField(seed: number): readonly CircleSpec[] {
  const chance = resumeRandom(seedRandom(seed));
  const discs: CircleSpec[] = [];
  for (const radius of RADII) {
    for (let misses = 0, placed = 0; misses < 2000 && placed < 14; ) {
      const at = {
        x: (2 * chance.uniform() - 1) * (FIELD.x - radius),
        y: (2 * chance.uniform() - 1) * (FIELD.y - radius),
      };
      const free = discs.every((disc) => distance(disc.at, at) >= disc.radius + radius + GAP);
      if (free) discs.push({ at, radius });
      if (free) placed += 1;
      else misses += 1;
    }
  }
  return discs;
}

const share = (discs: readonly CircleSpec[]): number =>
  discs.reduce((area, { radius }) => area + Math.PI * radius ** 2, 0) / (4 * FIELD.x * FIELD.y);

const { x, y } = ROOM;
const WALLS: readonly Vec2[] = [
  { x: -x, y: -y },
  { x, y: -y },
  { x, y },
  { x: -x, y },
  { x: -x, y: -y },
];

/** Strolling about, or crossing the field from end to end and being put back. */
const MISSIONS = {
  wander: { prioritize: [{ avoidObstacles: {} }, { wander: {} }] },
  wide: { prioritize: [{ avoidObstacles: { margin: 0.04 } }, { wander: {} }] },
  cross: { prioritize: [{ avoidObstacles: {} }, { seek: { target: [3.3, 0], within: 0.25 } }] },
};

function fieldScene(robot: RobotDefinition, mission: keyof typeof MISSIONS, seed: number): Scenario {
  const scenario = measuredScene('any-heading');
  const at = { x: -STRIP, y: 0, heading: 0, speed: 0 };
  const { respawn: _, ...rest } = scenario;
  return {
    ...rest,
    duration: SECONDS,
    seed,
    world: { ...scenario.world, walls: [WALLS], circles: discField(seed) },
    robots: [{ id: 'a', robot, at, mission: missionSchema().parse(MISSIONS[mission]) }],
    criteria: [],
    ...(mission === 'cross' && {
      respawn: {
        inside: [
          { x: -STRIP - 0.05, y: -1.5 },
          { x: -STRIP + 0.05, y: 1.5 },
        ],
      },
    }),
  };
}

const scout = loadRobot('scout');
const weak = { ...scout, limits: { ...scout.limits, force: 0.2 * scout.limits.force } };
const benchmark = loadRobot('sim/scenarios/robots/plant-b.yaml');

/** Plant B as it is not declared: wheels and track off by 2 %, 40 ms slower; such a robot gets twice the margin. */
const OFF = {
  wheelSpeedError: { left: 0.02, right: -0.02 },
  wheelDiameterError: { left: 0, right: 0 },
  trackError: 0.02,
  lag: 0.09,
};
/** By this it is later than it is declared; its lag is 30 ms longer. */
const LATER: Seconds = 0.01;

interface FieldCase {
  readonly name: string;
  readonly robot: RobotDefinition;
  readonly mission: keyof typeof MISSIONS;
  readonly isOff?: boolean;
}

export const FIELD_CASES: readonly FieldCase[] = [
  { name: 'scout', robot: scout, mission: 'wander' },
  { name: 'scout, a fifth of its force', robot: weak, mission: 'wander' },
  { name: 'plant B', robot: benchmark, mission: 'cross' },
  { name: 'plant B, off by 2 % and 40 ms', robot: benchmark, mission: 'wide', isOff: true },
];

/** As the robot's file says it. */
export interface Pacing {
  readonly rate: Hertz;
  readonly latency: Seconds;
}

/** A link must be silent for this long before the board stops; at 10 Hz the usual 0.2 s is two ticks. */
const DEAD_MAN: Seconds = 0.5;

function pacedScene({ robot, mission, isOff }: FieldCase, seed: number, pacing?: Pacing): Scenario {
  const control = { ...robot.control, ...(pacing && { ...pacing, deadMan: DEAD_MAN }) };
  const scene = fieldScene({ ...robot, control }, mission, seed);
  return isOff ? { ...scene, plant: { ...OFF, delay: (control.latency ?? 0) + LATER } } : scene;
}

/** A drive through the field of a seed, and when it touched something. */
export function driveField(
  one: FieldCase,
  seed: number,
  duration: Seconds,
  pacing?: Pacing,
): { readonly robot: RobotResult; readonly touched: readonly Seconds[] } {
  const lock = new LockStep({ ...pacedScene(one, seed, pacing), duration }, {});
  const touched: Seconds[] = [];
  while (!lock.isOver) {
    lock.control();
    lock.advance(duration);
    while (touched.length < lock.world.contactsOf('a')) touched.push(lock.at);
  }
  const [robot] = lock.result(0).robots;
  lock.close();
  return { robot: robot as RobotResult, touched };
}

const RATES: readonly Hertz[] = [10, 20, 50];
const LATENCIES: readonly Seconds[] = [0.04, 0.1, 0.15];
/** What the probe drives, where the first discs are met. */
const PROBED: Seconds = 10;

export function benchObstacleField(_: readonly string[], figures: Figures): void {
  const shares = Array.from({ length: SEEDS }, (_, i) => 100 * share(discField(i + 1)));
  console.log(
    `discs cover ${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)} % of the field`,
  );
  figures.exact('obstacleField.covered', Math.min(...shares), '%');
  const declared = benchCases(SEEDS);
  figures.exact('obstacleField.seconds', declared.seconds, 's');
  figures.exact('obstacleField.contacts', declared.contacts, '');
  let [seconds, contacts] = [0, 0];
  for (const rate of RATES)
    for (const latency of LATENCIES) {
      console.log(`${rate} Hz, ${1000 * latency} ms:`);
      const paced = benchCases(PACED_SEEDS, { rate, latency });
      seconds += paced.seconds;
      contacts += paced.contacts;
    }
  figures.exact('obstacleField.paced.seconds', seconds, 's');
  figures.exact('obstacleField.paced.contacts', contacts, '');
}

/** Where each robot is after a short while. */
export function probeObstacleField(figures: Figures): void {
  const pacings = [undefined, { rate: 10, latency: 0.15 }];
  const ways = pacings.flatMap((pacing) =>
    FIELD_CASES.map((one) => driveField(one, 1, PROBED, pacing).robot.minClearance ?? 0),
  );
  figures.probe(
    'obstacleField.probe.clearance',
    ways.reduce((sum, way) => sum + way, 0),
  );
}

/** All cases. @returns what came of them */
function benchCases(seeds: number, pacing?: Pacing) {
  let contacts = 0;
  for (const one of FIELD_CASES) contacts += benchCase(one, seeds, pacing);
  return { contacts, seconds: FIELD_CASES.length * seeds * SECONDS };
}

/** @returns how often it touched something */
function benchCase(one: FieldCase, seeds: number, pacing?: Pacing): number {
  const runs: RobotResult[] = [];
  const touches: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const { robot, touched } = driveField(one, seed, SECONDS, pacing);
    runs.push(robot);
    touches.push(...touched.map((at) => `seed ${seed} at ${at.toFixed(2)} s`));
  }
  const sum = (of: (run: RobotResult) => number) => runs.reduce((all, run) => all + of(run), 0);
  const nearest = Math.min(...runs.map(({ minClearance }) => minClearance ?? 0));
  const speed = sum((run) => run.distanceTravelled) / (seeds * SECONDS);
  const crossings = one.mission === 'cross' ? `, ${sum((run) => run.crossings)} crossings` : '';
  const where = touches.length > 0 ? `: ${touches.join(', ')}` : '';
  console.log(
    `${one.name.padEnd(30)} ${one.mission.padEnd(6)} ${seeds * SECONDS} s: ${touches.length} contacts, ${(1000 * nearest).toFixed(1)} mm at the nearest, ${speed.toFixed(3)} m/s on average${crossings}${where}`,
  );
  return touches.length;
}
