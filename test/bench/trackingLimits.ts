/** What a path follower is asked beside the courses that everybody shows. */
import { loadRobot } from '../../src/config/loadDefinition.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { fromPolar, type Vec2 } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import { buildMission } from '../../src/steering/mission.js';
import { Path } from '../../src/steering/paths/path.js';
import { type Reference, References } from '../../src/steering/paths/reference.js';
import { twistAlong } from '../../src/steering/paths/trackReference.js';
import { COURSES, type CoursePoints, randomCourse } from '../support/courses.js';
import { CASES, changed } from '../support/misdescribed.js';
import { drive, missionOf, sceneOf } from '../support/runs.js';
import { idealTime } from './arrival.js';

const robot = loadRobot('sim/scenarios/robots/plant-b.yaml');

export const benchedBody = (): BodyLimits =>
  prepareModel(robot, buildMission(missionOf({ seek: { target: [1, 0] } }))).body;

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

const mm = (meters: number | undefined): string => (1000 * (meters ?? Number.NaN)).toFixed(1);

export async function benchLimits(): Promise<void> {
  await anyCourse();
  await recovery();
  await goals();
  await headings();
  await degradation();
  timings();
}

async function anyCourse(): Promise<void> {
  const courses: readonly CoursePoints[] = [
    ...Object.values(COURSES),
    ...Array.from({ length: 100 }, (_, seed) => randomCourse(seed)),
  ];
  let [max, missed, arrived] = [0, 0, 0];
  for (const path of courses) {
    const [[x, y] = [0, 0], [x1, y1] = [1, 0]] = path;
    const at = { x, y, heading: Math.atan2(y1 - y, x1 - x) };
    const mission = missionOf({ followPath: { path } });
    const { robot: result } = await drive(sceneOf({ robot, mission, at, duration: 60 }));
    max = Math.max(max, result.crossTrack?.max ?? Number.NaN);
    missed = Math.max(missed, result.crossTrack?.missed ?? Number.NaN);
    arrived += result.outcome === 'arrived' ? 1 : 0;
  }
  const unkind = Object.keys(COURSES).length;
  console.log(
    `${arrived} of ${unkind} unkind and 100 random courses driven: max ${mm(max)}, missed ${mm(missed)} mm`,
  );
}

/** Back on the line for good: within 10 mm and 5°. */
async function recovery(): Promise<void> {
  const mission = missionOf({ followPath: { path: [[0, 0], [6, 0]] } }); // biome-ignore format: one line
  const at = { y: 0.2, heading: Math.PI };
  const { instants } = await drive(sceneOf({ robot, mission, at }));
  const last = instants.findLast(
    ({ pose: { y, heading } }) => Math.abs(y) > 0.01 || Math.abs(heading) > deg(5),
  );
  console.log(`from 0.20 m beside a line, heading back: on it for good after ${last?.tick.at.toFixed(2)} s`);
}

/** Goals of a seed, and the heading in which to end there. */
const drawnGoals = Array.from({ length: 200 }, (_, seed) => {
  const random = resumeRandom(seedRandom(seed));
  const bearing = Math.PI * (2 * random.uniform() - 1);
  const away = 0.5 + 1.5 * random.uniform();
  return { bearing, away, heading: Math.PI * (2 * random.uniform() - 1) };
});

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function goals(): Promise<void> {
  const shares: number[] = [];
  let overshoot = 0;
  for (const { bearing, away } of drawnGoals) {
    const { x, y } = fromPolar(away, bearing);
    const mission = missionOf({ arrive: { target: [x, y] } });
    const { robot: result } = await drive(sceneOf({ robot, mission }));
    const turn = 2 * Math.sqrt((robot.chassis.track / 2) * Math.abs(bearing));
    shares.push((result.timeToGoal ?? Number.NaN) / (turn + idealTime(away, 0)));
    overshoot = Math.max(overshoot, result.overshoot ?? Number.NaN);
  }
  const share = `${median(shares).toFixed(3)} in the middle, ${Math.max(...shares).toFixed(3)} at most`;
  console.log(`to 200 random goals, by an ideal turn and drive: ${share}; overshoot ${mm(overshoot)} mm`);
}

async function headings(): Promise<void> {
  let [off, turned] = [0, 0];
  for (const { bearing, away, heading } of drawnGoals) {
    const { x, y } = fromPolar(away, bearing);
    const mission = missionOf({ arrive: { target: [x, y], heading } });
    const { finalPose, distanceToGoal } = (await drive(sceneOf({ robot, mission }))).robot;
    off = Math.max(off, distanceToGoal ?? Number.NaN);
    turned = Math.max(turned, Math.abs(Math.sin((finalPose.heading - heading) / 2)) * 2);
  }
  console.log(
    `the same, ending in a random heading: within ${mm(off)} mm and ${(turned / deg(1)).toFixed(2)}°`,
  );
}

async function degradation(): Promise<void> {
  for (const [name, otherwise] of [['as described', {}, []] as const, ...CASES]) {
    const cells: string[] = [];
    for (const course of ['figure-eight', 'square-benchmark', 'sine']) {
      const { robot: result } = await drive(changed(course, otherwise));
      const { rms, max } = result.crossTrack ?? { rms: Number.NaN, max: Number.NaN };
      const time = result.outcome === 'arrived' ? `${result.timeToGoal?.toFixed(2)} s` : 'failed';
      cells.push(`${mm(rms)}/${mm(max)} mm ${time}`.padEnd(24));
    }
    console.log(`${name.padEnd(46)}${cells.join('')}`);
  }
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
