import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyLimits } from '../../src/robot/limits.js';
import {
  applyCommand,
  cameToRest,
  faulted,
  hasPower,
  limited,
  limitWheels,
  noted,
  SAFETY_TABLE,
  type SafetyEvent,
  type SupervisorState,
  startSupervisor,
  stoppedByBoard,
  supervise,
} from '../../src/safety/supervisor.js';
import { AT_REST, type SafetyState } from '../../src/signals/signals.js';
import { drawn } from '../support/effort.js';

const BODY: BodyLimits = {
  mass: 0.45,
  radius: 0.09,
  track: 0.15,
  maxSpeed: 0.4,
  maxWheelSpeed: 0.5,
  maxAcceleration: 1,
  maxTurnRate: 6,
  maxForce: 0.45,
  steeringGain: 4.5,
  reaction: 0,
};
const anything = fc.double();
const BROKEN = { kind: 'motorDead', what: 'it broke' } as const;
const FENCE = { kind: 'fence', what: 'the fence is reached' } as const;

describe('the limiter', () => {
  it('passes what is within the cap, and cuts what is beyond it, either way', () => {
    expect(limitWheels({ left: 0.3, right: -0.5 }, BODY)).toEqual({ left: 0.3, right: -0.5 });
    expect(limitWheels({ left: 0.7, right: -0.51 }, BODY)).toEqual({ left: 0.5, right: -0.5 });
  });

  it('stops both wheels where one speed is not a number', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(limitWheels({ left: bad, right: 0.3 }, BODY)).toEqual(AT_REST);
      expect(limitWheels({ left: 0.3, right: bad }, BODY)).toEqual(AT_REST);
    }
  });
});

const state = (safety: SafetyState): SupervisorState => ({
  safety,
  cause: safety === 'driving' ? null : { kind: 'away', what: 'a reason' },
  faults: safety === 'faulted' ? [{ at: 1, ...BROKEN }] : [],
});

const STATES = Object.keys(SAFETY_TABLE) as SafetyState[];

const EVENTS: Readonly<Record<SafetyEvent, (s: SupervisorState) => SupervisorState>> = {
  stop: (s) => applyCommand(s, { kind: 'stop' }),
  arm: (s) => applyCommand(s, { kind: 'arm' }),
  clear: (s) => applyCommand(s, { kind: 'clear' }),
  fault: (s) => faulted(s, 2, BROKEN),
  limit: (s) => limited(s, 2, FENCE),
  standing: cameToRest,
};

/** What the table says, written down once more by hand. */
const EXPECTED: Readonly<Record<SafetyState, Readonly<Record<SafetyEvent, SafetyState>>>> = {
  driving: {
    stop: 'stopped',
    arm: 'driving',
    clear: 'driving',
    fault: 'faulted',
    limit: 'braking',
    standing: 'driving',
  },
  braking: {
    stop: 'stopped',
    arm: 'braking',
    clear: 'braking',
    fault: 'faulted',
    limit: 'braking',
    standing: 'stopped',
  },
  stopped: {
    stop: 'stopped',
    arm: 'driving',
    clear: 'stopped',
    fault: 'faulted',
    limit: 'stopped',
    standing: 'stopped',
  },
  faulted: {
    stop: 'faulted',
    arm: 'faulted',
    clear: 'stopped',
    fault: 'faulted',
    limit: 'faulted',
    standing: 'faulted',
  },
};

