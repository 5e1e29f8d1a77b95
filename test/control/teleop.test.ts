import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byHand,
  isReleased,
  TELEOP_SPEED,
  teleop,
  teleopAsked,
  teleopStopped,
  teleopTwist,
} from '../../src/control/teleop.js';
import { TELEOP_LIFE } from '../../src/signals/signals.js';
import { SMALL } from '../support/percept.js';
import { STILL, startFakeLoop } from './fakeLoop.js';

const STOP = { kind: 'stop' } as const;
const ARM = { kind: 'arm' } as const;
const RESUME = { kind: 'resume' } as const;
const stick = (linear: number, angular = 0) => ({ kind: 'teleop', twist: { linear, angular } }) as const;

/** Periods of 20 ms with the stick held all the time. */
function held({ commands, run }: ReturnType<typeof startFakeLoop>, periods: number, linear = 0.2) {
  let last = run(0);
  for (let i = 0; i < periods; i++) {
    commands.next(stick(linear));
    last = run(1);
  }
  return last;
}

describe('driving by hand', () => {
  it('takes the wheels from the mission, which is not asked then', () => {
    const loop = startFakeLoop();
    expect(loop.run(1)).toMatchObject({ mode: 'auto', contributions: [{ behavior: 'seek' }] });
    expect(held(loop, 50, -0.2)).toMatchObject({
      mode: 'manual',
      contributions: [],
      granted: { left: expect.closeTo(-0.2, 9), right: expect.closeTo(-0.2, 9) },
    });
  });

  it('stands at the next tick after the stick was released, without a ramp', () => {
    const loop = startFakeLoop();
    held(loop, 50);
    loop.commands.next(stick(0));
    expect(loop.run(1)).toMatchObject({ granted: STILL, duties: STILL, mode: 'manual' });
  });

  it('turns no wheel faster than by hand while the stick goes from one twist to another', () => {
    const loop = startFakeLoop();
    const fastest = (linear: number, angular: number) => {
      let most = 0;
      for (let i = 0; i < 40; i++) {
        loop.commands.next(stick(linear, angular));
        const { left = 0, right = 0 } = loop.run(1)?.granted ?? {};
        most = Math.max(most, Math.abs(left), Math.abs(right));
      }
      return most;
    };
    expect(fastest(0, 5)).toBeGreaterThan(0.25);
    for (const [linear, angular] of [
      [0.1, 3],
      [0, -5],
      [0.3, 0],
      [-0.15, 2],
    ] as const)
      expect(fastest(linear, angular)).toBeLessThanOrEqual(TELEOP_SPEED + 1e-9);
  });

  it('stands a quarter of a second after the last command of the stick', () => {
    const loop = startFakeLoop();
    held(loop, 50);
    expect(loop.run(Math.floor(TELEOP_LIFE * 50) - 1)?.granted.left).toBeCloseTo(0.2, 9);
    const zero = { linear: 0, angular: 0 };
    expect(loop.run(2)).toMatchObject({ wanted: zero, granted: STILL, duties: STILL });
    expect(loop.run(50)).toMatchObject({ granted: STILL, mode: 'manual' });
  });

  it('gives the wheels back to the mission when told to, and not before', () => {
    const loop = startFakeLoop();
    held(loop, 5);
    loop.commands.next(stick(0));
    expect(loop.run(100)).toMatchObject({ granted: STILL });
    loop.commands.next(RESUME);
    expect(loop.run(50)).toMatchObject({ mode: 'auto' });
    expect(loop.ticks.at(-1)?.granted.left).toBeGreaterThan(0.3);
  });

  it('does not release a STOP; armed again, the robot stands until the stick was released and moved again', async () => {
    const loop = startFakeLoop();
    held(loop, 20);
    loop.commands.next(STOP);
    expect(held(loop, 20)).toMatchObject({ safety: 'stopped', granted: STILL });
    loop.commands.next(STOP);
    loop.commands.next(ARM);
    await wait();
    expect(loop.run(1)).toMatchObject({ safety: 'driving', granted: STILL, mode: 'manual' });
    // Held all the time: only a stick that was released drives again.
    expect(held(loop, 20)).toMatchObject({ granted: STILL });
    loop.commands.next(stick(0));
    expect(held(loop, 20)?.granted.left).toBeGreaterThan(0.1);
  });

  it('drives as soon as the robot is armed if the stick was released while it was stopped', async () => {
    const loop = startFakeLoop();
    held(loop, 5);
    loop.commands.next(stick(0));
    loop.run(1);
    loop.commands.next(STOP);
    loop.run(20);
    loop.commands.next(ARM);
    await wait();
    expect(held(loop, 20)?.granted.left).toBeGreaterThan(0.1);
  });

  it('drives after STOP and arming if the stick was silent for a while', async () => {
    const loop = startFakeLoop();
    held(loop, 5);
    loop.commands.next(STOP);
    loop.run(20);
    loop.commands.next(ARM);
    await wait();
    expect(held(loop, 20)?.granted.left).toBeGreaterThan(0.1);
  });

  it('keeps the body’s motion: a mission that resumes at once loses no speed', () => {
    const loop = startFakeLoop();
    const before = held(loop, 50);
    loop.commands.next(RESUME);
    const after = loop.run(1);
    expect(before?.steered.reference).toEqual({ x: expect.closeTo(0.2, 9), y: expect.closeTo(0, 9) });
    expect(after).toMatchObject({ mode: 'auto' });
    expect(after?.granted.left).toBeGreaterThanOrEqual(0.2);
  });

  it('does not cancel a pending arming', async () => {
    const loop = startFakeLoop();
    loop.commands.next(STOP);
    loop.commands.next(ARM);
    loop.commands.next(stick(0.1));
    await wait();
    expect(loop.run(1)).toMatchObject({ safety: 'driving' });
  });

  it.each([
    [Number.NaN, 0],
    [0.2, Number.POSITIVE_INFINITY],
  ])('counts a non-finite twist as a released stick: %d, %d', (linear, angular) => {
    const loop = startFakeLoop();
    held(loop, 20);
    loop.commands.next(stick(linear, angular));
    expect(loop.run(1)).toMatchObject({ granted: STILL, safety: 'driving' });
  });

  it('asks by a stick for shares of the fastest speed, turning left where they are positive', () => {
    const track = 0.2;
    expect(teleopTwist({ linear: 1, angular: 1 }, track)).toEqual({
      linear: 0.3,
      angular: expect.closeTo(3, 12),
    });
    expect(teleopTwist({ linear: -0.5, angular: 0.5 }, track).linear).toBeCloseTo(-0.15, 12);
    expect(teleopTwist({ linear: -0.5, angular: 0.5 }, track).angular).toBeCloseTo(1.5, 12);
    expect(teleopTwist({ linear: 0, angular: -0.5 }, track).angular).toBeCloseTo(-1.5, 12);
    expect(teleopTwist({ linear: 7, angular: 7 }, track)).toEqual(
      teleopTwist({ linear: 1, angular: 1 }, track),
    );
    expect(teleopTwist({ linear: -7, angular: -7 }, track)).toEqual(
      teleopTwist({ linear: -1, angular: -1 }, track),
    );
  });

  it('holds the rim of the faster wheel to the teleop speed, and keeps the curvature', () => {
    const share = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(share, share, (linear, angular) => {
        const asked = teleop(teleopAsked({ linear, angular }, 0, true, null), 0.1, SMALL);
        const rim = Math.abs(asked.linear) + (Math.abs(asked.angular) * SMALL.track) / 2;
        expect(rim).toBeLessThanOrEqual(TELEOP_SPEED + 1e-12);
        expect(asked.linear * angular).toBeCloseTo(asked.angular * linear, 9);
      }),
    );
  });
});

