/** A body that answers much later than its file says drives by what is measured, or the fault names its latency first. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { partOf } from '../support/effort.js';

const SQUARE = { followPath: { path: [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]] } }; // biome-ignore format: one line
const MISSIONS = [SQUARE, { arrive: { target: [3.2, 0] } }, { arrive: { target: [-0.7, 0.7] } }];
/** Time of a body as its file describes it. */
const SECONDS = { scout: [10.6, 7.1, 3.5], 'generic-drv8833': [12.4, 9.7, 4.1] } as const;
const CASES = (['scout', 'generic-drv8833'] as const).flatMap((robot) =>
  [0.06, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3].flatMap((delay) => MISSIONS.map((_, i) => ({ robot, delay, i }))),
);

async function driven(robot: string, plant: object, mission: unknown) {
  const robots = [{ id: 'a', robot, at: { x: 0, y: 0 }, mission }];
  const criteria = [{ arrived: {} }];
  const late = scenario({ name: 'late', duration: 60, seed: 1, criteria, plant, robots } as never);
  return (await simulate(late)).robots[0];
}

describe('a body that answers later than its file says', () => {
  it.each(partOf(CASES, 7))('$robot, $delay s, mission $i', async ({ robot, delay, i }) => {
    const ended = await driven(robot, { delay }, MISSIONS[i]);
    const words = ended?.faults.map(({ what }) => what) ?? [];
    expect(words.filter((what) => !/^it answers (after \d+ ms|later)|: it answers later/.test(what))).toEqual(
      [],
    );
    if (delay > 0.25) return;
    expect(ended?.outcome).toBe('arrived');
    // Up to the bound from which what is measured is used, a goal that lies behind is passed once.
    const longer = delay > 0.1 ? 1.25 : 1.6;
    expect(ended?.timeToGoal).toBeLessThan(longer * (SECONDS[robot][i] as number));
    if (delay >= 0.15) expect(ended?.faults.map(({ kind }) => kind)).toEqual(['bodyLate']);
  });

  it('is told nothing of where it answers as its file says', async () => {
    for (const [i, mission] of MISSIONS.entries()) {
      const ended = await driven('scout', {}, mission);
      expect(ended?.faults).toEqual([]);
      expect(ended?.timeToGoal).toBeCloseTo(SECONDS.scout[i] as number, 0);
    }
  });
});
