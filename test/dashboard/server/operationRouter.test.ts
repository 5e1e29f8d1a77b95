import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DriveLease,
  LEASE_DURATION,
  StalenessGuard,
  type Teleop,
} from '../../../src/dashboard/server/operationRouter.js';
import type { ShownPace } from '../../../src/signals/view.js';
import { FakeTime } from './fakeTime.js';
import { frame, sceneWith } from './onTheWire.js';

const ANNA = { name: 'Anna' };
const BORIS = { name: 'Boris' };

const teleop = (linear: number, robot?: string): Teleop => ({
  kind: 'teleop',
  ...(robot !== undefined && { robot }),
  linear,
  angular: 0,
});
const AHEAD = teleop(1);
const OFF = teleop(0);

function leaseOf() {
  const time = new FakeTime();
  const driven: Teleop[] = [];
  const holders: unknown[] = [];
  const lease: DriveLease<object> = new DriveLease(time, {
    drive: (said) => driven.push(said),
    changed: () => holders.push(lease.holder),
  });
  return { time, driven, holders, lease };
}

describe('the drive lease', () => {
  it('goes to the first who drives, and is told once', () => {
    const { lease, driven, holders } = leaseOf();
    expect(lease.drive(ANNA, AHEAD)).toBe(true);
    expect(lease.drive(ANNA, AHEAD)).toBe(true);
    expect(driven).toEqual([AHEAD, AHEAD]);
    expect(holders).toEqual([ANNA]);
  });

  it('lets no other client drive in the meantime', () => {
    const { lease, driven } = leaseOf();
    lease.drive(ANNA, AHEAD);
    expect(lease.drive(BORIS, AHEAD)).toBe(false);
    expect(lease.drive(BORIS, OFF)).toBe(false);
    expect(driven).toEqual([AHEAD]);
    expect(lease.isHeldByOther(BORIS)).toBe(true);
    expect(lease.isHeldByOther(ANNA)).toBe(false);
  });

  it('lives on while it is renewed, and no longer', () => {
    const { lease, driven, holders, time } = leaseOf();
    for (let i = 0; i < 10; i += 1) {
      lease.drive(ANNA, AHEAD);
      time.pass(LEASE_DURATION * 0.9);
    }
    expect(driven).toEqual(Array(10).fill(AHEAD));
    time.pass(LEASE_DURATION * 0.1);
    expect(driven.at(-1)).toEqual(OFF);
    expect(holders).toEqual([ANNA, undefined]);
    expect(lease.drive(BORIS, AHEAD)).toBe(true);
  });

  it('ends in time although the timer comes late', () => {
    const { lease, driven, time } = leaseOf();
    lease.drive(ANNA, AHEAD);
    time.passUnserved(LEASE_DURATION);
    expect(lease.drive(BORIS, AHEAD)).toBe(true);
    expect(driven).toEqual([AHEAD, OFF, AHEAD]);
    expect(lease.holder).toBe(BORIS);
  });

  it('ends at 0, 0 and when its holder is gone', () => {
    const { lease, driven, holders, time } = leaseOf();
    lease.drive(ANNA, AHEAD);
    lease.drive(ANNA, OFF);
    lease.drive(BORIS, AHEAD);
    lease.release(ANNA);
    lease.release(BORIS);
    lease.release(BORIS);
    expect(driven).toEqual([AHEAD, OFF, AHEAD, OFF]);
    expect(holders).toEqual([ANNA, undefined, BORIS, undefined]);
    expect(time.timers).toBe(0);
  });

  it('lets go of the robot that was driven, whichever is named last', () => {
    const { lease, driven } = leaseOf();
    lease.drive(ANNA, teleop(1, 'a'));
    lease.drive(ANNA, teleop(1, 'b'));
    lease.drive(ANNA, OFF);
    expect(driven).toEqual([teleop(1, 'a'), teleop(0, 'a'), teleop(1, 'b'), teleop(0, 'b')]);
  });

  it('ignores 0, 0 of a client that does not hold it', () => {
    const { lease, driven, holders } = leaseOf();
    expect(lease.drive(ANNA, OFF)).toBe(true);
    expect([driven, holders]).toEqual([[], []]);
  });

  it('leaves no robot driven, whatever is done in whatever order', () => {
    const act = fc.record({
      who: fc.constantFrom(ANNA, BORIS),
      what: fc.constantFrom('ahead', 'off', 'gone'),
      robot: fc.constantFrom(undefined, 'a', 'b'),
      pause: fc.double({ min: 0, max: 0.5, noNaN: true }),
      served: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { lease, driven, time } = leaseOf();
        for (const { who, what, robot, pause, served } of acts) {
          if (what === 'gone') lease.release(who);
          else lease.drive(who, teleop(what === 'ahead' ? 1 : 0, robot));
          if (served) time.pass(pause);
          else time.passUnserved(pause);
        }
        time.pass(LEASE_DURATION);
        const last = new Map(driven.map(({ robot, linear }) => [robot, linear]));
        expect([...last.values()].filter((linear) => linear !== 0)).toEqual([]);
        expect(lease.holder).toBeUndefined();
      }),
    );
  });
});

