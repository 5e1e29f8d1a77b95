import { describe, expect, it } from 'vitest';
import { formatBlindSides } from '../../../../src/dashboard/page/header/sight.js';
import type { SensorDefinition } from '../../../../src/robot/robot.js';
import { viewOfRobot } from '../../../../src/session/robotView.js';
import { benchmarkBody, missionOf } from '../../../support/runs.js';

const mission = missionOf({ wander: {} });
const withSensors = (...sensors: Partial<SensorDefinition>[]) =>
  viewOfRobot('a', {
    robot: {
      ...benchmarkBody('b'),
      sensors: sensors.map((sensor, i) => ({
        ...{ id: `${i}`, type: 'sonar', at: [0, 0] as const, facing: 0 },
        ...sensor,
      })),
    },
    mission,
  });
const deg = (angle: number) => (angle * Math.PI) / 180;

describe('what a robot does not see', () => {
  it.each<[Partial<SensorDefinition>[], string]>([
    [[], 'sees nothing'],
    [[{ type: 'bumper' }], 'sees nothing'],
    [[{ type: 'mpu6050' }], 'sees nothing'],
    [[{}], 'sees nothing: left, right, behind'],
    [[{ facing: deg(180) }], 'sees nothing: front, left, right'],
    [[{ type: 'gp2y0a21', facing: deg(45) }], 'sees nothing: right, behind'],
    [[{ facing: deg(40) }, { facing: deg(-40) }], 'sees nothing: behind'],
    [[{ type: 'lidar', fieldOfView: deg(270) }], 'sees nothing: behind'],
    [[{ type: 'lidar', fieldOfView: deg(280) }], ''],
    [[{ type: 'lidar', fieldOfView: deg(90) }], 'sees nothing: left, right, behind'],
    [[{ type: 'lidar', fieldOfView: deg(360) }], ''],
  ])('of sensors %o is: %s', (sensors, words) => {
    expect(formatBlindSides(withSensors(...sensors))).toBe(words);
  });

  it('is not said before a robot is known', () => {
    expect(formatBlindSides(undefined)).toBe('');
  });
});

describe('the collision monitor', () => {
  it('is told of where it is off, and only there', () => {
    const robot = benchmarkBody('b');
    expect(viewOfRobot('a', { robot, mission })).not.toHaveProperty('collisionMonitor');
    const off = { ...robot, safety: { collisionMonitor: 'off' } as const };
    expect(viewOfRobot('a', { robot: off, mission }).collisionMonitor).toBe('off');
  });
});