describe('the supervisor', () => {
  it('starts driving, without faults', () => {
    expect(startSupervisor).toEqual(state('driving'));
  });

  it.each(
    STATES.flatMap((from) =>
      (Object.keys(EVENTS) as SafetyEvent[]).map((event) => [from, event, EXPECTED[from][event]] as const),
    ),
  )('%s, on %s, is %s', (from, event, to) => {
    expect(EVENTS[event](state(from)).safety).toBe(to);
  });

  it.each(STATES)('%s, hears only stop, arm and clear among the commands', (safety) => {
    for (const kind of ['teleop', 'tune', 'setup', 'resume'] as const)
      expect(applyCommand(state(safety), { kind })).toEqual(state(safety));
  });

  it('notes a limit only of a robot that drives: one that stands or brakes already has met none', () => {
    for (const safety of ['braking', 'stopped', 'faulted'] as const)
      expect(limited(state(safety), 2, FENCE)).toEqual(state(safety));
  });

  it('says why it does not drive, until it drives again', () => {
    const stopped = applyCommand(startSupervisor, { kind: 'stop' });
    expect(stopped.cause).toEqual({ kind: 'operator', what: 'an operator said STOP' });
    expect(applyCommand(stopped, { kind: 'arm' }).cause).toBeNull();
    const byProgram = applyCommand(startSupervisor, { kind: 'stop', why: 'the page failed' });
    expect(byProgram).toMatchObject({
      safety: 'stopped',
      cause: { kind: 'program', what: 'the page failed' },
    });
    expect(applyCommand(byProgram, { kind: 'stop' }).cause?.what).toBe('the page failed');
    expect(faulted(stopped, 2, BROKEN).cause).toEqual({ kind: BROKEN.kind, what: 'it broke' });
    expect(cameToRest(limited(startSupervisor, 2, FENCE)).cause).toEqual({
      kind: 'fence',
      what: 'the fence is reached',
    });
  });

  it('is stopped by a board that stopped itself, and says that cause; a fault stays one', () => {
    const silence = { kind: 'deadManTripped', what: 'no command came' } as const;
    const fault = { at: 2, ...silence };
    for (const safety of ['driving', 'braking', 'stopped'] as const) {
      const before = { ...state(safety), cause: { kind: 'waiting', what: 'waits to be armed' } as const };
      expect(stoppedByBoard(before, 2, silence)).toEqual({
        safety: 'stopped',
        cause: silence,
        faults: [...before.faults, fault],
      });
    }
    const broken = faulted(startSupervisor, 1, BROKEN);
    expect(stoppedByBoard(broken, 2, silence)).toEqual({ ...broken, faults: [...broken.faults, fault] });
  });

  it('is released from a fault by clearing it and then arming, and in no shorter way', () => {
    const broken = faulted(startSupervisor, 1, BROKEN);
    expect(applyCommand(broken, { kind: 'arm' })).toEqual(broken);
    const cleared = applyCommand(broken, { kind: 'clear' });
    expect(hasPower(cleared)).toBe(false);
    expect(applyCommand(cleared, { kind: 'arm' }).safety).toBe('driving');
    expect(applyCommand(cleared, { kind: 'arm' }).faults).toEqual(broken.faults);
  });

  it('notes a fault with its time, the first time only, and every other one behind it', () => {
    const first = faulted(startSupervisor, 1, { kind: 'motorDead', what: 'this' });
    const again = faulted(first, 2, { kind: 'motorDead', what: 'this' });
    expect(again.faults).toEqual([{ at: 1, kind: 'motorDead', what: 'this' }]);
    const second = faulted(again, 3, { kind: 'motorDead', what: 'that' });
    expect(faulted(second, 4, { kind: 'reading', what: 'that' }).faults).toEqual([
      { at: 1, kind: 'motorDead', what: 'this' },
      { at: 3, kind: 'motorDead', what: 'that' },
      { at: 4, kind: 'reading', what: 'that' },
    ]);
  });

  it('drives on with a fault that is only noted', () => {
    const after = noted(startSupervisor, 1, BROKEN);
    expect(after).toEqual({ safety: 'driving', cause: null, faults: [{ at: 1, ...BROKEN }] });
  });

  it('says what was wrong with a speed', () => {
    const { state: after } = supervise(startSupervisor, 3, { left: Number.NaN, right: 0 }, BODY);
    expect(after.faults).toEqual([{ at: 3, kind: 'notFinite', what: 'a wheel speed that is not a number' }]);
    expect(after.safety).toBe('faulted');
  });
});

describe('what the supervisor grants', () => {
  const granted = (safety: SafetyState, left: number, right: number) =>
    supervise(state(safety), 0, { left, right }, BODY).granted;

  it('is what was wanted, while driving, and while braking: only a powered wheel brakes', () => {
    expect(granted('driving', 0.2, -0.3)).toEqual({ left: 0.2, right: -0.3 });
    expect(granted('braking', 0.2, -0.3)).toEqual({ left: 0.2, right: -0.3 });
  });

  it('is zero, stopped or faulted', () => {
    expect(granted('stopped', 0.2, -0.3)).toEqual(AT_REST);
    expect(granted('faulted', 0.2, -0.3)).toEqual(AT_REST);
  });

  it('is finite and within the cap for every pair of numbers, NaN and ±∞ included', () => {
    const states = fc.constantFrom<SafetyState[]>('driving', 'braking', 'stopped', 'faulted');
    fc.assert(
      fc.property(states, anything, anything, (safety, left, right) => {
        const wheels = granted(safety, left, right);
        return [wheels.left, wheels.right].every((v) => Number.isFinite(v) && Math.abs(v) <= 0.5);
      }),
      { numRuns: drawn(500) },
    );
  });

  it('never comes back by itself: after a stop or a fault nothing is granted for any speeds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<SafetyState[]>('stopped', 'faulted'),
        fc.array(fc.tuple(anything, anything)),
        (from, wanted) => {
          let now = state(from);
          for (const [left, right] of wanted) {
            const { granted: wheels, state: next } = supervise(now, 0, { left, right }, BODY);
            expect(wheels).toEqual(AT_REST);
            now = next;
          }
          expect(now.safety).not.toBe('driving');
        },
      ),
    );
  });
});
