/** Paths from a hundredth of a millimetre to a kilometre, and headings at their ends, at every rate. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../sim/engine/run.js';
import { scenario } from '../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { cases, itThorough } from '../support/effort.js';

type Point = readonly [number, number];

async function driven(
  rate: number,
  path: readonly Point[],
  rest: object,
  from: Point = [0, 0],
  duration = 60,
) {
  const scout = loadRobot('scout');
  const robot = { ...scout, control: { ...scout.control, rate } };
  const mission = { followPath: { path, ...rest } };
  const robots = [{ id: 'a', robot, at: { x: from[0], y: from[1] }, mission }];
  const criteria = [{ arrived: {} }];
  const { robots: ended } = await simulate(
    scenario({ name: 'size', duration, seed: 1, criteria, robots } as never),
  );
  return { outcome: ended[0]?.outcome, seconds: ended[0]?.timeToGoal ?? Number.POSITIVE_INFINITY };
}

const LENGTHS = [1e-5, 0.001, 0.005, 0.02, 0.025, 0.03, 0.05, 0.1, 0.2, 0.5];
const STARTS: readonly Point[] = [[0, 0], [-1, 0], [-0.5, 0.4], [0.3, 0.1]]; // biome-ignore format: one line

describe.each([50, 10, 5])('at %s Hz', (rate) => {
  it.each(STARTS)('a path of any length arrives from %s, %s', async (x, y) => {
    for (const length of LENGTHS) {
      const { outcome, seconds } = await driven(rate, [[0, 0], [length, 0]], {}, [x, y]); // biome-ignore format: one line
      expect({ length, outcome }).toEqual({ length, outcome: 'arrived' });
      expect(seconds).toBeLessThan((Math.hypot(x, y) + length) / 0.4 + 6);
    }
  });
});

itThorough('a path of a kilometre arrives', async () => {
  const { outcome } = await driven(50, [[0, 0], [1000, 0]], {}, [0, 0], 3000); // biome-ignore format: one line
  expect(outcome).toBe('arrived');
});

const PATHS: readonly (readonly Point[])[] = [
  [[0, 0], [1, 0], [2, 1]], // biome-ignore format: one line
  [[0, 0], [1, 0], [1, 1], [0, 1]], // biome-ignore format: one line
];

describe.each([5, 6, 7, 8, 10])('at %s Hz', (rate) => {
  it('it turns to its heading at the end', async () => {
    for (const i of cases(12)) {
      const path = PATHS[i % 2] as readonly Point[];
      const heading = [0, 0.7, 1.57, Math.PI, -1.57, -2.5][i % 6];
      expect({ heading, ...(await driven(rate, path, { heading })) }).toMatchObject({
        heading,
        outcome: 'arrived',
      });
    }
  });
});
