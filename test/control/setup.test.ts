import { describe, expect, it } from 'vitest';
import { modelFor, slowed } from '../../src/control/changedModel.js';
import { receive } from '../../src/control/receive.js';
import { asMeasured, prepareModel, type RobotModel } from '../../src/control/robotModel.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import { startMeter } from '../../src/estimation/latencyMeter.js';
import type { LoopEvent, Setup } from '../../src/signals/signals.js';
import { type MissionSpec, missionBehavior } from '../../src/steering/mission.js';
import { benchmarkBody, missionOf } from '../support/runs.js';
import { ORIGIN } from './fakeLoop.js';

const { encoders: _, ...ROBOT } = benchmarkBody('b');
const WANDER = missionOf({ wander: {} });
const setupOf = (mission: MissionSpec): Setup => ({ robot: ROBOT, mission });

/** The loop's state after so many ticks of a mission. */
function stateAfter(model: RobotModel, ticks: number): LoopState {
  let state = startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 1 });
  for (let n = 0; n < ticks; n++) ({ state } = receive(model, state, clock(n)));
  return state;
}
const clock = (n: number): LoopEvent => ({ kind: 'clock', at: n / 50, lostPeriods: 0 });
const told = (kind: 'setup' | 'tune', setup: Setup): LoopEvent => ({
  kind: 'command',
  command: { kind, setup },
});
const wandering = () => prepareModel(ROBOT, missionBehavior(WANDER));

describe('a mission that an operator gives while the robot drives', () => {
  it('drives from the next tick on, from its beginning', () => {
    const model = wandering();
    const before = stateAfter(model, 20);
    const { state: set } = receive(
      model,
      before,
      told('setup', setupOf(missionOf({ wander: { jitter: 2 } }))),
    );
    expect(set.mission.memory).toEqual(missionBehavior(WANDER).start());
    const { state: sought } = receive(
      model,
      before,
      told('setup', setupOf(missionOf({ seek: { target: [0, 3] } }))),
    );
    expect(receive(model, sought, clock(20)).tick?.contributions).toMatchObject([{ behavior: 'seek' }]);
  });

  it('goes on where it was when only its numbers change', () => {
    const model = wandering();
    const before = stateAfter(model, 20);
    const { state: tuned } = receive(
      model,
      before,
      told('tune', setupOf(missionOf({ wander: { jitter: 2 } }))),
    );
    expect(tuned.mission.memory).toEqual(before.mission.memory);
    expect(before.mission.memory).not.toEqual(missionBehavior(WANDER).start());
  });

  it('with another limit of the robot is held to it', () => {
    const model = prepareModel(ROBOT, missionBehavior(missionOf({ seek: { target: [9, 0] } })));
    const slower = { ...ROBOT, limits: { ...ROBOT.limits, speed: 0.1 } };
    const mission = missionOf({ seek: { target: [9, 0] } });
    let { state } = receive(model, stateAfter(model, 1), told('tune', { robot: slower, mission }));
    for (let n = 1; n < 100; n++) ({ state } = receive(model, state, clock(n)));
    expect(state.granted.left).toBeCloseTo(0.1, 3);
  });

  it('that cannot be built stops the robot', () => {
    const model = wandering();
    const bad = told('setup', setupOf({ behavior: 'dance', parameters: {} }));
    const refused = receive(model, stateAfter(model, 20), bad).state;
    const { state, tick } = receive(model, refused, clock(20));
    expect(tick).toMatchObject({ safety: 'faulted', duties: { left: 0, right: 0 } });
    expect(state.guards.supervisor.faults).toMatchObject([
      { kind: 'mission', what: 'a mission that cannot be built' },
    ]);
  });

  it('lifts no limit of a body without a dead-man', () => {
    const model = slowed(wandering(), 0.2);
    expect(modelFor(model, setupOf(WANDER)).body).toMatchObject({
      maxSpeed: 0.2,
      maxWheelSpeed: 0.2,
    });
  });

  it('does not release a STOP', () => {
    const model = wandering();
    let { state } = receive(model, stateAfter(model, 20), {
      kind: 'command',
      command: { kind: 'stop' },
    });
    ({ state } = receive(model, state, told('setup', setupOf(missionOf({ seek: { target: [0, 3] } })))));
    expect(receive(model, state, clock(20)).tick).toMatchObject({
      safety: 'stopped',
      duties: { left: 0, right: 0 },
    });
  });
});

it('a speed limit holds for the body as it was measured, whichever of the two was asked for before', () => {
  const free = wandering();
  const limited = slowed(free, 0.2);
  const late = { ...startMeter, used: 0.3 };
  expect(asMeasured(free, late).body).toMatchObject({ maxSpeed: free.body.maxSpeed });
  expect(asMeasured(limited, late).body).toMatchObject({ maxSpeed: 0.2, maxWheelSpeed: 0.2 });
  expect(asMeasured(free, late).body).toMatchObject({ maxSpeed: free.body.maxSpeed });
  expect(asMeasured(limited, late)).toBe(asMeasured(limited, late));
});
