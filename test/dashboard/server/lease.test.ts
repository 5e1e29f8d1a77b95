import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DriveLease, LEASE_LIFE, type Teleop } from '../../../src/dashboard/server/lease.js';
import { FakeTime } from './fakeTime.js';

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
    expect(lease.steer(ANNA, AHEAD)).toBe(true);
    expect(lease.steer(ANNA, AHEAD)).toBe(true);
    expect(driven).toEqual([AHEAD, AHEAD]);
    expect(holders).toEqual([ANNA]);
  });

  it('lets nobody else drive meanwhile', () => {
    const { lease, driven } = leaseOf();
    lease.steer(ANNA, AHEAD);
    expect(lease.steer(BORIS, AHEAD)).toBe(false);
    expect(lease.steer(BORIS, OFF)).toBe(false);
    expect(driven).toEqual([AHEAD]);
    expect(lease.isOthers(BORIS)).toBe(true);
    expect(lease.isOthers(ANNA)).toBe(false);
  });

  it('lives on while it is renewed, and no longer', () => {
    const { lease, driven, holders, time } = leaseOf();
    for (let i = 0; i < 10; i += 1) {
      lease.steer(ANNA, AHEAD);
      time.pass(LEASE_LIFE * 0.9);
    }
    expect(driven).toEqual(Array(10).fill(AHEAD));
    time.pass(LEASE_LIFE * 0.1);
    expect(driven.at(-1)).toEqual(OFF);
    expect(holders).toEqual([ANNA, undefined]);
    expect(lease.steer(BORIS, AHEAD)).toBe(true);
  });

  it('ends in time although the timer comes late', () => {
    const { lease, driven, time } = leaseOf();
    lease.steer(ANNA, AHEAD);
    time.passUnserved(LEASE_LIFE);
    expect(lease.steer(BORIS, AHEAD)).toBe(true);
    expect(driven).toEqual([AHEAD, OFF, AHEAD]);
    expect(lease.holder).toBe(BORIS);
  });

  it('ends at 0, 0 and when its holder is gone', () => {
    const { lease, driven, holders, time } = leaseOf();
    lease.steer(ANNA, AHEAD);
    lease.steer(ANNA, OFF);
    lease.steer(BORIS, AHEAD);
    lease.letGo(ANNA);
    lease.letGo(BORIS);
    lease.letGo(BORIS);
    expect(driven).toEqual([AHEAD, OFF, AHEAD, OFF]);
    expect(holders).toEqual([ANNA, undefined, BORIS, undefined]);
    expect(time.timers).toBe(0);
  });

  it('lets go of the robot that was driven, whichever is named last', () => {
    const { lease, driven } = leaseOf();
    lease.steer(ANNA, teleop(1, 'a'));
    lease.steer(ANNA, teleop(1, 'b'));
    lease.steer(ANNA, OFF);
    expect(driven).toEqual([teleop(1, 'a'), teleop(0, 'a'), teleop(1, 'b'), teleop(0, 'b')]);
  });

  it('hears 0, 0 of somebody who does not hold it as nothing', () => {
    const { lease, driven, holders } = leaseOf();
    expect(lease.steer(ANNA, OFF)).toBe(true);
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
          if (what === 'gone') lease.letGo(who);
          else lease.steer(who, teleop(what === 'ahead' ? 1 : 0, robot));
          if (served) time.pass(pause);
          else time.passUnserved(pause);
        }
        time.pass(LEASE_LIFE);
        const last = new Map(driven.map(({ robot, linear }) => [robot, linear]));
        expect([...last.values()].filter((linear) => linear !== 0)).toEqual([]);
        expect(lease.holder).toBeUndefined();
      }),
    );
  });
});
