import { describe, expect, it } from 'vitest';
import { deg } from '../../src/math/units.js';
import { benchmarkBody, drive, missionOf, sceneOf, signChanges } from '../support/runs.js';

const HEADINGS = Array.from({ length: 72 }, (_, i) => 5 * i - 175);
/**
 * A wheel that turns the body on the spot may run backwards, and then forwards to the goal: one change. Stopping
 * the turn may cost one more, if it is braked harder than it runs out.
 */
const MOST_CHANGES = 2;

describe.each([
  ['arrive', 'truth'],
  ['arrive', 'odometry'],
  ['seek', 'truth'],
  ['seek', 'odometry'],
] as const)('%s, by %s, to a goal 1 m away on plant B', (behavior, sensing) => {
  const robot = benchmarkBody('b');
  const mission = missionOf({ [behavior]: { target: [1, 0] } });
  const from = (degrees: number) =>
    drive(sceneOf({ robot, mission, sensing, duration: 8, at: { heading: deg(degrees) } }));

  it('gets there from every heading within 5 s, its wheels changing direction twice at most', async () => {
    const wrong: unknown[] = [];
    for (const heading of HEADINGS) {
      const { robot: end, instants } = await from(heading);
      const changes = signChanges(instants, robot);
      const time = end.timeToGoal ?? Number.POSITIVE_INFINITY;
      if (time > 5 || changes > MOST_CHANGES || end.faults.length > 0) wrong.push({ heading, time, changes });
    }
    expect(wrong).toEqual([]);
  });

  it('turns the shorter way first, and left if both are equal', async () => {
    const wrong: number[] = [];
    for (const heading of HEADINGS.filter((h) => Math.abs(h) > 95)) {
      const { instants } = await from(heading);
      const first = instants.find(({ tick }) => tick.duties.left !== tick.duties.right);
      const left = (first?.tick.duties.right ?? 0) > (first?.tick.duties.left ?? 0);
      if (left !== (heading < 0 || heading === 180)) wrong.push(heading);
    }
    expect(wrong).toEqual([]);
  });

  it('turns left for a target exactly behind, on either side of rounding', async () => {
    for (const heading of [180, 180 - 1e-6, 1e-6 - 180]) {
      const { instants } = await from(heading);
      const turning = instants.find(({ tick }) => tick.duties.left !== tick.duties.right);
      expect(turning?.tick.duties.right, `${heading}`).toBeGreaterThan(0);
    }
  });
});
