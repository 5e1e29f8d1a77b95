/** A mission goes on with a body that was away: it is not armed until somebody has said where it stands. */
import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { resumeMission } from '../../src/control/placing.js';
import { receive } from '../../src/control/receive.js';
import { prepareModel } from '../../src/control/robotModel.js';
import { type LoopState, resumeStopped, startLoop } from '../../src/control/state.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { Command, LoopEvent, Reading } from '../../src/signals/signals.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { home } from '../../src/steering/behaviors/home.js';
import { seekBeacon } from '../../src/steering/behaviors/seekBeacon.js';
import { sequence } from '../../src/steering/missions/inTurn.js';
import { wait } from '../../src/steering/missions/still.js';
import { sensorsAt } from '../support/sensors.js';
import { BARE } from './guardedLoop.js';

const MISSION = sequence(arrive({ target: [1, 0] }), wait('2 s'), home({ by: 'trail' }));
const MODEL = prepareModel(BARE, MISSION);
const THERE = { x: 0.4, y: 0.1, heading: 0.2 };

const start = (model = MODEL) =>
  startLoop(model, { at: 40, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });

function driven(ticks: number, model = MODEL, readings: (at: number) => readonly Reading[] = () => []) {
  let state = start(model);
  for (let i = 0; i < ticks; i++) {
    const at = 40 + i / 50;
    for (const reading of readings(at)) ({ state } = receive(model, state, { kind: 'reading', reading }));
    ({ state } = receive(model, state, { kind: 'clock', at, lostPeriods: 0 }));
  }
  return state;
}

/** The events of a resumed loop, one after another; the clock goes on by a tick with each `tick`. */
function folding(state: LoopState, events: readonly (Command | Reading | 'tick')[], model = MODEL) {
  let n = 0;
  let now = state;
  for (const event of events) {
    const told: LoopEvent =
      event === 'tick'
        ? { kind: 'clock', at: n++ / 50, lostPeriods: 0 }
        : 'at' in event
          ? { kind: 'reading', reading: event as Reading }
          : { kind: 'command', command: event as Command };
    now = receive(model, now, told).state;
  }
  return now;
}

const fix = (x: number, y: number, at = 0.02): Reading => ({
  ...{ kind: 'pose', at, pose: { x, y, heading: 0 }, deviation: 0.003 },
});
const safety = ({ guards }: LoopState) => guards.supervisor.safety;
const lastFault = ({ guards }: LoopState) => guards.supervisor.faults.at(-1)?.what;

