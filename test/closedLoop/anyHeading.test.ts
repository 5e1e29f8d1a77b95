import { beforeAll, describe, expect, it } from 'vitest';
import { deg } from '../../src/math/units.js';
import { benchmarkBody, drive, missionOf, type Run, sceneOf, signChanges } from '../support/runs.js';

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

  const firstTurn = ({ instants }: Run) => {
    const turning = instants.find(({ tick }) => tick.duties.left !== tick.duties.right)?.tick.duties;
    return turning === undefined ? 'none' : turning.right > turning.left ? 'left' : 'right';
  };
  const runs: { heading: number; time: number; changes: number; faults: number; turn: string }[] = [];

  beforeAll(async () => {
    for (const heading of HEADINGS) {
      const run = await from(heading);
      runs.push({
        heading,
        time: run.robot.timeToGoal ?? Number.POSITIVE_INFINITY,
        changes: signChanges(run.instants, robot),
        faults: run.robot.faults.length,
        turn: firstTurn(run),
      });
    }
  });

  it('gets there from every heading within 5 s, its wheels changing direction twice at most', () => {
    expect(runs).toHaveLength(72);
    const wrong = runs.filter((run) => run.time > 5 || run.changes > MOST_CHANGES || run.faults > 0);
    expect(wrong).toEqual([]);
  });

  it('turns the shorter way first, and left if both are equal', () => {
    const turned = runs.filter(({ heading }) => Math.abs(heading) > 95);
    expect(turned).toHaveLength(33);
    const wayFrom = (heading: number) => (heading < 0 || heading === 180 ? 'left' : 'right');
    expect(turned.filter(({ heading, turn }) => turn !== wayFrom(heading))).toEqual([]);
  });

  it('turns left for a target exactly behind, on either side of rounding', async () => {
    for (const heading of [180, 180 - 1e-6, 1e-6 - 180]) {
      expect(firstTurn(await from(heading)), `${heading}`).toBe('left');
    }
  });
});
