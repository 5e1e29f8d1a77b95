/** A run goes on until its criteria can be judged, though all robots have arrived before. */
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import { scenario } from '../../../sim/scenario/loadScenario.js';

const lead = { id: 'lead', robot: 'scout', at: { x: 2, y: 0 }, mission: { arrive: { target: [2, 0] } } };
const follower = {
  id: 'follower',
  robot: 'scout',
  at: { x: 0, y: 0 },
  mission: { offsetPursue: { target: { robot: 'lead' }, offset: [-0.4, 0] } },
};
const judged = (criteria: readonly object[]) =>
  simulate(
    scenario({
      name: 'end',
      duration: 30,
      seed: 1,
      sensing: 'truth',
      robots: [follower, lead],
      criteria,
    } as never),
  );
const between = { from: 'follower', to: { robot: 'lead' } };

describe('a run whose robots with a goal have arrived', () => {
  it('ends at once without a criterion that lasts', async () => {
    const { simulatedSeconds } = await judged([{ arrived: {} }]);
    expect(simulatedSeconds).toBeLessThan(1);
  });

  it('goes on until a criterion that begins later is judged', async () => {
    const { passed, simulatedSeconds } = await judged([{ distance: { ...between, atMost: 0.6, after: 10 } }]);
    expect(passed).toBe(true);
    expect(simulatedSeconds).toBeCloseTo(11, 0);
  });

  it('goes on until a robot is where it is to come, and no longer', async () => {
    const { passed, simulatedSeconds } = await judged([
      { distance: { ...between, reaches: 0.6, before: 20 } },
    ]);
    expect(passed).toBe(true);
    expect(simulatedSeconds).toBeLessThan(10);
  });

  it('or until it is too late for that', async () => {
    const { passed, simulatedSeconds } = await judged([
      { distance: { ...between, reaches: 0.01, before: 12 } },
    ]);
    expect(passed).toBe(false);
    expect(simulatedSeconds).toBeCloseTo(12, 0);
  });
});