describe('the state of a stick', () => {
  const FORWARDS = { linear: 0.2, angular: 0 };
  const TURNING = { linear: 0, angular: 1 };
  const REST = { linear: 0, angular: 0 };

  it('counts until its time is over', () => {
    for (const twist of [FORWARDS, TURNING]) {
      const asked = teleopAsked(twist, 1, true, null);
      expect(asked).toEqual({ twist, until: 1.25, blocked: false });
      expect([isReleased(asked, 1.25), isReleased(asked, 1.2501)]).toEqual([false, true]);
    }
    expect(isReleased(teleopAsked(REST, 1, true, null), 1)).toBe(true);
  });

  it('that a STOP releases is blocked if it was held, and stays so if it was', () => {
    const held = { twist: FORWARDS, until: 2, blocked: false };
    expect(teleopStopped(held)).toEqual({ twist: REST, until: 2, blocked: true });
    expect(teleopStopped({ ...held, twist: REST })).toEqual({ twist: REST, until: 2, blocked: false });
    expect(teleopStopped({ twist: REST, until: 2, blocked: true }).blocked).toBe(true);
  });

  it('that is blocked counts again after a release, or after a silence', () => {
    const blocked = teleopAsked(FORWARDS, 1, false, null);
    expect(blocked.blocked).toBe(true);
    const askedAt = (now: number, before = blocked) => teleopAsked(FORWARDS, now, true, before).blocked;
    expect([askedAt(1.1), askedAt(1.25), askedAt(1.2501)]).toEqual([true, true, false]);
    const released = teleopAsked(REST, 1.1, true, blocked);
    expect([released.blocked, askedAt(1.12, released)]).toEqual([false, false]);
  });

  it('lets no wheel get faster than by hand, nor than it is already, nor than the body can', () => {
    const cap = (left: number, right: number) => byHand(SMALL, { left, right }).maxWheelSpeed;
    expect([cap(0, 0), cap(-0.5, 0.1), cap(0.1, -0.4), cap(0.9, 0)]).toEqual([0.3, 0.5, 0.4, 0.6]);
    expect(byHand({ ...SMALL, maxWheelSpeed: 0.2 }, { left: 0, right: 0 }).maxWheelSpeed).toBe(0.2);
  });
});
