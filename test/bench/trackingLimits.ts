/** What a path follower is asked beside the courses that everybody shows. */
import { loadRobot } from '../../src/config/loadDefinition.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { fromPolar, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg, type Meters, type Radians } from '../../src/math/units.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { Path } from '../../src/steering/paths/path.js';
import { type Reference, References } from '../../src/steering/paths/reference.js';
import { twistAlong } from '../../src/steering/paths/trackReference.js';
import { COURSES, type CoursePoints, randomCourse } from '../support/courses.js';
import { CASES, changed, type Otherwise } from '../support/misdescribed.js';
import { drive, missionOf, sceneOf } from '../support/runs.js';
import { idealTime } from './arrival.js';
import { median } from './clock.js';
import type { Figures } from './figures/figures.js';

/** The courses that everybody shows, and what their figures are called. */
export const COURSE_IDS = {
  'figure-eight': 'figureEight',
  'square-benchmark': 'square',
  sine: 'sine',
} as const;

const robot = loadRobot('sim/scenarios/robots/plant-b.yaml');

export const benchedBody = (): BodyLimits =>
  prepareModel(robot, missionBehavior(missionOf({ seek: { target: [1, 0] } }))).body;

/** @param share of the body's limits that is used: laws that add to it need room */
export const referenceFor = (points: readonly Vec2[], share = 1): Reference =>
  new References(new Path(points), withShare(benchedBody(), share), {
    tolerance: 0,
    speed: undefined,
    face: undefined,
  }).at(0);

const withShare = (body: BodyLimits, share: number): BodyLimits => ({
  ...body,
  maxSpeed: share * body.maxSpeed,
  maxWheelSpeed: share * body.maxWheelSpeed,
  maxAcceleration: share * body.maxAcceleration,
});

export async function benchLimits(figures: Figures): Promise<void> {
  await anyCourse(figures);
  await recovery(figures);
  await goals(figures);
  await headings(figures);
  for (const [name, otherwise] of CASES) await degradation(name, otherwise, figures);
  timings();
}

