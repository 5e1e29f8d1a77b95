import { NEVER, of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { prepareModel } from '../../src/control/robotModel.js';
import { startLoop } from '../../src/control/state.js';
import type { Seconds } from '../../src/math/units.js';
import { ride } from '../../src/session/ride.js';
import type { Tick } from '../../src/signals/signals.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { FakeDriver } from '../control/fakeDriver.js';
import { FakeTime, turns } from '../drivers/fakeTime.js';
import { benchmarkBody, missionOf } from '../support/runs.js';

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
  return { ending, pose: state.estimator.belief.pose, took: time.now() };
}

describe('a ride that ends at rest', () => {
  it.each([0, 0.04, 2])('ends when it is there, not only predicted to be, %s s later', async (latency) => {
    const { ending, pose, took } = await arriving(latency);
    expect(ending).toEqual({ kind: 'arrived' });
    expect(Math.abs(pose.x - 0.1)).toBeLessThan(0.015);
    expect(took).toBeGreaterThan(latency);
  });
});

/** To a goal that lies in a thing, for 20 s; then its operator ends it. */
async function blocked(endsOnFault: boolean) {
  const time = new FakeTime();
  const { encoders: _, ...robot } = benchmarkBody('b');
  const body = { ...robot, limits: { ...robot.limits, blocked: 2 } };
  const mission = missionOf({ prioritize: [{ avoidObstacles: {} }, { arrive: { target: [1, 0] } }] });
  const model = prepareModel(body, missionBehavior(mission));
  const interrupted$ = new Subject<void>();
  const post = { from: { x: 1, y: 0 }, to: { x: 1, y: 0 }, radius: 0.3 };
  let last: Tick | undefined;
  let ended = false;
  const riding = ride({
    model,
    initial: startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 }),
    driver: new FakeDriver(),
    time,
    commands$: NEVER,
    surroundings$: of({ at: 0, obstacles: [post] }),
    interrupted$,
    until: () => 'at rest',
    endsOnFault: () => endsOnFault,
    onTick: ({ tick }) => {
      last = tick;
    },
  });
  riding.then(() => {
    ended = true;
  });
  for (let i = 0; i < 100 && !ended; i++) {
    time.pass(0.2);
    await turns();
  }
  const byItself = ended;
  interrupted$.next();
  return { byItself, ending: (await riding).ending, last };
}

describe('a ride whose way is blocked', () => {
  it('ends an unattended drive, by that name', async () => {
    const { ending, byItself } = await blocked(true);
    expect(byItself).toBe(true);
    expect(ending).toMatchObject({
      kind: 'limited',
      why: expect.stringMatching(/no progress for 5 s: its goal/),
    });
  });

  it('stops and says why, but is ended by its operator, who may free the way', async () => {
    const { byItself, ending, last } = await blocked(false);
    expect(byItself).toBe(false);
    expect(last).toMatchObject({ safety: 'stopped', granted: { left: 0, right: 0 } });
    expect(last?.cause?.what).toMatch(/no progress for 5 s: its goal/);
    // A script sees what kept it.
    expect(ending.kind).toBe('limited');
  });
});
