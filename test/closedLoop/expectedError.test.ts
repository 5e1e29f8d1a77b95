/** Whether real bodies, drawn with typical errors, end as far from their estimate as the result says. */
import { describe, expect } from 'vitest';
import { LockStep } from '../../sim/engine/run.js';
import type { RobotResult } from '../../sim/referee/result.js';
import { plantSchema } from '../../sim/scenario/plantSchema.js';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { distance, vec } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Estimate, Tick } from '../../src/signals/signals.js';
import { itOnce as it, itInBoth, itThorough, THOROUGH } from '../support/effort.js';
import { missionOf, sceneOf } from '../support/runs.js';

const BODIES = THOROUGH ? 200 : 40;

interface Ended {
  /** From its estimate to its true pose. */
  readonly off: number;
  readonly expected: number;
  /** Standard deviation by the covariance of the estimate. */
  readonly byCovariance: number;
}

/** Batteries, slip, play, casters and motors as they are; each seed draws another body. */
const TABLE = plantSchema.parse('table');

interface End {
  readonly robot: RobotResult;
  /** Its last estimate. */
  readonly estimate: Estimate | undefined;
}

/** A robot that believes itself at its goal, and has stood for so long, stays there and learns nothing more. */
const STOOD = 1;

function endIn(scenario: Scenario): End {
  let last: Tick | undefined;
  let movedAt = 0;
  const onTick = (_: string, __: unknown, tick: Tick) => {
    last = tick;
    const { left, right } = tick.duties;
    if (!tick.arrived || left !== 0 || right !== 0) movedAt = tick.at;
  };
  const run = new LockStep(scenario, { onTick });
  while (!run.isOver && (scenario.respawn || run.at < movedAt + STOOD)) {
    run.control();
    run.advance(scenario.duration);
  }
  run.close();
  const [robot] = run.result(0).robots;
  if (!robot) throw new Error('a scenario has a robot');
  return { robot, estimate: last?.estimate };
}

const resultOf = (scenario: Scenario): RobotResult => endIn(scenario).robot;

function endOf(robot: RobotDefinition, mission: object, seed: number): Ended {
  const scene = { robot, mission: missionOf(mission), duration: 'wander' in mission ? 10 : 40 };
  const drawnScene = sceneOf({ ...scene, sensing: 'odometry', plant: TABLE, seed });
  const {
    robot: { expectedError, finalPose },
    estimate,
  } = endIn(drawnScene);
  if (!estimate || expectedError === null) throw new Error('nothing measures the pose of it');
  const { covariance, pose } = estimate;
  const byCovariance = Math.sqrt(covariance.xx + covariance.yy);
  return { off: distance(pose, finalPose), expected: expectedError, byCovariance };
}

const endsOf = (robot: RobotDefinition, mission: object): Ended[] =>
  Array.from({ length: BODIES }, (_, i) => endOf(robot, mission, i + 1));

const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

/** Size of the true errors, by the size that was said. */
const ratioOf = (ends: readonly Ended[], said: 'expected' | 'byCovariance'): number =>
  rms(ends.map(({ off }) => off)) / rms(ends.map((end) => end[said]));

const KIT = loadRobot('generic-l298n');
/** The same kit, whose sensor would see nothing here. */
const WITH_GYRO: RobotDefinition = {
  ...KIT,
  sensors: loadRobot('elegoo-smart-car-v4').sensors.filter(({ type }) => type === 'mpu6050'),
};
const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

const CASES: readonly (readonly [string, RobotDefinition, object])[] = [
  ['0.3 m ahead', KIT, { arrive: { target: [0.3, 0] } }],
  ['round a square metre', KIT, { followPath: { path: SQUARE } }],
  // These, in `npm test` too, notice when a model leaves out its speed, its difference, or its gyroscope.
  ['a point behind it', KIT, { arrive: { target: [-0.5, 0.1] } }],
  ['1.7 m away', KIT, { arrive: { target: [1.5, 0.8] } }],
  ['wandering', KIT, { wander: {} }],
  ['with a gyroscope', WITH_GYRO, { arrive: { target: [1.5, 0.8] } }],
];

describe('the expected error of a robot without encoders', () => {
  itInBoth.each(THOROUGH ? CASES : CASES.slice(2))('is that of true bodies: %s', (_, robot, mission) => {
    const ends = endsOf(robot, mission);
    const within = (times: number) =>
      ends.filter(({ off, expected }) => off <= times * expected).length / BODIES;
    expect(within(1)).toBeGreaterThan(0.9);
    // Of few bodies none may be farther off.
    expect(within(1)).toBeLessThanOrEqual(THOROUGH ? 0.99 : 1);
    expect(within(0.5)).toBeLessThan(0.8);
  });

  // At the start the true body's dead band weighs, of which the covariance knows nothing: 1.33 after half a metre.
  itThorough.each([0.5, 3])('is near what the covariance says, after %d m straight ahead', (way) => {
    const ratio = ratioOf(endsOf(KIT, { arrive: { target: [way, 0] } }), 'byCovariance');
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  it('counts from where the robot was last put, for there it knows its pose', () => {
    const mission = missionOf({ arrive: { target: [0.3, 0] } });
    const put = { inside: [vec(0, -0.3), vec(0.6, 0.3)] as const };
    const scene = sceneOf({ robot: KIT, mission, sensing: 'odometry', duration: 60 });
    const { crossings, distanceTravelled, expectedError } = resultOf({ ...scene, respawn: put });
    expect(crossings).toBeGreaterThan(2);
    expect(distanceTravelled).toBeGreaterThan(1);
    // Of a way of 0.3 m and a turn before it; of all of its way it would be more than a metre.
    expect(expectedError).toBeLessThan(0.4);
  });

  it('does not apply where encoders or an outside pose measure the pose', () => {
    const mission = missionOf({ arrive: { target: [0.3, 0] } });
    const known = sceneOf({ robot: KIT, mission, sensing: 'truth' });
    const counted = sceneOf({ robot: loadRobot('scout'), mission, sensing: 'odometry' });
    expect(resultOf(known).expectedError).toBeNull();
    expect(resultOf(counted).expectedError).toBeNull();
  });
});