/** A few of each. */
export async function probeLimits(figures: Figures): Promise<void> {
  const driven = await drivenCourses(Array.from({ length: 3 }, (_, seed) => randomCourse(seed)));
  figures.probe('tracking.probe.courses', 1000 * sum(driven.map(({ max, missed }) => max + missed)));
  const [first, second] = drawnGoals as [Goal, Goal];
  figures.probe('tracking.probe.goal', (await reached(first)).share);
  figures.probe('tracking.probe.heading', 1000 * (await turnedTo(second)).off);
  const result = await drive(changed('sine', CASES[3]?.[1] ?? {}));
  figures.probe('tracking.probe.slower', 1000 * (result.robot.crossTrack?.rms ?? Number.NaN));
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

const drivenCourses = (courses: readonly CoursePoints[]) =>
  Promise.all(
    courses.map(async (path) => {
      const [[x, y] = [0, 0], [x1, y1] = [1, 0]] = path;
      const at = { x, y, heading: Math.atan2(y1 - y, x1 - x) };
      const mission = missionOf({ followPath: { path } });
      const { robot: result } = await drive(sceneOf({ robot, mission, at, duration: 60 }));
      const { max, missed } = result.crossTrack ?? { max: Number.NaN, missed: Number.NaN };
      return { max, missed, hasArrived: result.outcome === 'arrived' };
    }),
  );

async function anyCourse(figures: Figures): Promise<void> {
  const unkind = Object.values(COURSES);
  const all = [...unkind, ...Array.from({ length: 100 }, (_, seed) => randomCourse(seed))];
  const driven = await drivenCourses(all);
  const max = 1000 * Math.max(...driven.map((one) => one.max));
  const missed = 1000 * Math.max(...driven.map((one) => one.missed));
  const arrived = driven.filter((one) => one.hasArrived).length;
  figures.exact('tracking.courses.unkind', unkind.length, '');
  figures.exact('tracking.courses.arrived', arrived, '');
  figures.exact('tracking.courses.max', max, 'mm');
  figures.exact('tracking.courses.missed', missed, 'mm');
  console.log(
    `${arrived} of ${unkind.length} unkind and 100 random courses driven: max ${max.toFixed(1)}, missed ${missed.toFixed(1)} mm`,
  );
}

/** Back on the line for good: within 10 mm and 5°. */
async function recovery(figures: Figures): Promise<void> {
  const mission = missionOf({ followPath: { path: [[0, 0], [6, 0]] } }); // biome-ignore format: one line
  const at = { y: 0.2, heading: Math.PI };
  const { instants } = await drive(sceneOf({ robot, mission, at }));
  const last = instants.findLast(
    ({ pose: { y, heading } }) => Math.abs(y) > 0.01 || Math.abs(heading) > deg(5),
  );
  figures.exact('tracking.recovery', last?.tick.at ?? Number.NaN, 's');
  console.log(`from 0.20 m beside a line, heading back: on it for good after ${last?.tick.at.toFixed(2)} s`);
}

interface Goal {
  readonly bearing: Radians;
  readonly away: Meters;
  /** In which to end there. */
  readonly heading: Radians;
}

/** By their seeds. */
const drawnGoals = Array.from({ length: 200 }, (_, seed): Goal => {
  const random = resumeRandom(seedRandom(seed));
  const bearing = Math.PI * (2 * random.uniform() - 1);
  const away = 0.5 + 1.5 * random.uniform();
  return { bearing, away, heading: Math.PI * (2 * random.uniform() - 1) };
});

/** How long it takes, in times of an ideal turn and drive. */
async function reached({ bearing, away }: Goal) {
  const { x, y } = fromPolar(away, bearing);
  const mission = missionOf({ arrive: { target: [x, y] } });
  const { robot: result } = await drive(sceneOf({ robot, mission }));
  const turn = 2 * Math.sqrt((robot.chassis.track / 2) * Math.abs(bearing));
  const share = (result.timeToGoal ?? Number.NaN) / (turn + idealTime(away, 0));
  return { share, overshoot: result.overshoot ?? Number.NaN };
}

async function goals(figures: Figures): Promise<void> {
  const all = await Promise.all(drawnGoals.map(reached));
  const shares = all.map(({ share }) => share);
  const [middle, most] = [median(shares), Math.max(...shares)];
  const overshoot = 1000 * Math.max(...all.map((one) => one.overshoot));
  figures.exact('tracking.goals.median', middle, '×');
  figures.exact('tracking.goals.most', most, '×');
  figures.exact('tracking.goals.overshoot', overshoot, 'mm');
  const share = `${middle.toFixed(3)} in the middle, ${most.toFixed(3)} at most`;
  console.log(
    `to 200 random goals, by an ideal turn and drive: ${share}; overshoot ${overshoot.toFixed(1)} mm`,
  );
}

/** How far from the goal, and from its heading. */
async function turnedTo({ bearing, away, heading }: Goal) {
  const { x, y } = fromPolar(away, bearing);
  const mission = missionOf({ arrive: { target: [x, y], heading } });
  const { finalPose, distanceToGoal } = (await drive(sceneOf({ robot, mission }))).robot;
  const turned = Math.abs(Math.sin((finalPose.heading - heading) / 2)) * 2;
  return { off: distanceToGoal ?? Number.NaN, turned };
}

async function headings(figures: Figures): Promise<void> {
  const all = await Promise.all(drawnGoals.map(turnedTo));
  const off = 1000 * Math.max(...all.map((one) => one.off));
  const turned = Math.max(...all.map((one) => one.turned)) / deg(1);
  figures.exact('tracking.headings.off', off, 'mm');
  figures.exact('tracking.headings.turned', turned, '°');
  console.log(`the same, ending in a random heading: within ${off.toFixed(1)} mm and ${turned.toFixed(2)}°`);
}

/** What the figures of the bodies are called that their files do not describe. */
const CASE_IDS: Readonly<Record<string, string>> = {
  'at 10 Hz': 'at10Hz',
  'at 20 Hz': 'at20Hz',
  'at 100 Hz': 'at100Hz',
  '30 % slower than described': 'slower',
  '30 % quicker than described': 'quicker',
  'whose right wheel is 5 % weaker': 'weaker',
  'with 80 counts a turn': 'counts80',
  'with 20 counts a turn': 'counts20',
  'with 20 counts a turn at 20 Hz': 'counts20At20Hz',
  'with 20 counts a turn, and 30 % slower': 'counts20Slower',
  'with 20 counts a turn, and a weaker wheel': 'counts20Weaker',
};

async function degradation(name: string, otherwise: Otherwise, figures: Figures): Promise<void> {
  const cells: string[] = [];
  for (const [course, id] of Object.entries(COURSE_IDS)) {
    const { robot: result } = await drive(changed(course, otherwise));
    const { rms, max } = result.crossTrack ?? { rms: Number.NaN, max: Number.NaN };
    figures.exact(`tracking.${CASE_IDS[name]}.${id}.rms`, 1000 * rms, 'mm');
    figures.exact(`tracking.${CASE_IDS[name]}.${id}.max`, 1000 * max, 'mm');
    const time = result.outcome === 'arrived' ? `${result.timeToGoal?.toFixed(2)} s` : 'failed';
    cells.push(`${(1000 * rms).toFixed(1)}/${(1000 * max).toFixed(1)} mm ${time}`.padEnd(24));
  }
  console.log(`${name.padEnd(46)}${cells.join('')}`);
}

/** Ten metres of way with corners of all angles. */
function longWay(): Vec2[] {
  const points: Vec2[] = [{ x: 0, y: 0 }];
  let heading = 0;
  for (let corner = 1, way = 0; way < 10; corner++) {
    const leg = 0.35 + 0.2 * ((0.37 * corner) % 1);
    heading += (0.3 + 2.6 * ((0.618 * corner) % 1)) * (corner % 2 ? 1 : -1);
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
    points.push({ x: x + leg * Math.cos(heading), y: y + leg * Math.sin(heading) });
    way += leg;
  }
  return points;
}

const TICKS = 20_000;

function timings(): void {
  const points = longWay();
  const took = Array.from({ length: 8 }, () => {
    const start = performance.now();
    referenceFor(points);
    return performance.now() - start;
  });
  const reference = referenceFor(points);
  const percept = {
    pose: { x: 0.3, y: 0.1, heading: 0.5 },
    body: benchedBody(),
    dt: 0.02,
    forwardSpeed: 0.4,
    turnRate: 0,
  };
  const start = performance.now();
  for (let tick = 0; tick < TICKS; tick++) {
    const place = reference.locate(percept.pose, 0.3, 0.55);
    twistAlong(percept as never, { reference, place, band: 0 });
  }
  const each = (1000 * (performance.now() - start)) / TICKS;
  const length = new Path(points).length.toFixed(1);
  console.log(
    `reference of ${length} m with ${points.length - 2} corners: ${took[0]?.toFixed(0)} ms the first time, ${median(took).toFixed(0)} ms then; the law ${each.toFixed(1)} µs a tick`,
  );
}