describe('a mission that goes on', () => {
  it('keeps memory, time, signals, trail and trip, and stays stopped where it was last', () => {
    const past = driven(60);
    const state = resumeMission(
      MODEL,
      { ...past, mission: { ...past.mission, signals: { go: { value: true, told: 1 } } } },
      { at: 0 },
    );
    const { memory, time, trail, random } = past.mission;
    expect(state.mission).toMatchObject({ memory, time, trail, random, unplaced: 0 });
    expect(state.mission.signals).toEqual({ go: { value: true, told: 1 } });
    expect(state.estimator.belief.pose).toEqual(past.estimator.belief.pose);
    expect(state.guards.trip).toMatchObject({ time: past.guards.trip.time, way: past.guards.trip.way });
    expect(state.guards).toMatchObject({
      powered: false,
      supervisor: { safety: 'stopped', cause: { kind: 'unplaced' } },
    });
  });

  it('is not armed before somebody has said where it stands, whatever else is done', () => {
    const state = resumeMission(MODEL, driven(60), { at: 0 });
    for (const between of [
      [],
      [{ kind: 'stop' }],
      [{ kind: 'clear' }],
      [{ kind: 'resume' }],
    ] as Command[][]) {
      const refused = folding(state, ['tick', ...between, { kind: 'arm' }, 'tick']);
      expect(safety(refused)).toBe('stopped');
      expect(lastFault(refused)).toBe('it cannot be armed: nobody has said yet where it stands');
      expect(refused.mission.unplaced).toBe(0);
    }
  });

  it('drives once an operator has said it and armed it', () => {
    const state = resumeMission(MODEL, driven(60), { at: 0 });
    const placed = folding(state, ['tick', { kind: 'stands', pose: THERE }, 'tick']);
    expect(placed.estimator.belief.pose).toEqual(THERE);
    expect(placed.mission).not.toHaveProperty('unplaced');
    expect(placed.guards.supervisor).toMatchObject({ safety: 'stopped', cause: { kind: 'away' } });
    const armed = folding(state, ['tick', { kind: 'stands' }, 'tick', { kind: 'arm' }, 'tick']);
    expect(safety(armed)).toBe('driving');
    expect(armed.mission.time).toBeGreaterThan(state.mission.time ?? 0);
  });

  it('waits on while an operator only draws it elsewhere', () => {
    const state = resumeMission(MODEL, driven(60), { at: 0 });
    const drawn = folding(state, [
      'tick',
      { kind: 'stands', pose: THERE, isDraft: true },
      { kind: 'arm' },
      'tick',
    ]);
    expect(drawn.estimator.belief.pose).toEqual(THERE);
    expect(drawn.mission.unplaced).toBe(0);
    expect(drawn.guards.supervisor).toMatchObject({ safety: 'stopped', cause: { kind: 'unplaced' } });
    expect(folding(drawn, [{ kind: 'stands' }]).mission).not.toHaveProperty('unplaced');
  });

  it('does not count the way that it was carried, and starts from a place that was given', () => {
    const past = driven(60);
    const given = resumeMission(MODEL, past, { at: 0, pose: THERE });
    const { errors, covariance } = given.estimator.belief;
    const variance = (state: number) => covariance[(4 + errors.length) * state] as number;
    expect([0, 1, 2].map((state) => Math.sqrt(variance(state)))).toEqual(
      [0.02, 0.02, 0.07].map((one) => expect.closeTo(one, 6)),
    );
    // Until then its place is doubted by the way of a second, and by 5 cm.
    const { belief } = resumeMission(
      MODEL,
      { ...past, granted: { left: 0.3, right: 0.3 } },
      { at: 0 },
    ).estimator;
    expect(Math.sqrt(belief.covariance[0] as number)).toBeCloseTo(0.35, 6);
    expect(given.mission).not.toHaveProperty('unplaced');
    const said = folding(resumeMission(MODEL, past, { at: 0 }), ['tick', { kind: 'stands', pose: THERE }]);
    for (const state of [given, said]) {
      const later = folding(state, [{ kind: 'arm' }, 'tick', 'tick']);
      expect(later.guards.trip.way - past.guards.trip.way).toBeLessThan(0.002);
    }
  });

  it('believes a fix that tells the heading, wherever it is, and waits on after one that does not', () => {
    const past = driven(60);
    const { x, y } = past.estimator.belief.pose;
    const resumed = resumeMission(MODEL, past, { at: 0 });
    const told = folding(resumed, [
      'tick',
      { ...fix(x + 2, y, 0.02), tellsHeading: true } as Reading,
      'tick',
    ]);
    expect(told.mission).not.toHaveProperty('unplaced');
    expect(told.estimator.belief.pose).toEqual({ x: x + 2, y, heading: 0 });
    const near = folding(resumed, ['tick', fix(x + 0.1, y - 0.05), 'tick']);
    expect(near.mission.unplaced).toBe(0);
    expect(near.estimator.belief.pose.x).toBeCloseTo(x + 0.1, 2);
    // Now the operator says that it looks as it did, and its place is the one that was corrected.
    const here = folding(near, [{ kind: 'stands' }]);
    expect(here.mission).not.toHaveProperty('unplaced');
    expect(here.estimator.belief.pose).toEqual(near.estimator.belief.pose);
  });

  it('does not believe a fix from before it went on, or one that is inexact', () => {
    const resumed = resumeMission(MODEL, driven(60), { at: 0 });
    const seen = { ...fix(1, 1), tellsHeading: true } as Extract<Reading, { kind: 'pose' }>;
    for (const odd of [{ at: -0.1 }, { deviation: 0.5 }])
      expect(folding(resumed, ['tick', { ...seen, ...odd }, 'tick']).mission.unplaced).toBe(0);
    const { belief } = folding(resumed, ['tick', { ...seen, deviation: 0.05 }]).estimator;
    expect(belief.covariance[0]).toBeCloseTo(0.05 ** 2, 9);
  });

  it('waits on after its board was lost again, and after a fault that was cleared', () => {
    const resumed = resumeMission(MODEL, driven(60), { at: 0 });
    const again = resumeStopped(folding(resumed, ['tick']));
    expect(again.mission.unplaced).toBe(0);
    expect(again.guards.supervisor.cause?.kind).toBe('unplaced');
    const lost = receive(MODEL, resumed, { kind: 'lost', why: 'pulled' }).state;
    expect(safety(lost)).toBe('faulted');
    const cleared = folding(lost, [{ kind: 'clear' }]);
    expect(cleared.guards.supervisor).toMatchObject({ safety: 'stopped', cause: { kind: 'unplaced' } });
    expect(safety(folding(cleared, [{ kind: 'arm' }, 'tick']))).toBe('stopped');
  });

  it('knows when it was told, as the mission counts time, in every later tick, and that its body is weak', () => {
    const past = driven(60);
    const weak = { ...past, guards: { ...past.guards, isWeak: true } };
    const state = resumeMission(MODEL, weak, { at: 0 });
    const told = folding(state, ['tick', { kind: 'stands' }, { kind: 'arm' }, 'tick', 'tick', 'tick']);
    expect(told.mission.placed).toBe(past.mission.time);
    expect(told.guards.isWeak).toBe(true);
  });

  it('believes an exact pose at once', () => {
    const pose: Reading = { kind: 'pose', at: 0.02, pose: THERE };
    const state = folding(resumeMission(MODEL, driven(60), { at: 0 }), ['tick', pose, 'tick']);
    expect(state.mission).not.toHaveProperty('unplaced');
  });

  it('reads a recorded keyframe: its state is plain JSON', () => {
    const past = driven(60);
    const again = JSON.parse(JSON.stringify(past)) as LoopState;
    expect(resumeMission(MODEL, again, { at: 0 })).toEqual(resumeMission(MODEL, past, { at: 0 }));
  });
});

