/** Robots whose bodies differ from their file in one thing more than in others, and recordings of their drives. */
import { simulate } from '../../../sim/engine/run.js';
import { Drivetrain } from '../../../sim/plant/drivetrain.js';
import { parsePlant } from '../../../sim/scenario/plantSchema.js';
import { AS_DECLARED, type PlantSpec } from '../../../sim/scenario/plantSpec.js';
import type { DriftExplanation } from '../../../src/cli/compare/explain.js';
import { plantText } from '../../../src/cli/compare/plantFile.js';
import type { RecordedRun } from '../../../src/cli/compare/recordedRun.js';
import type { RunLog } from '../../../src/identify/runLog.js';
import { moveAlongArc, type Pose, rotate } from '../../../src/math/geometry.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { Reading } from '../../../src/signals/signals.js';
import type { MissionSpec } from '../../../src/steering/mission.js';
import { missionOf, sceneOf } from '../../support/runs.js';

export const CAUSES = [
  'delay',
  'lag',
  'dead band',
  'no-load speed',
  'right motor by left',
  'wheels',
  'right wheel by left',
  'track',
] as const;
type CauseName = (typeof CAUSES)[number];

/** A body whose error `cause` is large, and whose others are a tenth as large. */
export function bodyWith(cause: CauseName, seed: number): PlantSpec {
  const random: Random = resumeRandom(seedRandom(500 + seed));
  const sign = random.uniform() < 0.5 ? -1 : 1;
  const size = (name: CauseName) =>
    name === cause ? 0.8 + 0.4 * random.uniform() : 0.2 * (random.uniform() - 0.5);
  const signed = (name: CauseName) => (name === cause ? sign : 1) * size(name);
  const speed = 1 + 0.12 * signed('no-load speed');
  const apart = 0.08 * signed('right motor by left');
  const wheels = 0.04 * signed('wheels');
  const ratio = 0.03 * signed('right wheel by left');
  const both = (value: number) => ({ forward: value, back: value });
  const band = 0.08 + 0.08 * size('dead band');
  return {
    ...AS_DECLARED,
    delay: 0.04 + 0.09 * size('delay'),
    lag: 0.06 + 0.09 * size('lag'),
    deadband: { left: both(band), right: both(band) },
    noLoadSpeed: { left: both(0.6 * speed * (1 - apart / 2)), right: both(0.6 * speed * (1 + apart / 2)) },
    wheelDiameterError: { left: wheels - ratio / 2, right: wheels + ratio / 2 },
    trackError: 0.05 * signed('track'),
    slip: 0.002,
  };
}

export const FIXES = { rate: 10, delay: 0.1, deviation: 0.01, outliers: 0.02, far: 0.5 };

export const COURSE = missionOf({
  followPath: {
    path: [
      [0, 0],
      [1.2, 0],
      [1.2, 0.8],
      [0.4, 0.8],
      [0.4, 0.2],
      [1.6, 0.4],
      [1.6, 1.2],
      [0, 1.2],
      [0, 0],
    ],
    loop: true,
  },
});

export const FIGURE_EIGHT = missionOf({
  followPath: {
    path: Array.from({ length: 81 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * i) / 80;
      return [Math.sin(angle), 0.5 * Math.sin(2 * angle)];
    }),
    loop: true,
  },
});

export interface Drive {
  readonly robot: RobotDefinition;
  readonly plant: PlantSpec;
  readonly seed: number;
  readonly mission?: MissionSpec;
  readonly duration?: number;
  readonly seen?: boolean;
}

export interface RecordedDrive {
  readonly run: RecordedRun;
  readonly poses: readonly TruePose[];
}

/** What a recording of that drive holds, and the true way of the body. */
export async function recordedDrive({
  robot,
  plant,
  seed,
  mission = COURSE,
  duration = 60,
  seen = true,
}: Drive) {
  const poses: TruePose[] = [];
  const estimates: RecordedRun['estimates'][number][] = [];
  const log = emptyLog();
  const scene = sceneOf({
    robot,
    mission,
    plant,
    sensing: 'odometry',
    seed,
    duration,
    ...(seen && { fixes: FIXES }),
  });
  await simulate(scene, {
    now: () => 0,
    onTick: (_, { x, y, heading }, tick) => {
      poses.push({ at: tick.at, x, y, heading });
      log.duties.push({ at: tick.at, ...tick.duties });
      estimates.push({ at: tick.at, pose: tick.estimate.pose });
    },
    onInputs: ({ events }) => {
      for (const event of events) if (event.kind === 'reading') sort(event.reading, log);
    },
  });
  return { run: { robot, log, estimates }, poses };
}

