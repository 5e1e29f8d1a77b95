/**
 * One run of BARN-2D, hard profile: a robot of the size and speed of a Jackal through a world of posts that it has never
 * seen, by its own sensors.
 *
 * A world scores OT/clip(AT, 2 OT, 8 OT), 0 with any contact, at most 0.5: OT is the reference path at 2 m/s, AT the time
 * from the first 0.1 m to within 1 m of the goal.
 */
import { LockStep } from '../../sim/engine/run.js';
import { TraceRecorder } from '../../sim/engine/trace.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import type { SensorDefinition } from '../../src/kit/sensors/index.js';
import { distance, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { type BarnWorld, POST_RADIUS } from './barnWorlds.js';

const sonars = (facings: readonly number[]): SensorDefinition[] =>
  facings.map((facing, i) => ({
    id: `s${i}`,
    type: 'sonar',
    at: [0.2 * Math.cos(facing), 0.2 * Math.sin(facing)],
    facing,
    range: 5,
  }));
const round = (count: number) => sonars(Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count));

export const SENSORS: Readonly<Record<string, readonly SensorDefinition[]>> = {
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

export function jackal(sensors: readonly SensorDefinition[]): RobotDefinition {
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

export const equipped = (
  ideal: readonly SensorDefinition[],
  noisy: boolean,
  groups: number,
): SensorDefinition[] =>
  ideal.map((sensor, i) => ({
    ...sensor,
    ...(groups > 1 && { rate: 1 / (groups * GROUP_TIME), after: (i % groups) * GROUP_TIME }),
    // An earlier release does not know the key.
    ...(noisy && { noise: 'typical' as const }),
  }));

/** What the runs need of a release: this one, or an earlier one. */
export interface Release {
  readonly scenario: typeof scenario;
  readonly LockStep: typeof LockStep;
}

export const THIS: Release = { scenario, LockStep };

export function sceneOf(
  { id, posts }: BarnWorld,
  robot: RobotDefinition,
  draw: number,
  { scenario }: Release = THIS,
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

export interface BarnRun {
  readonly outcome: 'arrived' | 'touched' | 'stuck' | 'late';
  /** Since it had moved by 0.1 m. */
  readonly took: Seconds;
  readonly seconds: Seconds;
  readonly traced: TraceRecorder;
}

export function drive(
  scene: Scenario,
  robot: RobotDefinition,
  { LockStep }: Release = THIS,
  limit = TIME_LIMIT,
): BarnRun {
  const traced = new TraceRecorder('a', robot.chassis, START);
  const lock = new LockStep(scene, { onTick: (_, pose, tick) => traced.record(tick.at, pose, tick) });
  let outcome: BarnRun['outcome'] = 'late';
  let begun: Seconds | undefined;
  let progress: { readonly at: Seconds; readonly from: Vec2 } = { at: 0, from: START };
  while (lock.at < limit) {
    lock.control();
    lock.advance(limit);
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

export const scoreOf = ({ optimum }: BarnWorld, { outcome, took }: BarnRun): number =>
  outcome === 'arrived' ? optimum / Math.min(Math.max(took, 2 * optimum), 8 * optimum) : 0;
