/** Where no range sensor looks, the robot drives no faster than it may touch. */
import { describe, expect, it } from 'vitest';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Reading } from '../../src/signals/signals.js';
import { loopOf, SCOUT } from './guardedLoop.js';

type Sensor = RobotDefinition['sensors'][number];
const eye = (facing: number, more: Partial<Sensor> = {}): Sensor => ({
  id: `at${facing}`,
  type: 'sonar',
  at: [0, 0],
  facing: (facing * Math.PI) / 180,
  ...more,
});

/** What it drives at last, and why it holds, if an operator asks for full speed; every sensor sees that all is free. */
function driven(sensors: readonly Sensor[], linear: number, safety?: RobotDefinition['safety'], angular = 0) {
  const loop = loopOf({ ...SCOUT, sensors: [...sensors], ...(safety && { safety }) });
  const free = (at: number): Reading[] =>
    sensors.map((sensor) => {
      const { rays = [], each } = beamOf(sensor) ?? {};
      const distances = (each ? rays : [0]).map(() => null);
      return { kind: 'range', at, sensor: sensor.id, distances };
    });
  loop.run(1, free);
  for (let i = 0; i < 10; i++) {
    loop.fold({ kind: 'command', command: { kind: 'teleop', twist: { linear, angular } } });
    loop.run(10, free);
  }
  const { left = Number.NaN, right = Number.NaN } = loop.tick?.granted ?? {};
  return { linear: (left + right) / 2, angular: (right - left) / SCOUT.chassis.track, hold: loop.tick?.hold };
}

const OFF = { collisionMonitor: 'off' } as const;
const SAID = { collisionMonitor: 'on', unseenSpeed: 0.2 } as const;

describe('a robot that an operator drives at 0.3 m/s', () => {
  it.each<[string, readonly Sensor[], number, RobotDefinition['safety'], number]>([
    ['with an eye in front', [eye(0)], 0.3, undefined, 0.3],
    ['with an eye in front, backwards', [eye(0)], -0.3, undefined, -0.1],
    ['with two eyes in front, backwards', [eye(30), eye(-30)], -0.3, undefined, -0.1],
    ['with an eye behind', [eye(180)], 0.3, undefined, 0.1],
    ['with an eye behind, backwards', [eye(180)], -0.3, undefined, -0.3],
    ['with eyes at its sides', [eye(90), eye(-90)], 0.3, undefined, 0.1],
    ['with a fan of 270° in front, backwards', [eye(0, { type: 'lidar' })], -0.3, undefined, -0.1],
    ['whose file says so, backwards', [eye(0)], -0.3, SAID, -0.2],
    ['whose monitor is off, backwards', [eye(0)], -0.3, OFF, -0.3],
    ['without eyes, backwards', [], -0.3, undefined, -0.3],
    ['with a bumper alone, backwards', [eye(0, { type: 'bumper' })], -0.3, undefined, -0.3],
  ])('%s', (_, sensors, wanted, safety, expected) => {
    const { linear, hold } = driven(sensors, wanted, safety);
    expect(linear).toBeCloseTo(expected, 3);
    const isHeld = Math.abs(expected) < Math.abs(wanted);
    expect(hold ?? null).toBe(isHeld ? 'no range sensor looks where it drives' : null);
  });

  it('keeps its arc', () => {
    const { linear, angular } = driven([eye(0)], -0.25, undefined, 0.5);
    expect(linear).toBeCloseTo(-0.1, 3);
    expect(angular / linear).toBeCloseTo(-2, 2);
  });
});

describe('a robot file', () => {
  const written = (more: string) =>
    parseRobot(
      `name: a
chassis: { mass: 500 g, radius: 90 mm, track: 100 mm }
wheels: { diameter: 70 mm }
motors: { noLoadSpeed: 0.6 m/s }
limits: { speed: 0.5 m/s, acceleration: 2 m/s² }
${more}`,
      'a.yaml',
    );

  it('says how fast it may drive there', () => {
    expect(written('safety: { unseenSpeed: 200 mm/s }').safety).toEqual({
      collisionMonitor: 'on',
      unseenSpeed: 0.2,
    });
    expect(() => written('safety: { unseenSpeed: 0 m/s }')).toThrow(/more than 0 m\/s is wanted/);
  });
});
