import { describe, expect, it } from 'vitest';
import { simulate } from '../../../sim/engine/run.js';
import type { StopObservation } from '../../../sim/referee/observers.js';
import { stoppedForSafety } from '../../../sim/referee/result.js';
import { StoppedObserver } from '../../../sim/referee/stopObserver.js';
import type { StoppedSpec } from '../../../sim/scenario/scenario.js';
import { exitCodeOf } from '../../../src/cli/terminal/exitCodes.js';
import type { Fault } from '../../../src/signals/signals.js';
import { readScenario } from '../session/opened.js';
import { handScene, placed } from './observedRun.js';

const MOVING: StopObservation = {
  motorsOff: false,
  wheelSpeeds: { left: 0.5, right: 0.5 },
  firstStrike: 1,
  faults: [],
};
const STANDING = { left: 0, right: 0 };

/** Drives at 0.5 m/s; the motors go off at 1.4 s, and it stands at 1.6 s, 0.3 m after the fault at 1 s. */
function judged(
  spec: Omit<StoppedSpec, 'criterion'>,
  sights: Partial<Record<string, Partial<StopObservation>>> = {},
) {
  const scene = handScene({ a: placed(0) });
  const observer = new StoppedObserver({ criterion: 'stopped', ...spec }, scene);
  let now: StopObservation = MOVING;
  for (let i = 0; i <= 20; i++) {
    const at = i / 10;
    if (i === 14) now = { ...now, motorsOff: true };
    if (i === 16) now = { ...now, wheelSpeeds: STANDING };
    now = { ...now, ...sights[at.toFixed(1)] };
    scene.poses.a = placed(0.5 * Math.min(at, 1.6));
    scene.stops.a = now;
    observer.observe(at);
  }
  return observer.rows();
}

const fault = (more: Partial<Fault>): Fault => ({ at: 1.2, kind: 'wheelStands', what: '', ...more });

describe('a required stop', () => {
  it('is counted from the injected fault to the motors off, and to where the robot stands', () => {
    expect(judged({ robot: 'a', within: 0.5, travelled: 0.35 })).toEqual([
      { criterion: 'stopped.within', limit: 0.5, measured: 0.4, passed: true, of: 'a' },
      {
        criterion: 'stopped.travelled',
        limit: 0.35,
        measured: expect.closeTo(0.3, 9),
        passed: true,
        of: 'a',
      },
    ]);
    expect(judged({ within: 0.3, travelled: 0.2 }).map(({ passed }) => passed)).toEqual([false, false]);
  });

  it('only has to happen without a limit', () => {
    expect(judged({})).toEqual([{ criterion: 'stopped.within', limit: null, measured: 0.4, passed: true }]);
  });

  it('is counted from the noticed fault if none was injected', () => {
    const noticed = { '1.2': { faults: [fault({})] } };
    const [row] = judged({}, { '0.0': { firstStrike: null }, ...noticed });
    expect(row?.measured).toBeCloseTo(0.2, 9);
    expect(judged({}, { '0.0': { firstStrike: null } })[0]).toMatchObject({ measured: null, passed: false });
  });

  it('does not count while the motors come on again, or the wheels turn at the end', () => {
    expect(judged({}, { '1.7': { motorsOff: false } })[0]).toMatchObject({ measured: null, passed: false });
    const rolls = { '1.8': { wheelSpeeds: MOVING.wheelSpeeds } };
    expect(judged({ travelled: 9 }, rolls)[1]).toMatchObject({ measured: null, passed: false });
  });

  it('has its reason if the noticed kind, or one of its possible causes, is the required one', () => {
    const why = (more: Partial<Fault>) =>
      judged({ why: 'encoderStuck' }, { '1.2': { faults: [fault(more)] } })[1];
    expect(why({ kind: 'encoderStuck' })).toMatchObject({ why: 'encoderStuck', measured: 0.2, passed: true });
    expect(why({ causes: ['motorDead', 'encoderStuck'] })).toMatchObject({ passed: true });
    expect(why({ causes: ['motorDead'] })).toMatchObject({ measured: null, passed: false });
  });
});

const scene = (fault: string, criterion: string) =>
  readScenario(`
duration: 3 s
faults: [{ at: 1 s, ${fault} }]
robots: [{ id: a, robot: scout, mission: { arrive: { target: [3, 0] } } }]
criteria: [${criterion}]
`);

describe('a robot with an injected fault', () => {
  it('ends with 0 if its stop was required and came in time', async () => {
    const wanted = 'stopped: { robot: a, within: 0.1 s, travelled: 0.3 m, why: behavior }';
    const result = await simulate(scene('fault: behaviorThrows', wanted));
    expect(result.criteria.map(({ passed }) => passed)).toEqual([true, true, true]);
    expect(result.robots[0]?.outcome).toBe('faulted');
    expect(result.robots[0]?.injected).toEqual([{ at: 1, kind: 'behaviorThrows', what: 'behaviorThrows' }]);
    expect(stoppedForSafety(result)).toEqual([]);
    expect(exitCodeOf(result)).toBe(0);
  });

  it('ends with 4 if its stop was not required, or came too late', async () => {
    const other = await simulate(scene('fault: behaviorThrows', 'contacts: { atMost: 0 }'));
    expect(exitCodeOf(other)).toBe(4);
    const late = 'stopped: { robot: a, travelled: 0.01 m }';
    expect(exitCodeOf(await simulate(scene('fault: behaviorThrows', late)))).toBe(4);
  });

  it('ends with 1 if it did not stop', async () => {
    const result = await simulate(
      scene('fault: wheelSlip, share: 0.1', 'stopped: { robot: a, within: 1 s }'),
    );
    expect(exitCodeOf(result)).toBe(1);
  });

  it('does the same again from the same file, to the last bit', async () => {
    const faulty = () =>
      simulate(scene('fault: encoderReversed, side: left, for: 1 s', 'contacts: { atMost: 9 }'));
    const bytes = async () => JSON.stringify({ ...(await faulty()), wallSeconds: 0 });
    expect(await bytes()).toBe(await bytes());
  });
});
