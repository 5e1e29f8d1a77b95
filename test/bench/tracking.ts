/**
 * Path tracking on the body with delay, lag and stiction: Steerbot beside the laws of other projects, one set of gains
 * each.
 */
import { loadScenario } from '../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { toWheels } from '../../src/locomotion/differentialDrive.js';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import { goalsOf } from '../../src/steering/mission.js';
import { drive } from '../support/runs.js';
import { driveBy } from './body.js';
import { Course, type Tracker } from './trackers/course.js';
import { purePursuit } from './trackers/purePursuit.js';
import { NAV2_DEFAULTS, regulated, SCALED } from './trackers/regulated.js';
import { WPILIB_DEFAULTS } from './trackers/regulator.js';
import { stanley } from './trackers/stanley.js';
import { quadratic, ramsete, timed } from './trackers/timed.js';
import { benchedBody, benchLimits, referenceFor } from './trackingLimits.js';

const COURSES = ['figure-eight', 'square-benchmark', 'sine'];
/** The clock stops this near to the end, for all: the other laws do not brake there. */
const WITHIN: Meters = 0.03;

/** Share of the body's limits that the trajectory of the regulator uses: what it adds must find room, or it is lost. */
const ROOM = 0.9;

type Law = (course: Course, points: readonly Vec2[]) => Tracker;
const onReference =
  (law: Parameters<typeof timed>[3], share = 1): Law =>
  (course, points) =>
    timed(referenceFor(points, share), course.track, course.dt, law);

const LAWS: Readonly<Record<string, Law>> = {
  'pure pursuit, 0.2 m': purePursuit(0.2),
  'pure pursuit, 0.15 m': purePursuit(0.15),
  'Stanley, 0.5, 30°': stanley(0.5, Math.PI / 6),
  'Stanley, 2.5, 60°': stanley(2.5, Math.PI / 3),
  'regulated pure pursuit, Nav2’s values': regulated(NAV2_DEFAULTS),
  'the same, scaled to the robot': regulated(SCALED),
  'Ramsete, WPILib’s values, our reference': onReference(ramsete(2, 0.7)),
  'Ramsete, b 40, our reference': onReference(ramsete(40, 0.7)),
  'LTV unicycle, WPILib’s values, nine tenths of it': onReference(quadratic(WPILIB_DEFAULTS, 0.02), ROOM),
};

interface Figures {
  readonly rms: Meters;
  readonly max: Meters;
  readonly missed: Meters;
  readonly seconds: Seconds;
}

const cell = ({ rms, max, missed, seconds }: Figures): string =>
  rms < 1
    ? `${[rms, max, missed].map((m) => (1000 * m).toFixed(1)).join('/')} ${seconds.toFixed(2)}`.padEnd(24)
    : 'lost'.padEnd(24);

const pointsOf = (scenario: Scenario): readonly Vec2[] => {
  const [goal] = scenario.robots.flatMap(({ mission }) => goalsOf(mission));
  if (goal?.kind !== 'followPath') throw new RangeError(`${scenario.name} has no path`);
  return goal.points;
};

const LOST = { rms: Number.POSITIVE_INFINITY, max: 0, missed: 0 };

function byLaw(name: string, law: Law): Figures {
  const scenario = loadScenario(name);
  const points = pointsOf(scenario);
  const { maxSpeed: speed, maxWheelSpeed, track } = benchedBody();
  const course = new Course(points, { speed, track, dt: 0.02 });
  const tracker = law(course, points);
  let ended = false;
  const { result, seconds } = driveBy({ ...scenario, duration: 40 }, (pose) => {
    course.follow(pose);
    ended = course.isDone(pose, WITHIN);
    if (ended) return undefined;
    const { left, right } = toWheels(tracker(pose, 0), track);
    const cut = Math.min(1, maxWheelSpeed / Math.max(Math.abs(left), Math.abs(right), 1e-9));
    return { left: left * cut, right: right * cut };
  });
  return { ...(ended && result.crossTrack ? result.crossTrack : LOST), seconds };
}

async function steerbot(name: string): Promise<Figures & { readonly stands: Seconds }> {
  const scenario = loadScenario(name);
  const { robot, instants } = await drive(scenario);
  const course = new Course(pointsOf(scenario), { speed: 0.5, track: 0.15, dt: 0.02 });
  const near = instants.find(({ pose }) => {
    course.follow(pose);
    return course.isDone(pose, WITHIN);
  });
  const seconds = near?.tick.at ?? Number.NaN;
  return { ...(robot.crossTrack ?? LOST), seconds, stands: robot.timeToGoal ?? Number.NaN };
}

export async function benchTracking(): Promise<void> {
  console.log('RMS/max/missed [mm], and the time [s] until 3 cm before the end, for all');
  console.log(`${' '.repeat(50)}${COURSES.map((name) => name.padEnd(24)).join('')}`);
  const ours = await Promise.all(COURSES.map(steerbot));
  console.log(`${'Steerbot'.padEnd(50)}${ours.map(cell).join('')}`);
  for (const [name, law] of Object.entries(LAWS))
    console.log(`${name.padEnd(50)}${COURSES.map((course) => cell(byLaw(course, law))).join('')}`);
  console.log(`Steerbot stands after ${ours.map(({ stands }) => stands.toFixed(2)).join(', ')} s.`);
  await benchLimits();
}
