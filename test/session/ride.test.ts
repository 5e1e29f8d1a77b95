import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Seconds } from '../../src/math/units.js';
import { ride } from '../../src/session/ride.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { FakeDriver } from '../control/fakeDriver.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { benchmarkBody } from '../support/runs.js';

/** 0.1 m ahead, on a body with this much latency. */
async function arriving(latency: Seconds) {
  const time = new FakeTime();
  // The body never says how far it has rolled.
  const { encoders: _, ...robot } = benchmarkBody('b');
  const body = { ...robot, control: { ...robot.control, latency } };
  const model = prepareModel(body, arrive({ target: [0.1, 0] }));
  const riding = ride({
    model,
    initial: startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 }),
    driver: new FakeDriver(),
    time,
    commands$: NEVER,
    interrupted$: NEVER,
    until: () => 'at rest',
    onTick: () => {},
  });
  const { ending, state } = await time.until(riding);
  return { ending, pose: state.estimator.pose, took: time.now() };
}

describe('a ride that ends at rest', () => {
  it.each([0, 0.04, 2])('ends when it is there, not only predicted to be, %s s later', async (latency) => {
    const { ending, pose, took } = await arriving(latency);
    expect(ending).toEqual({ kind: 'arrived' });
    expect(Math.abs(pose.x - 0.1)).toBeLessThan(0.015);
    expect(took).toBeGreaterThan(latency);
  });
});
