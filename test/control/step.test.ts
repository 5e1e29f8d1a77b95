import { describe, expect, it } from 'vitest';
import { loadRobot } from '../../src/config/loadDefinition.js';
import { receive } from '../../src/control/receive.js';
import { type LoopState, startLoop } from '../../src/control/state.js';
import { step } from '../../src/control/step.js';
import type { LoopEvent } from '../../src/signals/signals.js';
import type { Percept } from '../../src/steering/behavior.js';
import { sensorsAt } from '../support/sensors.js';
import { driveAndLog, type EventLog, replay } from './eventLog.js';
import { changing, foldedLoop } from './foldedLoop.js';

const SCOUT = loadRobot('scout');
const { encoders: _, ...BLIND } = SCOUT;
const BARE = { ...BLIND, sensors: [] };
const SQUARE = [
  [0, 0],
  [0.4, 0],
  [0.4, 0.4],
  [0, 0.4],
  [0, 0],
];
const SHY = {
  prioritize: [{ flee: { target: { mover: 'ball' }, panicDistance: 0.6 } }, { wander: {} }],
};
const mounted = sensorsAt([0.09, 0]);
const logs: Record<string, EventLog> = {
  'follows a square': driveAndLog(SCOUT, { followPath: { path: SQUARE } }, 300),
  'wanders, shy of a ball': driveAndLog(SCOUT, SHY, 300, { 100: 'stop', 130: 'arm' }),
  'turns by a gyroscope, an orientation sensor and bumpers': driveAndLog(
    { ...SCOUT, sensors: ['mpu6050', 'bno055', 'bumper', 'light'].map((type) => mounted(type)) },
    { arrive: { target: [0.4, 0.3] } },
    200,
  ),
  'arrives without encoders': driveAndLog(BLIND, { arrive: { target: [-0.4, 0.3] } }, 200),
};
const each = Object.entries(logs);

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

const reread = (state: LoopState): LoopState => JSON.parse(JSON.stringify(state));
const bytes = (value: unknown): string => JSON.stringify(value);

