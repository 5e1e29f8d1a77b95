import { describe, expect, it } from 'vitest';
import { simulate } from '../../../../sim/engine/run.js';
import type { SensorDefinition } from '../../../../src/kit/sensors/index.js';
import { measuredScene } from '../../../support/scenes.js';

/** A scene whose first robot has other sensors. */
function scene(name: string, seed: number, change: (sensor: SensorDefinition) => SensorDefinition) {
  const scenario = measuredScene(name, { seed });
  const robots = scenario.robots.map((spec) => ({
    ...spec,
    robot: { ...spec.robot, sensors: spec.robot.sensors.map(change) },
  }));
  return { ...scenario, robots };
}

const typical = (sensor: SensorDefinition): SensorDefinition =>
  sensor.type === 'lidar' || sensor.type === 'sonar' ? { ...sensor, noise: 'typical' } : sensor;
const untimed = async (scenario: ReturnType<typeof scene>) => ({
  ...(await simulate(scenario)),
  wallSeconds: 0,
});

describe('a robot with a typical lidar', () => {
  it.each([1, 2])('leaves the trap untouched, seed %d', async (seed) => {
    const { passed, robots } = await simulate(scene('u-trap', seed, typical));
    expect(robots[0]).toMatchObject({ outcome: 'arrived', contacts: 0, faults: [] });
    expect(passed).toBe(true);
  });

  it('drives the same way with the same seed only', async () => {
    const short = (seed: number) => untimed({ ...scene('avoid-by-lidar', seed, typical), duration: 4 });
    const first = await short(1);
    expect(await short(1)).toEqual(first);
    expect((await short(2)).robots[0]?.finalPose).not.toEqual(first.robots[0]?.finalPose);
    const ideal = (seed: number) => untimed({ ...scene('u-trap', 1, (sensor) => sensor), seed, duration: 4 });
    expect((await ideal(2)).robots).toEqual((await ideal(1)).robots);
  });
});
