/** A robot whose only eye is an HC-SR04 on a servo, on its emulated board, end to end: firmware, frames, driver, loop. */
import { describe, expect, it } from 'vitest';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { ServoHead } from '../../../sim/avr/sweptSonar.js';
import { simulate } from '../../../sim/engine/run.js';
import { EMPTY_FLOOR } from '../../../sim/scenario/scenario.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';
import { vec } from '../../../src/math/geometry.js';
import { deg } from '../../../src/math/units.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { RangeReading, Reading } from '../../../src/signals/signals.js';
import { itThorough } from '../../support/effort.js';
import { missionOf, sceneOf } from '../../support/runs.js';
import { EMPTY } from '../bodies.js';
import { wiredRobot } from './wiredRobot.js';

const FILE = (sweep: string, more = '') => `
name: owl
board: uno
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 70 mm }
motors: { left: { pwm: 5, dir: 7 }, right: { pwm: 6, dir: 8 }, noLoadSpeed: 0.6 m/s, deadband: 0.08, lag: 60 ms }
encoders: { left: { a: 2, b: 4, countsPerRevolution: 1437 }, right: { a: 3, b: 9, countsPerRevolution: 1437 } }
sensors: [{ id: front, type: hc-sr04, trigger: 12, echo: 13, sweep: ${sweep}, ideal: true ${more}}]
limits: { speed: 0.3 m/s, acceleration: 1 m/s² }
control: { rate: 50 Hz, latency: 40 ms }
`;
const SWEEP = '{ servo: 10, from: -60 deg, to: 60 deg, step: 30 deg }';
const robotOf = (sweep = SWEEP, more = ', at: [80 mm, 0]'): RobotDefinition =>
  parseRobot(FILE(sweep, more), 'owl.yaml');

/** Walls to the left, ahead and to the right of a robot at the origin, each at its own distance. */
const ROOM = {
  ...EMPTY,
  walls: [
    [vec(1, -0.3), vec(1, 0.3)],
    [vec(-1, 0.8), vec(1.5, 0.8)],
    [vec(-1, -0.6), vec(1.5, -0.6)],
  ],
};
/** The nearest of the room that a cone of 15° meets in each direction. */
const HEARD: Readonly<Record<string, number>> = {
  'front at -60 deg': 0.6 / Math.sin(deg(67.5)),
  'front at -30 deg': 0.6 / Math.sin(deg(37.5)),
  'front at 0 deg': 1,
  'front at 30 deg': 0.8 / Math.sin(deg(37.5)),
  'front at 60 deg': 0.8 / Math.sin(deg(67.5)),
};

const rangesOf = (readings: readonly Reading[]): RangeReading[] =>
  readings.filter((reading) => reading.kind === 'range');

async function standingIn(robot: RobotDefinition) {
  const { sensors, motors, encoders } = robot;
  return wiredRobot(sensors, ROOM, { motors, ...(encoders && { encoders }) });
}

describe('a sonar that a servo turns', () => {
  it('tells of each direction what is there, and goes to and fro', async () => {
    const { run, readings } = await standingIn(robotOf(SWEEP, ''));
    run(4);
    const told = rangesOf(readings);
    expect(told.length).toBeGreaterThanOrEqual(16);
    for (const { sensor, distances } of told) expect(distances[0], sensor).toBeCloseTo(HEARD[sensor] ?? 0, 1);
    const [a, b, c, d, e] = Object.keys(HEARD);
    expect(told.slice(0, 16).map(({ sensor }) => sensor)).toEqual([
      a,
      b,
      c,
      d,
      e,
      d,
      c,
      b,
      a,
      b,
      c,
      d,
      e,
      d,
      c,
      b,
    ]);
    const times = told.map(({ at }) => at);
    const apart = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    expect(Math.max(...apart)).toBeLessThan(0.23);
    expect(Math.min(...apart)).toBeGreaterThan(0.145);
  });

  it('turns to the other side where its servo hangs upside down', async () => {
    const { run, board } = await standingIn(robotOf(SWEEP.replace('}', ', invert: true }'), ''));
    const head = new ServoHead(board, 10);
    run(0.3);
    expect(head.angle).toBeGreaterThan(deg(50));
  });

  it('is told nothing of a direction that its servo has not reached: a stop ends its pulses on the way', async () => {
    const robot = robotOf(SWEEP, '');
    const { run, arm, driver, readings } = await standingIn(robot);
    await arm();
    for (let i = 0; i < 12; i++) {
      driver.stop();
      run(0.07 + 0.011 * i);
    }
    run(2.5);
    const told = rangesOf(readings);
    expect(told.length).toBeGreaterThan(6);
    for (const { sensor, distances } of told) expect(distances[0], sensor).toBeCloseTo(HEARD[sensor] ?? 0, 1);
  });
});

const avoiding = (robot: RobotDefinition, y = 0.02) =>
  sceneOf({
    robot,
    sensing: 'odometry',
    duration: 25,
    mission: missionOf({ prioritize: [{ avoidObstacles: {} }, { arrive: { target: [2, 0] } }] }),
    world: { ...EMPTY_FLOOR, circles: [{ at: vec(1, y), radius: 0.1 }] },
  });

describe('a robot that sees by a swept sonar alone', () => {
  it.each([0.02, -0.05, 0.15])('passes a post %d m beside its way, simulated', async (y) => {
    const { robots } = await simulate(avoiding(robotOf(), y));
    expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, faults: [] });
  });

  it('passes a post with the errors of a typical one', async () => {
    const typical = parseRobot(FILE(SWEEP, ', at: [80 mm, 0]').replace(', ideal: true', ''), 'owl.yaml');
    const { robots } = await simulate(avoiding(typical));
    expect(robots[0]).toMatchObject({ contacts: 0 });
  });

  it('passes a post with the firmware on its emulated board', async () => {
    const scenario = avoiding(robotOf());
    const { robots } = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
    expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, faults: [] });
  });

  itThorough.each(['-45 deg, to: 45 deg, step: 15 deg', '-40 deg, to: 40 deg, step: 20 deg'])(
    'passes a post with other sweeps: %s',
    async (from) => {
      const scenario = avoiding(robotOf(`{ servo: 10, from: ${from} }`));
      const { robots } = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
      expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, faults: [] });
    },
  );

  it('stands until it has looked ahead, and stops where its sonar is not connected', async () => {
    const robot = robotOf();
    const scenario = avoiding(robot);
    const bodyOf = await emulatedBodies(scenario);
    const deaf = { ...robot, sensors: [] };
    const { robots } = await simulate(scenario, { bodyOf: (context) => bodyOf({ ...context, robot: deaf }) });
    expect(robots[0]?.faults).toContainEqual(expect.objectContaining({ kind: 'sonarMissing' }));
    expect(robots[0]?.distanceTravelled).toBeLessThan(0.1);
  });
});