describe.each(each)('the loop that %s', (_name, { model, initial, events, ticks }) => {
  it('drives, so that the following tests mean something', () => {
    expect(ticks.length).toBeGreaterThanOrEqual(200);
    expect(ticks.some(({ duties }) => duties.left !== 0 && duties.left !== duties.right)).toBe(true);
    expect(ticks.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('makes the same ticks of the same events, to the byte', () => {
    expect(bytes(replay(model, initial, events))).toBe(bytes(ticks));
  });

  it('changes neither the state nor the event it is given', () => {
    expect(bytes(replay(model, initial, deepFreeze(events), deepFreeze))).toBe(bytes(ticks));
  });

  it('carries all that it needs in a state of plain JSON, at every event', () => {
    expect(bytes(replay(model, initial, events, reread))).toBe(bytes(ticks));
  });

  it('goes on from the saved state of any event to the same ticks', () => {
    let state = initial;
    const saved: string[] = [];
    for (const event of events) {
      saved.push(bytes(state));
      ({ state } = receive(model, state, event));
    }
    for (let i = 1; i < events.length; i += 111) {
      const later = replay(model, JSON.parse(saved[i] ?? ''), events.slice(i));
      expect(bytes(later)).toBe(bytes(ticks.slice(ticks.length - later.length)));
    }
  });

  it('uses only the given time: the same events a day later give the same duties', () => {
    const later = (at: number) => at + 86_400;
    const shifted = events.map((event): LoopEvent => {
      if (event.kind === 'clock') return { ...event, at: later(event.at) };
      if (event.kind !== 'reading') return event;
      return { ...event, reading: { ...event.reading, at: later(event.reading.at) } };
    });
    const start = startLoop(model, {
      at: later(0),
      pose: initial.estimator.belief.pose,
      speed: 0,
      seed: 3,
    });
    for (const [i, tick] of replay(model, start, shifted).entries()) {
      expect(tick.at).toBeCloseTo(later(ticks[i]?.at ?? 0), 6);
      expect(tick.duties.left).toBeCloseTo(ticks[i]?.duties.left ?? Number.NaN, 4);
      expect(tick.duties.right).toBeCloseTo(ticks[i]?.duties.right ?? Number.NaN, 4);
    }
  });
});

describe('one step', () => {
  const { model, initial } = driveAndLog(BARE, { seek: { target: [5, 0] } }, 0);
  /** How fast the wheels are granted to be after one tick this long after another. */
  const grantedAfter = (...times: readonly number[]) =>
    times.reduce((state, at) => step(model, state, { at, lostPeriods: 0 }).state, initial).granted.left;

  it('lasts as long as the clock says: twice the time, twice the speed that is gained', () => {
    const gained = (dt: number) => (grantedAfter(0, dt) ?? 0) - (grantedAfter(0) ?? 0);
    expect(gained(0.02)).toBeGreaterThan(0.005);
    expect(gained(0.04)).toBeGreaterThan(1.4 * gained(0.02));
  });

  it('counts a first tick, a clock that stands still and one that jumps back as one period', () => {
    expect(grantedAfter(7)).toBe(grantedAfter(0));
    expect(grantedAfter(1, 1)).toBeCloseTo(grantedAfter(1, 1.02) ?? 0, 12);
    expect(grantedAfter(1, 0.9)).toBeCloseTo(grantedAfter(1, 1.02) ?? 0, 12);
  });

  it('counts a gap as three periods at most', () => {
    expect(grantedAfter(0, 0.06)).toBeCloseTo(grantedAfter(0, 0.4) ?? 0, 6);
    expect(grantedAfter(0, 0.06)).toBeGreaterThan(grantedAfter(0, 0.04) ?? 0);
  });

  it('reports the age of its knowledge', () => {
    const { state: heard } = receive(model, initial, {
      kind: 'reading',
      reading: { kind: 'range', at: 0, sensor: 'front', distances: [0.4] },
    });
    const { tick } = step(model, heard, { at: 0.3, lostPeriods: 0 });
    expect(tick.estimate.ages).toEqual({ sensors: { front: 0.3 } });
  });
});

describe('chance', () => {
  it('is drawn again in each tick, and from its state alone', () => {
    const { model, initial } = driveAndLog(BARE, { seek: { target: [5, 0] } }, 0);
    const drawing = {
      ...model,
      behavior: {
        start: () => null,
        steer: ({ random }: Percept) => ({ memory: null, force: { x: 0.1 * random.uniform(), y: 0 } }),
      },
    };
    const draw = () => {
      let state = initial;
      return Array.from({ length: 20 }, (_, i) => {
        const { state: next, tick } = step(drawing, state, { at: i / 50, lostPeriods: 0 });
        state = next;
        return tick.contributions[0]?.force.x;
      });
    };
    expect(new Set(draw()).size).toBe(20);
    expect(draw()).toEqual(draw());
  });
});

describe('a robot without encoders', () => {
  it('knows where it is from the speeds it was granted, and keeps no more of them than it needs', () => {
    const { model, initial, events, ticks } = driveAndLog(BLIND, { arrive: { target: [0.5, 0] } }, 200);
    const { estimate, arrived } = ticks.at(-1) ?? {};
    expect({ source: estimate?.source, arrived }).toEqual({ source: 'granted', arrived: true });
    expect(Math.abs((estimate?.pose.x ?? 0) - 0.5)).toBeLessThan(0.005);
    const end = events.reduce((state, event) => receive(model, state, event).state, initial);
    expect(end.estimator.sent.length).toBeLessThanOrEqual(6);
    // As far back as the slowest body that the motion monitor thinks possible: what it had been told then is in effect now.
    const reach = (end.at ?? 0) - model.motionMonitor.slow.latency;
    expect(end.estimator.sent[0]?.at).toBeLessThanOrEqual(reach);
    expect(end.estimator.sent[1]?.at).toBeGreaterThan(reach);
  });
});

describe('encoders that wrap around', () => {
  const { model, initial } = driveAndLog(SCOUT, { seek: { target: [5, 0] } }, 0);
  const poseAfter = (...counts: readonly number[]) =>
    counts.reduce(
      (state, count, i) =>
        receive(model, state, {
          kind: 'reading',
          reading: { kind: 'encoders', at: i / 50, left: count, right: count },
        }).state,
      initial,
    ).estimator.belief.pose;

  it('are no jump, forwards and backwards', () => {
    const way = (10 * Math.PI * 0.07) / 1437;
    expect(poseAfter(2 ** 31 - 5, -(2 ** 31) + 5).x).toBeCloseTo(way, 12);
    expect(poseAfter(-(2 ** 31) + 5, 2 ** 31 - 5).x).toBeCloseTo(-way, 12);
  });

  it('may start anywhere: the first reading is no motion', () => {
    expect(poseAfter(2_000_000_000)).toEqual({ x: 0, y: 0, heading: 0 });
  });
});

it('says its wish while it may drive, and no more once it is stopped: others need not give way to it', () => {
  const { behavior } = changing({ force: { x: 0.1, y: 0 }, says: { wish: { x: 0.4, y: 0 } } });
  const loop = foldedLoop(BARE, behavior);
  loop.say({ kind: 'arm' });
  expect(loop.run(2)[1]).toMatchObject({ safety: 'driving', says: { wish: { x: 0.4, y: 0 } } });
  loop.say({ kind: 'stop' });
  expect(loop.run(1)[0]).not.toHaveProperty('says');
});
