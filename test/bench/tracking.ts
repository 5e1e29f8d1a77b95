/**
 * Path tracking on the body with delay, lag and stiction: Steerbot beside the laws of other projects, one set of gains
 * each.
 */

import type { Scenario } from '../../sim/scenario/scenario.js';
import { toWheels } from '../../src/locomotion/differentialDrive.js';
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, Seconds } from '../../src/math/units.js';
import { goalsOf } from '../../src/steering/mission.js';
import { drive } from '../support/runs.js';
import { measuredScene } from '../support/scenes.js';
import { driveBy } from './body.js';
import type { Figures } from './figures/figures.js';
import { Course, type Tracker } from './trackers/course.js';
import { purePursuit } from './trackers/purePursuit.js';
import { NAV2_DEFAULTS, regulated, SCALED } from './trackers/regulated.js';
import { WPILIB_DEFAULTS } from './trackers/regulator.js';
import { stanley } from './trackers/stanley.js';
import { quadratic, ramsete, timed } from './trackers/timed.js';
import { benchedBody, benchLimits, COURSE_IDS, probeLimits, referenceFor } from './trackingLimits.js';

const COURSES = Object.keys(COURSE_IDS) as (keyof typeof COURSE_IDS)[];
/** The clock stops this near to the end, for all: the other laws do not brake there. */
const WITHIN: Meters = 0.03;

/** Share of the body's limits that the trajectory of the regulator uses: what it adds must find room, or it is lost. */
const ROOM = 0.9;

type Law = (course: Course, points: readonly Vec2[]) => Tracker;
const onReference =
  (law: Parameters<typeof timed>[3], share = 1): Law =>
  (course, points) =>
    timed(referenceFor(points, share), course.track, course.dt, law);

/** By the words of the console's table. */
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

/** The laws that the docs show beside Steerbot, each with the gains that suit it best, and their ids. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'pure pursuit, 0.2 m': 'purePursuit20',
  'pure pursuit, 0.15 m': 'purePursuit15',
  'Stanley, 2.5, 60°': 'stanley',
  'regulated pure pursuit, Nav2’s values': 'nav2',
  'the same, scaled to the robot': 'nav2Scaled',
  'Ramsete, b 40, our reference': 'ramsete',
  'LTV unicycle, WPILib’s values, nine tenths of it': 'ltv',
};

interface Tracked {
  readonly rms: Meters;
  readonly max: Meters;
  readonly missed: Meters;
  readonly seconds: Seconds;
}

const cell = ({ rms, max, missed, seconds }: Tracked): string =>
  rms < 1
    ? `${[rms, max, missed].map((m) => (1000 * m).toFixed(1)).join('/')} ${seconds.toFixed(2)}`.padEnd(24)
    : 'lost'.padEnd(24);

const pointsOf = (scenario: Scenario): readonly Vec2[] => {
  const [goal] = scenario.robots.flatMap(({ mission }) => goalsOf(mission));
  if (goal?.kind !== 'followPath') throw new RangeError(`${scenario.name} has no path`);
  return goal.points;
};

const LOST = { rms: Number.POSITIVE_INFINITY, max: 0, missed: 0 };

function byLaw(name: string, law: Law): Tracked {
  const scenario = measuredScene(name);
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

async function steerbot(name: string): Promise<Tracked & { readonly stands: Seconds }> {
  const scenario = measuredScene(name);
  const { robot, instants } = await drive(scenario);
  const course = new Course(pointsOf(scenario), { speed: 0.5, track: 0.15, dt: 0.02 });
  const near = instants.find(({ pose }) => {
    course.follow(pose);
    return course.isDone(pose, WITHIN);
  });
  const seconds = near?.tick.at ?? Number.NaN;
  return { ...(robot.crossTrack ?? LOST), seconds, stands: robot.timeToGoal ?? Number.NaN };
}

function takeDown(figures: Figures, id: string, { rms, max, missed, seconds }: Tracked): void {
  figures.exact(`${id}.rms`, 1000 * rms, 'mm');
  figures.exact(`${id}.max`, 1000 * max, 'mm');
  figures.exact(`${id}.missed`, 1000 * missed, 'mm');
  figures.exact(`${id}.seconds`, seconds, 's');
}

async function benchSteerbot(figures: Figures): Promise<void> {
  const ours = await Promise.all(COURSES.map(steerbot));
  console.log(`${'Steerbot'.padEnd(50)}${ours.map(cell).join('')}`);
  console.log(`${''.padEnd(50)}stands after ${ours.map(({ stands }) => stands.toFixed(2)).join(', ')} s`);
  for (const [i, course] of COURSES.entries()) {
    const tracked = ours[i] as (typeof ours)[number];
    takeDown(figures, `tracking.${COURSE_IDS[course]}`, tracked);
    figures.exact(`tracking.${COURSE_IDS[course]}.stands`, tracked.stands, 's');
  }
}

function benchLaw(name: string, law: Law, figures: Figures): void {
  const all = COURSES.map((course) => byLaw(course, law));
  console.log(`${name.padEnd(50)}${all.map(cell).join('')}`);
  const id = PUBLISHED[name];
  if (id === undefined) return;
  for (const [i, course] of COURSES.entries())
    takeDown(figures, `tracking.${id}.${COURSE_IDS[course]}`, all[i] as Tracked);
}

export async function benchTracking(_: readonly string[], figures: Figures): Promise<void> {
  console.log('RMS/max/missed [mm], and the time [s] until 3 cm before the end, for all');
  console.log(`${' '.repeat(50)}${COURSES.map((name) => name.padEnd(24)).join('')}`);
  await benchSteerbot(figures);
  for (const [name, law] of Object.entries(LAWS)) benchLaw(name, law, figures);
  await benchLimits(figures);
}

/** Steerbot and each law on the shortest course, and a few of what else a path follower is asked. */
export async function probeTracking(figures: Figures): Promise<void> {
  const ours = await steerbot('sine');
  figures.probe('tracking.probe.steerbot', 1000 * (ours.rms + ours.missed));
  for (const [name, id] of Object.entries(PUBLISHED))
    figures.probe(`tracking.probe.${id}`, 1000 * byLaw('sine', LAWS[name] as Law).rms);
  await probeLimits(figures);
}