const emptyLog = () => ({
  duties: [] as RunLog['duties'][number][],
  counts: [] as RunLog['counts'][number][],
  turnRates: [] as RunLog['turnRates'][number][],
  fixes: [] as RunLog['fixes'][number][],
});

function sort(reading: Reading, { counts, turnRates, fixes }: ReturnType<typeof emptyLog>): void {
  if (reading.kind === 'encoders') counts.push(reading);
  else if (reading.kind === 'turnRate') turnRates.push(reading);
  else if (reading.kind === 'pose' && reading.deviation !== undefined)
    fixes.push({ ...reading, deviation: reading.deviation });
}

type TruePose = Pose & { readonly at: number };

/** The true figures of such a body, by the names that `compare` gives them. */
export function truthOf(plant: PlantSpec, { chassis }: RobotDefinition): Readonly<Record<string, number>> {
  const mean = (wheels?: { left: { forward: number }; right: { forward: number } }) =>
    wheels ? (wheels.left.forward + wheels.right.forward) / 2 : Number.NaN;
  const { noLoadSpeed, wheelDiameterError: wheels } = plant;
  return {
    delay: plant.delay ?? Number.NaN,
    lag: plant.lag ?? Number.NaN,
    'dead band': mean(plant.deadband),
    'no-load speed': mean(noLoadSpeed),
    'right motor by left': noLoadSpeed ? noLoadSpeed.right.forward / noLoadSpeed.left.forward : Number.NaN,
    wheels: 1 + (wheels.left + wheels.right) / 2,
    'right wheel by left': (1 + wheels.right) / (1 + wheels.left),
    track: chassis.track * (1 + plant.trackError),
  };
}

/** What `--write` writes, read back; without its slip, which is chance. */
export const writtenPlant = (run: RecordedRun, found: DriftExplanation): PlantSpec => ({
  ...parsePlant(plantText(run, found, 'run.mcap'), 'plant.yaml'),
  slip: 0,
});

/**
 * A drive's commands through the simulated body: RMS distance from the true one after three seconds from where that
 * was, by the RMS way in them.
 */
export function driftOf({ run, poses }: RecordedDrive, robot: RobotDefinition, plant: PlantSpec): number {
  const told = toldPoses(run, { robot, plant, poses });
  const per = Math.round(3 / ((poses[1]?.at ?? 0) - (poses[0]?.at ?? 0)));
  let [off, ways] = [0, 0];
  for (let i = per; i < poses.length; i += per) {
    const [from, to] = [poses[i - per], poses[i]] as [TruePose, TruePose];
    const [a, b] = [told[i - per], told[i]] as [Pose, Pose];
    const moved = rotate({ x: b.x - a.x, y: b.y - a.y }, from.heading - a.heading);
    off += (from.x + moved.x - to.x) ** 2 + (from.y + moved.y - to.y) ** 2;
    ways += wayOf(poses.slice(i - per, i + 1)) ** 2;
  }
  return Math.sqrt(off / ways);
}

const wayOf = (poses: readonly Pose[]): number =>
  poses
    .slice(1)
    .reduce((sum, { x, y }, i) => sum + Math.hypot(x - (poses[i]?.x ?? 0), y - (poses[i]?.y ?? 0)), 0);

function toldPoses(
  { log }: RecordedRun,
  { robot, plant, poses }: { robot: RobotDefinition; plant: PlantSpec; poses: readonly TruePose[] },
): Pose[] {
  const body = new Drivetrain(robot, plant);
  let [pose, now, next]: [Pose, number, number] = [{ x: 0, y: 0, heading: 0 }, 0, 0];
  return poses.map(({ at }) => {
    for (let duty = log.duties[next]; duty && duty.at < at; duty = log.duties[++next])
      body.command(duty.at, duty);
    const { forward, turned } = body.overGround(body.advance(now, at));
    pose = moveAlongArc(pose, forward, turned);
    now = at;
    return pose;
  });
}
