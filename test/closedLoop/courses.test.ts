import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../sim/scenario/scenario.js';
import { drive } from '../support/runs.js';
import { measuredScene } from '../support/scenes.js';

const COURSES = ['figure-eight', 'square-benchmark', 'sine'];

const atRate = (scenario: Scenario, rate: number): Scenario => ({
  ...scenario,
  robots: scenario.robots.map((spec) => ({
    ...spec,
    robot: { ...spec.robot, control: { ...spec.robot.control, rate } },
  })),
});

describe.each(COURSES)('the benchmark course %s', (name) => {
  it.each([
    ['truth', 50],
    ['truth', 100],
    ['odometry', 50],
    ['odometry', 100],
  ] as const)('is driven within its criteria by %s at %d Hz', async (sensing, rate) => {
    const { result, instants } = await drive({ ...atRate(measuredScene(name), rate), sensing });
    expect(result.criteria.filter(({ passed }) => !passed)).toEqual([]);
    expect(result.criteria.length).toBeGreaterThanOrEqual(4);
    expect(result.rate).toBe(rate);
    expect(instants.at(-1)?.tick.estimate.source).toBe(sensing === 'truth' ? 'pose' : 'encoders');
  });

  it('is the same course at 50 and at 100 Hz: rms, time and length differ by little', async () => {
    const [slow, fast] = [await drive(measuredScene(name)), await drive(atRate(measuredScene(name), 100))];
    const time = (run: typeof slow) => run.robot.timeToGoal ?? Number.NaN;
    expect(Math.abs(time(fast) / time(slow) - 1)).toBeLessThan(0.02);
    expect(Math.abs(fast.robot.distanceTravelled / slow.robot.distanceTravelled - 1)).toBeLessThan(0.01);
    const rms = (run: typeof slow) => run.robot.crossTrack?.rms ?? Number.NaN;
    expect(Math.abs(rms(fast) - rms(slow))).toBeLessThan(0.001);
  });
});
