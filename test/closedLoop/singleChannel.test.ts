/** Robots whose encoders have one channel, as the slotted discs of acrylic kits: forth, back, and round. */
import { describe, expect, it } from 'vitest';
import { emulatedBodies } from '../../sim/avr/loadEmulated.js';
import { simulate } from '../../sim/engine/run.js';
import { plantSchema } from '../../sim/scenario/plantSchema.js';
import { parseRobot } from '../../src/config/robot/robotFile.js';
import { distance } from '../../src/math/geometry.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { missionOf, sceneOf } from '../support/runs.js';

const robotOf = (counts: number) =>
  parseRobot(
    `
name: disc
board: uno
chassis: { mass: 600 g, radius: 120 mm, track: 130 mm }
wheels: { diameter: 65 mm }
motors: { left: { pwm: 5, dir: 7 }, right: { pwm: 6, dir: 8 }, noLoadSpeed: 0.5 m/s, deadband: 0.2, lag: 80 ms, breakaway: 0.04 m/s }
encoders: { left: { a: 2, countsPerRevolution: ${counts} }, right: { a: 3, countsPerRevolution: ${counts} } }
limits: { speed: 0.3 m/s, acceleration: 0.8 m/s², turnRate: 3 rad/s, reverse: true }
control: { rate: 50 Hz, responseTime: 150 ms, latency: 40 ms }
`,
    'disc.yaml',
  );

const scene = (counts: number, target: readonly [number, number], plant?: object) =>
  sceneOf({
    robot: robotOf(counts),
    sensing: 'odometry',
    duration: 25,
    mission: missionOf({ arrive: { target, within: '20 mm' } }),
    ...(plant && { plant: plantSchema.parse(plant) }),
  });

/** Motors that turn faster than their file says: only counting finds the goal. */
const FASTER = { wheelSpeedError: { left: 0.1, right: 0.08 } };

describe('a robot whose encoders count up both ways', () => {
  it.each([
    [40, [0.8, 0]],
    [40, [-0.6, 0.1]],
    [192, [0.8, 0.4]],
    [192, [-0.6, -0.3]],
  ] as const)('arrives with %d edges a turn at %j, in simulation', async (counts, target) => {
    const { robots } = await simulate(scene(counts, target, FASTER));
    const [robot] = robots;
    expect(robot).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(distance(robot?.finalPose ?? { x: 9, y: 9 }, { x: target[0], y: target[1] })).toBeLessThan(0.06);
  });

  it('arrives behind itself where only the left encoder has one channel', async () => {
    const plain = scene(192, [-0.6, 0.1], FASTER);
    const [spec] = plain.robots;
    const robot = robotOf(192);
    const { left, right } = robot.encoders as NonNullable<typeof robot.encoders>;
    const mixed = { ...robot, encoders: { left, right: { ...right, b: 4 } } };
    const { robots } = await simulate({
      ...plain,
      robots: [{ ...spec, robot: mixed }] as typeof plain.robots,
    });
    expect(robots[0]).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(distance(robots[0]?.finalPose ?? { x: 9, y: 9 }, { x: -0.6, y: 0.1 })).toBeLessThan(0.06);
  });

  it.each(['encoderStuck', 'wheelsBlocked'] as const)('stops and says so after %s', async (fault) => {
    const faults = [{ fault, side: 'left', at: 1.5 }] as const;
    const { robots } = await simulate({ ...scene(192, [2, 0]), faults });
    const what = expect.stringMatching(/the left wheel hardly turns/);
    expect(robots[0]).toMatchObject({ outcome: 'faulted', faults: [{ kind: 'wheelStands', what }] });
  });

  it.each([
    ['only a gyroscope notices a left motor that turns the wrong way', 'left', [[], ['wheelSlip']]],
    ['nothing notices two motors that turn the wrong way', undefined, [[], []]],
  ] as const)('%s', async (_, side, noticed) => {
    const reversed = { fault: 'motorReversed', at: 0, ...(side && { side }) } as const;
    const gyro = { id: 'gyro', type: 'mpu6050', at: [0, 0], facing: 0 } as const;
    const kindsWith = async (sensors: RobotDefinition['sensors']) => {
      const plain = scene(192, [2, 0]);
      const robots = plain.robots.map((spec) => ({ ...spec, robot: { ...spec.robot, sensors } }));
      const { robots: ended } = await simulate({ ...plain, robots, duration: 10, faults: [reversed] });
      return ended.flatMap(({ faults }) => faults.map(({ kind }) => kind));
    };
    expect([await kindsWith([]), await kindsWith([gyro])]).toEqual(noticed);
  });

  it('arrives behind itself with the firmware on its emulated board', async () => {
    const scenario = scene(192, [-0.6, 0.1]);
    const { robots } = await simulate(scenario, { bodyOf: await emulatedBodies(scenario) });
    expect(robots[0]).toMatchObject({ outcome: 'arrived', faults: [] });
    expect(distance(robots[0]?.finalPose ?? { x: 9, y: 9 }, { x: -0.6, y: 0.1 })).toBeLessThan(0.06);
  });
});
