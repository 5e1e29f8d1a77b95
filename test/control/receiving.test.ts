/** What the loop makes of its clock and of an operator's commands, and the times of faults. */
import { describe, expect, it } from 'vitest';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { SCOUT } from '../sim/bodies.js';
import { STILL } from './fakeLoop.js';
import { foldedLoop, saying, wish } from './foldedLoop.js';

const { encoders: _, ...BARE } = SCOUT;
/** Takes the velocity that its mission desires as it is. */
const DIRECT: RobotDefinition = { ...BARE, control: { ...BARE.control, steering: 'direct' } };
const loopOf = (robot = DIRECT) => foldedLoop(robot, saying(wish(0.3)));

describe('a gap of the clock', () => {
  it.each([
    ['half a second', 50, 0.5, 0.501],
    ['three periods of a slow loop', 5, 0.6, 0.61],
  ])('may be %s', (_name, rate, longest, longer) => {
    const tickAfter = (gap: number) => {
      const loop = loopOf({ ...DIRECT, control: { ...DIRECT.control, rate } });
      loop.tickAt(1);
      return loop.tickAt(1 + gap);
    };
    expect(tickAfter(longest)).toMatchObject({ safety: 'driving', faults: [] });
    const { safety, granted, faults } = tickAfter(longer);
    expect({ safety, granted }).toEqual({ safety: 'faulted', granted: STILL });
    expect(faults).toMatchObject([
      { at: 1, kind: 'clockJump', what: expect.stringContaining(longer.toFixed(2)) },
    ]);
  });

  it('is not found when the clock goes back before the first tick', () => {
    expect(loopOf().tickAt(-5)).toMatchObject({ at: -5, safety: 'driving', faults: [] });
  });
});

describe('a clock that begins with no number', () => {
  it('stops the robot at time zero', () => {
    expect(loopOf().tickAt(Number.NaN)).toMatchObject({
      at: 0,
      lostPeriods: 0,
      safety: 'faulted',
      faults: [{ kind: 'clockJump' }],
    });
  });
});

describe('a reading that is ahead of the next tick by more than a period', () => {
  it('stops the robot', () => {
    const ahead = (seconds: number) => {
      const loop = loopOf();
      loop.tickAt(1);
      loop.hear({ kind: 'battery', at: 1.02 + seconds, volts: 7 });
      return loop.tickAt(1.02);
    };
    expect(ahead(0.019)).toMatchObject({ safety: 'driving', faults: [] });
    expect(ahead(0.021)).toMatchObject({
      safety: 'faulted',
      granted: STILL,
      faults: [{ kind: 'reading', what: "a reading of 'battery' from the future" }],
    });
  });
});

describe('readings that come more than half a second after the last tick', () => {
  const READINGS = [
    { kind: 'encoders', left: 5, right: 5 },
    { kind: 'battery', volts: 7 },
    { kind: 'pose', pose: { x: 1, y: 0, heading: 0 } },
    { kind: 'pose', pose: { x: 1, y: 0, heading: 0 }, deviation: 0.05 },
  ] as const;

  it.each(READINGS)('tell of a busy computer where the next tick is as late: %j', (reading) => {
    const loop = loopOf();
    loop.tickAt(1);
    loop.hear({ ...reading, at: 1.7 });
    expect(loop.tickAt(1.71)).toMatchObject({ safety: 'faulted', faults: [{ kind: 'clockJump' }] });
  });

  it.each(READINGS)('are from the future where it is not, and those after them count: %j', (reading) => {
    const loop = loopOf();
    loop.tickAt(1);
    loop.hear({ ...reading, at: 1e9 });
    const tick = loop.tickAt(1.02);
    expect(tick).toMatchObject({ safety: 'faulted', granted: STILL, faults: [{ kind: 'reading' }] });
    expect(tick.cause?.what).toContain('from the future');
    expect(loop.state.estimator.belief.pose.x).toBeLessThan(0.01);
    loop.hear({ ...reading, at: 1.03 });
    expect(loop.tickAt(1.04).faults).toHaveLength(1);
  });

  it('do not hide that the board has stopped itself', () => {
    const loop = loopOf();
    loop.tickAt(1);
    loop.hear({ kind: 'battery', at: 1.7, volts: 7 });
    loop.hear({ kind: 'tripped', at: 1.7, cause: 'silence', why: 'nothing heard for 250 ms' });
    const [trip, jump] = loop.tickAt(1.71).faults;
    expect(trip).toMatchObject({ at: 1, what: expect.stringContaining('nothing heard for 250 ms') });
    expect(jump?.kind).toBe('clockJump');
  });
});

