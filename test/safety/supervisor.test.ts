import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyLimits } from '../../src/body.js';
import { AT_REST, limitWheels } from '../../src/safety/limiter.js';
import {
  faulted,
  obey,
  type SupervisorState,
  startSupervisor,
  supervise,
} from '../../src/safety/supervisor.js';
import type { SafetyState } from '../../src/signals.js';

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
  faults: safety === 'faulted' ? [{ at: 1, kind: 'motorDead', what: 'it broke' }] : [],
});

describe('the supervisor', () => {
  it('starts driving, without faults', () => {
    expect(startSupervisor).toEqual(state('driving'));
  });

  const events = {
    stop: (s: SupervisorState) => obey(s, { kind: 'stop' }),
    arm: (s: SupervisorState) => obey(s, { kind: 'arm' }),
    fault: (s: SupervisorState) => faulted(s, 2, 'motorDead', 'a fault'),
    'good speeds': (s: SupervisorState) => supervise(s, 2, { left: 0.1, right: 0.2 }, BODY).state,
    'bad speeds': (s: SupervisorState) => supervise(s, 2, { left: 0.1, right: Number.NaN }, BODY).state,
  } as const;

  it.each<[SafetyState, keyof typeof events, SafetyState]>([
    ['driving', 'stop', 'stopped'],
    ['driving', 'arm', 'driving'],
    ['driving', 'fault', 'faulted'],
    ['driving', 'good speeds', 'driving'],
    ['driving', 'bad speeds', 'faulted'],
    ['stopped', 'stop', 'stopped'],
    ['stopped', 'arm', 'driving'],
    ['stopped', 'fault', 'faulted'],
    ['stopped', 'good speeds', 'stopped'],
    ['stopped', 'bad speeds', 'faulted'],
    ['faulted', 'stop', 'faulted'],
    ['faulted', 'arm', 'faulted'],
    ['faulted', 'fault', 'faulted'],
    ['faulted', 'good speeds', 'faulted'],
    ['faulted', 'bad speeds', 'faulted'],
  ])('%s, on %s, is %s', (from, event, to) => {
    expect(events[event](state(from)).safety).toBe(to);
  });

  it('notes a fault with its time, the first time only, and every other one behind it', () => {
    const first = faulted(startSupervisor, 1, 'motorDead', 'this');
    const again = faulted(first, 2, 'motorDead', 'this');
    expect(again).toEqual({ safety: 'faulted', faults: [{ at: 1, kind: 'motorDead', what: 'this' }] });
    expect(faulted(again, 3, 'reading', 'that').faults).toEqual([
      { at: 1, kind: 'motorDead', what: 'this' },
      { at: 3, kind: 'reading', what: 'that' },
    ]);
  });

  it('keeps its faults whatever the operator says', () => {
    const broken = state('faulted');
    expect(obey(obey(broken, { kind: 'arm' }), { kind: 'stop' })).toEqual(broken);
  });

  it('says what was wrong with a speed', () => {
    const { state: after } = supervise(startSupervisor, 3, { left: Number.NaN, right: 0 }, BODY);
    expect(after.faults).toEqual([{ at: 3, kind: 'notFinite', what: 'a wheel speed that is not a number' }]);
  });
});

describe('what the supervisor grants', () => {
  const granted = (safety: SafetyState, left: number, right: number) =>
    supervise(state(safety), 0, { left, right }, BODY).granted;

  it('is what was wanted, while driving', () => {
    expect(granted('driving', 0.2, -0.3)).toEqual({ left: 0.2, right: -0.3 });
  });

  it('is nothing, stopped or faulted', () => {
    expect(granted('stopped', 0.2, -0.3)).toEqual(AT_REST);
    expect(granted('faulted', 0.2, -0.3)).toEqual(AT_REST);
  });

  it('is finite and within the cap for every pair of numbers, and for those that are none', () => {
    const states = fc.constantFrom<SafetyState[]>('driving', 'stopped', 'faulted');
    fc.assert(
      fc.property(states, anything, anything, (safety, left, right) => {
        const wheels = granted(safety, left, right);
        return [wheels.left, wheels.right].every((v) => Number.isFinite(v) && Math.abs(v) <= 0.5);
      }),
      { numRuns: 500 },
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