const RATE = 50;
const PERIOD = 1 / RATE;

function shown() {
  const time = new FakeTime();
  const last = new StalenessGuard(time);
  last.show(sceneWith(['a', 'b'], RATE));
  const show = (at: number, pace: Partial<ShownPace> = {}) =>
    last.show({ ...frame(at), pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0, ...pace } });
  /** Frames at their rate, for so long. */
  const run = (from: number, seconds: number, pace: Partial<ShownPace> = {}) => {
    const { speed = 1 } = pace;
    const frames = Math.round(seconds * speed * RATE);
    for (let i = 0; i < frames; i += 1) {
      show(from + i * PERIOD, pace);
      time.pass(PERIOD / speed);
    }
  };
  return { time, last, show, run };
}

describe('what was shown last', () => {
  it('has the robots of the newest scene', () => {
    const { last } = shown();
    expect([last.hasRobot('a'), last.hasRobot('c')]).toEqual([true, false]);
    last.show(sceneWith(['c'], RATE));
    expect([last.hasRobot('a'), last.hasRobot('c')]).toEqual([false, true]);
  });

  it('has made a picture old when the next one was due more than 0.3 s ago', () => {
    const { last, run } = shown();
    run(10, 1);
    // It is 11 s now.
    expect(last.isOld(11 - PERIOD - 0.29)).toBe(false);
    expect(last.isOld(11 - PERIOD - 0.31)).toBe(true);
    expect(last.isOld(9)).toBe(true);
  });

  it('makes a picture old where this thread stood still, whatever is heard first', () => {
    const { last, time, show } = shown();
    show(10);
    time.passUnserved(2);
    expect(last.isOld(10)).toBe(true);
    show(12);
    expect(last.isOld(10)).toBe(true);
    expect(last.isOld(12)).toBe(false);
  });

  it('never makes the newest picture of a pause old', () => {
    const { last, time, show } = shown();
    show(10);
    time.pass(0.1);
    show(10.1, { paused: true });
    time.pass(3600);
    expect(last.isOld(10.1)).toBe(false);
    expect(last.isOld(9.5)).toBe(true);
  });

  it('is told in real time, however fast simulated time goes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 100, noNaN: true }), (speed) => {
        const { last, run } = shown();
        run(10, 1, { speed });
        const now = 10 + Math.round(speed * RATE) * PERIOD;
        expect(last.isOld(now - PERIOD - 0.25 * speed)).toBe(false);
        expect(last.isOld(now - 2 * PERIOD - 0.35 * speed)).toBe(true);
      }),
    );
  });

  it('is told by the speed that is reached, where that is less than what was asked for', () => {
    const { last, show } = shown();
    show(10, { speed: 100, reached: 0.1 });
    expect(last.isOld(9.96)).toBe(false);
    expect(last.isOld(9.94)).toBe(true);
  });

  it('knows no picture of another run, or before the first', () => {
    const { last, show } = shown();
    expect(last.isOld(0)).toBe(true);
    show(10);
    show(0);
    expect(last.isOld(10)).toBe(true);
  });
});