describe('the time of a fault', () => {
  it('is that of the last tick, and zero before the first', () => {
    const faultAfter = (ticks: number) => {
      const loop = loopOf();
      loop.run(ticks);
      loop.fold({ kind: 'inputEnded', input: 'targets', why: 'gone' });
      loop.hear({ kind: 'battery', at: Number.NaN, volts: 7 });
      loop.fold({ kind: 'lost', why: 'gone' });
      loop.fold({ kind: 'command', command: { kind: 'clear' } });
      loop.say({ kind: 'arm' });
      return loop.state.guards.supervisor.faults.map(({ kind, at }) => [kind, at]);
    };
    expect(faultAfter(0)).toEqual([
      ['inputEnded', 0],
      ['reading', 0],
      ['bodyLost', 0],
    ]);
    expect(faultAfter(50)).toEqual([
      ['inputEnded', 0.98],
      ['reading', 0.98],
      ['bodyLost', 0.98],
      ['notReady', 0.98],
    ]);
  });

  it('of a refused arming before the first tick is zero', () => {
    const loop = loopOf({ ...DIRECT, battery: { pin: 'A1', divider: 2, low: 7 } });
    loop.say({ kind: 'stop' });
    loop.say({ kind: 'arm' });
    expect(loop.state.guards.supervisor.faults).toMatchObject([{ kind: 'notReady', at: 0 }]);
  });

  it('of a reading is its own, if it has one', () => {
    const loop = loopOf();
    loop.run(50);
    loop.hear({ kind: 'battery', at: 0.99, volts: Number.NaN });
    expect(loop.state.guards.supervisor.faults).toMatchObject([{ kind: 'reading', at: 0.99 }]);
  });
});

describe('an operator', () => {
  it('who moves the stick before the clock runs moves the robot for a quarter of a second', () => {
    const loop = loopOf();
    loop.say({ kind: 'teleop', twist: { linear: 0.1, angular: 0 } });
    expect(loop.tickAt(0.24).wanted.linear).toBeCloseTo(0.1, 12);
    expect(loop.tickAt(0.26).wanted.linear).toBe(0);
  });

  it('who says STOP stops a robot that drives by itself or by hand, at once', () => {
    const loop = loopOf();
    loop.run(20);
    loop.say({ kind: 'stop' });
    expect(loop.state).toMatchObject({
      granted: STILL,
      mission: { reference: { x: 0, y: 0 } },
      teleop: null,
    });
    const driven = loopOf();
    driven.run(1);
    driven.say({ kind: 'teleop', twist: { linear: 0.1, angular: 0 } });
    driven.say({ kind: 'stop' });
    expect(driven.state.teleop).toMatchObject({ twist: { linear: 0, angular: 0 }, blocked: true });
  });

  it('who arms a robot that is not ready has the motors cut again; one who clears has not', () => {
    const cutsAfter = (kind: 'arm' | 'clear') => {
      const loop = loopOf();
      loop.run(50);
      loop.fold({ kind: 'lost', why: 'gone' });
      loop.run(1);
      loop.say({ kind });
      const { state } = loop;
      return [
        loop.fold({ kind: 'clock', at: 1.04, lostPeriods: 0 }).cutsPower,
        state.guards.supervisor.safety,
      ];
    };
    expect(cutsAfter('arm')).toEqual([true, 'faulted']);
    expect(cutsAfter('clear')).toEqual([false, 'faulted']);
  });

  it('who clears a fault before the next tick has the motors cut all the same', () => {
    const loop = foldedLoop(DIRECT, saying(wish(0)));
    loop.run(1);
    loop.fold({ kind: 'lost', why: 'gone' });
    loop.say({ kind: 'clear' });
    expect(loop.state.guards.supervisor.safety).toBe('stopped');
    expect(loop.fold({ kind: 'clock', at: 0.02, lostPeriods: 0 }).cutsPower).toBe(true);
  });

  it.each([
    ['arm', 'stop', 'it cannot be armed: it still moves'],
    ['clear', 'lost', 'it cannot be cleared: it still moves'],
  ] as const)('whose %s is refused reads why, and when', (kind, before, what) => {
    const loop = loopOf();
    loop.run(50);
    loop.fold(
      before === 'lost' ? { kind: 'lost', why: 'gone' } : { kind: 'command', command: { kind: before } },
    );
    loop.say({ kind });
    expect(loop.state.guards.supervisor.faults.at(-1)).toEqual({ at: 0.98, kind: 'notReady', what });
  });

  it('who arms a robot that drives changes nothing', () => {
    const loop = loopOf();
    loop.run(50);
    const { state } = loop;
    loop.say({ kind: 'arm' });
    expect(loop.state).toEqual(state);
  });
});
