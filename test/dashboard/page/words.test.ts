import { describe, expect, it } from 'vitest';
import {
  clockWords,
  faultsOf,
  fixed,
  linkWords,
  quantity,
  shortfallWords,
  stateWords,
  timesWords,
} from '../../../src/dashboard/page/words.js';
import type { Tick } from '../../../src/signals/signals.js';
import { frameOf, tickOf } from './views.js';

describe('numbers in words', () => {
  it('have their digits, a true minus, and none before zero', () => {
    expect(fixed(1.234, 2)).toBe('1.23');
    expect(fixed(-1.235, 1)).toBe('−1.2');
    expect(fixed(-0.001, 2)).toBe('0.00');
  });

  it('that are unknown are a dash without unit', () => {
    for (const value of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(quantity(value, 2, 'V')).toBe('–');
  });

  it('that are times have two digits', () => {
    expect([0.35284603741736564, 0.9, 1, 12.34].map(timesWords)).toEqual([
      '0.35 ×',
      '0.90 ×',
      '1.0 ×',
      '12 ×',
    ]);
  });

  it('that fall short of what was asked for are told', () => {
    const pace = { paused: false, speed: 2, lateness: 0, lostPeriods: 0 };
    expect(shortfallWords({ ...pace, reached: 0.3528 })).toBe('0.35 ×');
    for (const reached of [2.1, 1.98]) expect(shortfallWords({ ...pace, reached })).toBe('');
    expect(shortfallWords(pace)).toBe('');
  });

  it('carry their unit, if they have one', () => {
    expect(quantity(7.4, 1, 'V')).toBe('7.4 V');
    expect(quantity(3, 0, '')).toBe('3');
  });
});

const atRest = { ...tickOf({}).estimate, wheels: { left: 0, right: 0.001 } };

describe('the state in words', () => {
  it.each([
    [{}, 'driving by mission'],
    [{ arrived: true }, 'driving by mission, arrived'],
    [{ arrived: true, estimate: atRest }, 'standing, arrived'],
    [{ mode: 'manual', arrived: true }, 'driving by hand'],
    [{ safety: 'stopped', mode: 'manual' }, 'stopped'],
    [{ safety: 'faulted' }, 'faulted'],
    [{ safety: 'faulted', cause: 'the battery is empty' }, 'faulted'],
    [{ safety: 'stopped', cause: 'the time limit of 5 s is over' }, 'stopped: the time limit of 5 s is over'],
    [{ safety: 'braking', cause: 'the fence is reached' }, 'braking: the fence is reached'],
    [{ hold: 'something is in the way' }, 'driving by mission (something is in the way)'],
    [{ hold: 'half the speed', mode: 'manual' }, 'driving by hand (half the speed)'],
  ] as const)('%o is %s', (told, words) => {
    expect(stateWords(tickOf(told))).toBe(words);
  });

  it('of a mission that asks for nothing is that it waits, unless it is stopped or a hand drives', () => {
    expect(stateWords(tickOf({}), true)).toBe('waiting: click where to go, or drive by hand');
    expect(stateWords(tickOf({ mode: 'manual' }), true)).toBe('driving by hand');
    expect(stateWords(tickOf({ safety: 'stopped' }), true)).toBe('stopped');
  });

  it('of an old recording, which tells no reasons, is the state alone', () => {
    const { cause: _, hold: __, ...old } = tickOf({ safety: 'stopped' });
    expect(stateWords(old as Tick)).toBe('stopped');
    expect(stateWords({ ...old, safety: 'driving' } as Tick)).toBe('driving by mission');
  });

  it('is unknown before the first tick', () => {
    expect(stateWords(undefined)).toBe('no news yet');
  });
});

describe('faults', () => {
  it('are those of every robot, with whose they are', () => {
    const fault = { at: 2, kind: 'rangeSilent' as const, what: 'no echo' };
    const frame = frameOf({ a: tickOf({}), b: tickOf({ faults: [fault] }) });
    expect(faultsOf(frame)).toEqual([{ robot: 'b', holds: false, ...fault }]);
    const stopped = frameOf({ b: tickOf({ safety: 'faulted', cause: 'no echo', faults: [fault] }) });
    expect(faultsOf(stopped)).toEqual([{ robot: 'b', holds: true, ...fault }]);
    expect(faultsOf(null)).toEqual([]);
  });
});

describe('link and clock in words', () => {
  it('the link says which and why', () => {
    expect(linkWords({ state: 'connected', words: 'uno on ttyACM0' })).toBe('Connected: uno on ttyACM0');
    expect(linkWords({ state: 'lost', words: 'no reply' })).toBe('Lost: no reply');
    expect(linkWords({ state: 'simulated', words: '' })).toBe('Simulated');
    expect(linkWords(undefined)).toBe('No robot yet');
  });

  it('the link says nothing twice', () => {
    expect(linkWords({ state: 'simulated', words: 'simulated' })).toBe('Simulated');
    expect(linkWords({ state: 'connected', words: 'connected: uno' })).toBe('Connected: uno');
  });

  it('the clock of a simulation is said to be one', () => {
    expect(clockWords(frameOf({}))).toBe('simulated time');
  });

  it('the clock says how late it is and what it lost', () => {
    const pace = { paused: false, speed: 1, lateness: 0.0012, lostPeriods: 1 };
    const link = { state: 'connected', words: 'uno' } as const;
    expect(clockWords(frameOf({}, { pace, link }))).toBe('1.2 ms late, 1 period lost');
    expect(clockWords(null)).toBe('0.0 ms late, 0 periods lost');
  });
});
