import { describe, expect, it } from 'vitest';
import type { PlantSpec } from '../../sim/scenario/plantSpec.js';
import { CASES, idealTime } from '../bench/arrival.js';
import { PLANT } from '../sim/bodies.js';
import { benchmarkBody, drive, missionOf, sceneOf, signChanges } from '../support/runs.js';

async function arriveAt(body: 'a' | 'b', way: number, speed: number, plant: PlantSpec = PLANT) {
  const robot = benchmarkBody(body);
  const mission = missionOf({ arrive: { target: [way, 0] } });
  const run = await drive(sceneOf({ robot, mission, plant, at: { speed } }));
  return { ...run.robot, signChanges: signChanges(run.instants, robot), instants: run.instants };
}

it('measures against the trapezoid, by hand', () => {
  // 0.5 s to 0.5 m/s over 125 mm, 750 mm in 1.5 s, 0.5 s to rest; a triangle of 0.1 m takes 2 √0.1 s.
  expect(idealTime(1, 0)).toBeCloseTo(2.5, 12);
  expect(idealTime(0.1, 0)).toBeCloseTo(2 * Math.sqrt(0.1), 12);
  expect(idealTime(1, 0.5)).toBeCloseTo(1.75 + 0.5, 12);
});

describe.each([
  ['a', 0.1],
  ['b', 0.2],
] as const)('arrive on plant %s', (body, allowance) => {
  it.each(CASES)('over %d m from %d m/s is there in time and never beyond', async (way, speed) => {
    const { outcome, overshoot, timeToGoal, distanceToGoal, ...run } = await arriveAt(body, way, speed);
    expect(outcome).toBe('arrived');
    expect(overshoot).toBeLessThanOrEqual(0.002);
    expect(timeToGoal).toBeLessThanOrEqual(1.1 * idealTime(way, speed) + allowance);
    expect(timeToGoal).toBeGreaterThanOrEqual(idealTime(way, speed) - 0.02);
    expect(distanceToGoal).toBeLessThanOrEqual(0.01);
    // It never backs: it neither starts nor ends the wrong way round.
    expect(run.signChanges).toBe(0);
  });

  it.each([0, 0.4, 3])(
    'from a heading of %d rad, comes to rest, says so, and lets its motors rest',
    async (heading) => {
      const robot = benchmarkBody(body);
      const mission = missionOf({ arrive: { target: [0.5, 0] } });
      // The referee waits for a micrometre, which never comes: the run goes on after the arrival.
      const criteria = [{ criterion: 'arrived', within: 1e-6 }] as const;
      const { instants, robot: end } = await drive(
        sceneOf({ robot, mission, criteria, at: { heading }, duration: 12 }),
      );
      expect(end.outcome).toBe('running');
      // It stops hard where one and a half hold bands are left.
      expect(end.distanceToGoal).toBeLessThanOrEqual(0.0045);
      for (const { tick } of instants.slice(-300)) {
        expect(tick.duties).toEqual({ left: 0, right: 0 });
        expect(tick.arrived).toBe(true);
      }
    },
  );
});

describe('arrive on a body slower than declared: 50 ms and 80 ms instead of 40 ms and 60 ms', () => {
  const plant = { ...PLANT, delay: 0.05, lag: 0.08 };

  it.each(CASES)('over %d m from %d m/s settles and does not hunt', async (way, speed) => {
    const { outcome, overshoot, timeToGoal, signChanges: changes } = await arriveAt('b', way, speed, plant);
    expect(outcome).toBe('arrived');
    expect(overshoot).toBeLessThan(0.005);
    expect(timeToGoal).toBeLessThanOrEqual(1.1 * idealTime(way, speed) + 0.3);
    // What it did not foresee can be taken back once.
    expect(changes).toBeLessThanOrEqual(1);
  });
});
