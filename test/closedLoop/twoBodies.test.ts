/** Hunters, prey, followers and bodyguards as true bodies, from many seeds. */
import { describe, expect } from 'vitest';
import { type Result, simulate } from '../../sim/engine/run.js';
import type { CriterionSpec, RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { length } from '../../src/math/geometry.js';
import { resumeRandom, seedRandom } from '../../src/math/random.js';
import { deg } from '../../src/math/units.js';
import { drawn, itOnce as it, itInBoth, itThorough } from '../support/effort.js';
import { drive, missionOf, rootFile, sceneOf } from '../support/runs.js';
import { measuredScene } from '../support/scenes.js';

const SCOUT = loadRobot(rootFile('robots/scout.yaml'));
const SLOW = loadRobot(rootFile('sim/scenarios/robots/slow.yaml'));
/** It is to catch, and must not stop short of what it sees. */
const HUNTER = { ...SCOUT, safety: { collisionMonitor: 'off' } } as const;
const seeds = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const run = (name: string, seed: number): Promise<Result> => simulate(measuredScene(name, { seed }));

type At = Partial<RobotSpec['at']>;
const robot = (id: string, definition: RobotSpec['robot'], at: At, mission: object): RobotSpec => ({
  id,
  robot: definition,
  at: { x: 0, y: 0, heading: 0, speed: 0, ...at },
  mission: missionOf(mission),
});

/** When the hunter first is within 0.25 m of a prey that strolls without seeing it; the prey's way is the seed's. */
async function caughtAt(hunt: object, seed: number, stroll: object): Promise<number> {
  const chance = resumeRandom(seedRandom(seed));
  const anywhere = () => deg(360 * chance.uniform() - 180);
  const caught: CriterionSpec = {
    criterion: 'distance',
    from: 'hunter',
    to: { robot: 'prey' },
    reaches: 0.25,
  };
  const scene: Scenario = {
    ...sceneOf({ robot: SLOW, mission: missionOf({ wander: {} }) }),
    duration: 20,
    seed,
    criteria: [caught],
    robots: [
      robot('prey', SLOW, { heading: anywhere() }, { wander: stroll }),
      robot('hunter', HUNTER, { x: 2.5, heading: anywhere() }, hunt),
    ],
  };
  const [row] = (await simulate(scene)).criteria;
  return row?.measured ?? Number.POSITIVE_INFINITY;
}

describe('pursuit against seek', () => {
  const target = { robot: 'prey' };

  itThorough(
    'catches what keeps its velocity earlier: by 5 % of the time over twenty seeds, and in fifteen of them',
    async () => {
      let [earlier, pursued, sought] = [0, 0, 0];
      for (const seed of seeds(20)) {
        const one = await caughtAt({ pursue: { target } }, seed, { jitter: 0 });
        const other = await caughtAt({ seek: { target } }, seed, { jitter: 0 });
        expect(one).toBeLessThan(other + 0.05);
        if (one < other) earlier++;
        pursued += one;
        sought += other;
      }
      expect(earlier).toBeGreaterThanOrEqual(15);
      expect(pursued).toBeLessThan(0.95 * sought);
    },
  );

  itInBoth('with half a second of look-ahead is no later than seek, however restless the prey', async () => {
    for (const seed of seeds(drawn(10, 1))) {
      const one = await caughtAt({ pursue: { target, lookAhead: 0.5 } }, seed, {});
      const other = await caughtAt({ seek: { target } }, seed, {});
      expect(one).toBeLessThan(other + 0.05);
    }
  });
});

describe.each(['evade', 'hide', 'offset-pursue', 'interpose'])('%s', (name) => {
  // The first seed: test/scenarios.test.ts.
  itInBoth('meets its criteria from other seeds', async () => {
    for (const seed of seeds(drawn(10)).slice(1)) {
      const { criteria } = await run(name, seed);
      expect({ seed, failed: criteria.filter(({ passed }) => !passed) }).toEqual({ seed, failed: [] });
    }
  });
});

describe('seek with a force and without', () => {
  const slowest = async (name: string) => {
    const { instants, result } = await drive(measuredScene(name));
    const speeds = instants.map(({ tick }) => (tick.granted.left + tick.granted.right) / 2);
    const references = instants.slice(1).map(({ tick }, i) => {
      const before = instants[i]?.tick.steered.reference ?? tick.steered.reference;
      const { x, y } = tick.steered.reference;
      return length({ x: x - before.x, y: y - before.y });
    });
    return { speed: Math.min(...speeds), leap: Math.max(...references), passed: result.passed };
  };

  it('bends its velocity gradually and drives on; without a force the velocity jumps, and the robot stops to turn', async () => {
    const smooth = await slowest('seek');
    expect(smooth.passed).toBe(true);
    expect(smooth.speed).toBeGreaterThan(0.1);
    // maxForce/m·dt = 20 mm/s a tick.
    expect(smooth.leap).toBeLessThan(0.0201);
    const abrupt = await slowest('seek-without-force');
    expect(abrupt.passed).toBe(true);
    expect(abrupt.speed).toBeLessThan(0.01);
    expect(abrupt.leap).toBeGreaterThan(0.2);
  });
});