describe('saying where a robot stands', () => {
  it('is refused while it may drive, and changes nothing', () => {
    const state = driven(20);
    const next = receive(MODEL, state, { kind: 'command', command: { kind: 'stands', pose: THERE } }).state;
    expect(next.estimator).toEqual(state.estimator);
    expect(safety(next)).toBe('driving');
    expect(lastFault(next)).toContain('stop it first');
  });

  it('is refused for what is not a number', () => {
    const stopped = receive(MODEL, driven(20), { kind: 'command', command: { kind: 'stop' } }).state;
    for (const odd of [{ heading: Number.NaN }, { x: 1e300 }]) {
      const command = { kind: 'stands', pose: { ...THERE, ...odd } } as const;
      expect(receive(MODEL, stopped, { kind: 'command', command }).state.estimator).toEqual(
        stopped.estimator,
      );
    }
  });

  it('forgets what was seen from another place, and the counters begin again', () => {
    const scout = loadRobot('scout') as RobotDefinition;
    const model = prepareModel(scout, MISSION);
    const readings = (at: number): Reading[] => [
      { kind: 'range', at, sensor: 'front', distances: [0.3] },
      { kind: 'encoders', at, left: 0, right: 0 },
    ];
    const seen = driven(20, model, readings);
    expect(seen.around.seen).not.toEqual(start(model).around.seen);
    const stopped = receive(model, seen, { kind: 'command', command: { kind: 'stop' } }).state;
    const put = receive(model, stopped, { kind: 'command', command: { kind: 'stands', pose: THERE } }).state;
    expect(put.around.seen).toEqual(start(model).around.seen);
    expect(put.estimator.counts).toBeNull();
  });
});

it('a beacon that was heard by another clock is old: it is heard again at once', () => {
  const [ear] = [sensorsAt([0, 0])('beacon', { id: 'ear' })];
  const robot = { ...BARE, sensors: [ear] } as RobotDefinition;
  const model = prepareModel(robot, seekBeacon({}));
  const hears = (at: number): Reading[] => [{ kind: 'bearing', at, sensor: 'ear', bearing: 0.5 }];
  const past = driven(60, model, hears);
  const resumed = resumeMission(model, past, { at: 0, pose: THERE });
  const next = folding(resumed, ['tick', ...hears(0.01), 'tick'], model);
  expect(next.mission.memory).toMatchObject({ at: 0.01 });
});
