import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { RobotLoop } from '../../../sim/engine/robotLoop.js';
import type { Command, Setup, Tick } from '../../../src/signals/signals.js';
import { FakeDriver } from '../../control/fakeDriver.js';
import { ORIGIN } from '../../control/fakeLoop.js';
import { benchmarkBody, missionOf } from '../../support/runs.js';

const ROBOT = benchmarkBody('b');
const AHEAD: Setup = { robot: ROBOT, mission: missionOf({ seek: { target: [9, 0] } }) };
const ASIDE: Setup = { robot: ROBOT, mission: missionOf({ flee: { target: [9, 0] } }) };

/** A loop that a test lets tick. */
function started() {
  const driver = new FakeDriver();
  const ticks: Tick[] = [];
  const setups: string[] = [];
  const loop = new RobotLoop('a', AHEAD, undefined, {
    commands$: NEVER,
    onTick: ({ tick }) => ticks.push(tick),
    onSetup: ({ mission }, kind) => setups.push(`${kind} ${mission.behavior}`),
  });
  let n = 0;
  const start = () => loop.start(driver, { at: n / 50, pose: ORIGIN, speed: 0, seed: 1 });
  const run = (periods = 5): Tick | undefined => {
    for (const end = n + periods; n < end; n++) {
      const at = n / 50;
      driver.readings$.next({ kind: 'pose', at, pose: ORIGIN });
      loop.tick(at, [], { at, neighbors: [], obstacles: [] });
    }
    return ticks.at(-1);
  };
  start();
  return { loop, driver, start, run, setups, say: (command: Command) => loop.say(command) };
}

const STILL = { left: 0, right: 0 };

describe('a loop that restarts', () => {
  it('drives without a command of an operator', () => {
    const { start, run } = started();
    run();
    start();
    expect(run()).toMatchObject({ safety: 'driving', mode: 'auto' });
    expect(run()?.duties.left).toBeGreaterThan(0);
  });

  it('stays stopped', () => {
    const { loop, start, run, say } = started();
    run();
    say({ kind: 'stop' });
    // Without a tick in between, and with one.
    for (let again = 0; again < 2; again++) {
      start();
      expect(loop.stopped).toBe(true);
      expect(run()).toMatchObject({ safety: 'stopped', duties: STILL });
    }
  });

  it('does not arm a stopped body', () => {
    const { start, driver, say } = started();
    const armed = driver.calls.filter((call) => call === 'arm').length;
    say({ kind: 'stop' });
    start();
    expect(driver.calls.filter((call) => call === 'arm').length).toBe(armed);
    expect(armed).toBe(1);
  });

  it('keeps a latched fault', () => {
    const { driver, start, run } = started();
    run();
    driver.readings$.next({ kind: 'pose', at: 0.1, pose: { ...ORIGIN, x: Number.NaN } });
    expect(run()?.safety).toBe('faulted');
    for (let again = 0; again < 2; again++) {
      start();
      expect(run()).toMatchObject({
        safety: 'faulted',
        duties: STILL,
        faults: [{ what: 'a pose that is not a number' }],
      });
    }
  });

  it('keeps its given mission, and releases the stick', () => {
    const { loop, start, run, say, setups } = started();
    say({ kind: 'setup', setup: ASIDE });
    say({ kind: 'teleop', twist: { linear: 0.2, angular: 0 } });
    start();
    expect(loop.setup).toBe(ASIDE);
    expect(setups).toEqual(['setup flee', 'setup flee']);
    expect(run()).toMatchObject({ mode: 'manual', duties: STILL });
    say({ kind: 'resume' });
    expect(run()?.contributions).toMatchObject([{ behavior: 'flee' }]);
    start();
    expect(run()?.mode).toBe('auto');
  });

  it('ignores events after its end, and its wheels are stopped', () => {
    const { loop, driver, run } = started();
    const before = run();
    loop.end();
    expect(driver.calls.at(-1)).toBe('stop');
    expect(run()).toBe(before);
  });
});
