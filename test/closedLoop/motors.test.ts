/** What a robot's file and its battery say of its motors makes its wheels turn as they are told. */
import { describe, expect, it } from 'vitest';
import { AS_DECLARED } from '../../sim/scenario/plantSpec.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { benchmarkBody, drive, missionOf, sceneOf } from '../support/runs.js';

const described = benchmarkBody('b');
const { encoders: _, ...blind } = described;
const mission = missionOf({ arrive: { target: [1.5, 0.5] } });

const endOf = async (robot: RobotDefinition, plant: object, seed = 1) => {
  const run = await drive(
    sceneOf({ robot, mission, sensing: 'odometry', plant: { ...AS_DECLARED, ...plant }, seed }),
  );
  const { finalPose, expectedError } = run.robot;
  return { off: Math.hypot(finalPose.x - 1.5, finalPose.y - 0.5), expectedError, run };
};

describe('without encoders', () => {
  const both = { forward: 0.1, back: 0.1 };
  const plant = {
    noLoadSpeed: { left: { forward: 0.5, back: 0.5 }, right: { forward: 0.46, back: 0.44 } },
    deadband: { left: both, right: { forward: 0.18, back: 0.15 } },
  };

  it('a robot whose file knows that its motors differ ends where it should, and one that does not is far off', async () => {
    const { motors } = blind;
    const each = {
      left: { noLoadSpeed: 0.5, deadband: 0.1 },
      right: { noLoadSpeed: { forward: 0.46, back: 0.44 }, deadband: { forward: 0.18, back: 0.15 } },
    };
    const known = await endOf({ ...blind, motors: { ...motors, each } }, plant);
    const unknown = await endOf({ ...blind, motors: { ...motors, noLoadSpeed: 0.5, deadband: 0.1 } }, plant);
    expect(known.off).toBeLessThan(0.01);
    expect(unknown.off).toBeGreaterThan(0.2);
  });

  it('a robot that measures its battery drives as far with an empty one, and expects less error', async () => {
    const battery = { pin: 'A5', divider: 2, low: 6, dead: 5 };
    const volts = { battery: { full: 8.4, sag: 0.5, capacity: 2, charge: 0.2 } };
    const slack = { ...blind, limits: { ...blind.limits, speed: 0.35 } };
    const { motors } = slack;
    const unmeasured = await endOf({ ...slack, motors: { ...motors, deadband: 0.1 } }, volts);
    const measured = await endOf(
      { ...slack, battery, motors: { ...motors, deadband: 0.1, voltage: 7.55 } },
      volts,
    );
    expect(unmeasured.off).toBeGreaterThan(0.1);
    expect(measured.off).toBeLessThan(unmeasured.off / 3);
    expect(measured.expectedError).toBeLessThan(unmeasured.expectedError ?? 0);
  });
});

describe('with encoders', () => {
  it('a wheel that a carpet brakes is driven harder, and the robot ends where it should', async () => {
    const plant = { wheelSpeedError: { left: -0.15, right: -0.1 } };
    const { off, run } = await endOf(described, plant);
    expect(off).toBeLessThan(0.005);
    const fast = run.instants.filter(({ tick }) => tick.granted.left > 0.2);
    expect(fast.length).toBeGreaterThan(20);
  });
});

describe('a lead as long as the lag', () => {
  it('drives as well: the prediction knows what was sent', async () => {
    const lead = { ...described, motors: { ...described.motors, lead: described.motors.lag } };
    const [plain, led] = [await endOf(described, {}), await endOf(lead, {})];
    expect(led.off).toBeLessThan(0.005);
    expect(led.run.robot.overshoot).toBeLessThan(0.002);
    expect(led.run.robot.timeToGoal).toBeLessThan((plain.run.robot.timeToGoal ?? 0) + 0.15);
  });
});
