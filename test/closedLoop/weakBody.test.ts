/** A body weaker than its file says drives, and says so; one that cannot start is stopped, with that as the first cause. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { partOf } from '../support/effort.js';

const SQUARE = { followPath: { path: [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]] } }; // biome-ignore format: one line
const MISSIONS = [SQUARE, { arrive: { target: [3.2, 0] } }, { arrive: { target: [-0.7, 0.7] } }];
const ROBOTS = ['scout', 'generic-drv8833'] as const;
/** Of a body as its file describes it. */
const SECONDS = { scout: [10.6, 7.1, 3.5], 'generic-drv8833': [12.4, 9.7, 4.1] } as const;
const cases = (values: readonly number[]) =>
  ROBOTS.flatMap((robot) => values.flatMap((value) => MISSIONS.map((_, i) => ({ robot, value, i }))));

async function driven(robot: string, plant: object, mission: unknown) {
  const robots = [{ id: 'a', robot, at: { x: 0, y: 0 }, mission }];
  const criteria = [{ arrived: {} }];
  const weak = scenario({ name: 'weak', duration: 60, seed: 1, criteria, plant, robots } as never);
  return (await simulate(weak)).robots[0];
}

/** What such a body may be told of. */
const TOLD = ['bodyLate', 'bodyWeak'];

describe('a body with less acceleration than its file says', () => {
  it.each(partOf(cases([0.4, 0.5, 0.6, 0.7, 0.85]), 5))('$robot, $value m/s², mission $i', async (tried) => {
    const { robot, value, i } = tried;
    const ended = await driven(robot, { acceleration: value }, MISSIONS[i]);
    expect(ended?.outcome, ended?.faults[0]?.what).toBe('arrived');
    expect(ended?.faults.filter(({ kind }) => !TOLD.includes(kind))).toEqual([]);
    // A body with 0.4 m/s² in its file takes 1.4 times as long; here the first turn overshoots until it is known.
    expect(ended?.timeToGoal).toBeLessThan(2.3 * (SECONDS[robot][i] as number));
  });
});

describe('motors that need more to start than their file says', () => {
  it.each(partOf(cases([0.15, 0.2, 0.25, 0.3]), 4))(
    '$robot, $value of the full duty, mission $i',
    async (tried) => {
      const { robot, value, i } = tried;
      const ended = await driven(robot, { deadband: { left: value, right: value } }, MISSIONS[i]);
      const causes = ended?.faults.map(({ kind, causes: [first] = [kind] }) => first);
      const others = causes?.filter((cause) => cause && ![...TOLD, 'noProgress'].includes(cause));
      expect(others, ended?.faults.map(({ what }) => what).join('\n')).toEqual([]);
      if (ended?.outcome === 'faulted') expect(ended.why).toMatch(/calibrate/);
      if (ended?.outcome === 'running') expect(ended.standing?.why).toMatch(/calibrate/);
    },
  );
});
