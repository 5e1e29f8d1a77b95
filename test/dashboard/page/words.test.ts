import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  formatClock,
  formatFactor,
  formatFixed,
  formatLink,
  formatQuantity,
  formatShortfall,
  formatState,
} from '../../../src/dashboard/page/words.js';
import type { Tick } from '../../../src/signals/signals.js';
import { frameOf, tickOf } from './views.js';

describe('numbers in words', () => {
  it('have their digits, a true minus, and none before zero', () => {
    expect(formatFixed(1.234, 2)).toBe('1.23');
    expect(formatFixed(-1.235, 1)).toBe('−1.2');
    expect(formatFixed(-0.001, 2)).toBe('0.00');
  });

  it('that are unknown are a dash without unit', () => {
    for (const value of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatQuantity(value, 2, 'V')).toBe('–');
  });

  it('that are times have two digits', () => {
    expect([0.35284603741736564, 0.9, 1, 12.34].map(formatFactor)).toEqual([
      '0.35 ×',
      '0.90 ×',
      '1.0 ×',
      '12 ×',
    ]);
  });

  it('that fall short of what was asked for are told', () => {
    const pace = { paused: false, speed: 2, lateness: 0, lostPeriods: 0 };
    expect(formatShortfall({ ...pace, reached: 0.3528 })).toBe('0.35 ×');
    for (const reached of [2.1, 1.98]) expect(formatShortfall({ ...pace, reached })).toBe('');
    expect(formatShortfall(pace)).toBe('');
  });

  it('carry their unit, if they have one', () => {
    expect(formatQuantity(7.4, 1, 'V')).toBe('7.4 V');
    expect(formatQuantity(3, 0, '')).toBe('3');
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
    expect(formatState(tickOf(told))).toBe(words);
  });

  it('of a mission that asks for nothing is that it waits, unless it is stopped or a hand drives', () => {
    expect(formatState(tickOf({}), true)).toBe('waiting: click where to go, or drive by hand');
    expect(formatState(tickOf({ mode: 'manual' }), true)).toBe('driving by hand');
    expect(formatState(tickOf({ safety: 'stopped' }), true)).toBe('stopped');
  });

  it('of an old recording, which tells no reasons, is the state alone', () => {
    const { cause: _, hold: __, ...old } = tickOf({ safety: 'stopped' });
    expect(formatState(old as Tick)).toBe('stopped');
    expect(formatState({ ...old, safety: 'driving' } as Tick)).toBe('driving by mission');
  });

  it('is unknown before the first tick', () => {
    expect(formatState(undefined)).toBe('no news yet');
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
    expect(formatLink({ state: 'connected', words: 'uno on ttyACM0' })).toBe('Connected: uno on ttyACM0');
    expect(formatLink({ state: 'lost', words: 'no reply' })).toBe('Lost: no reply');
    expect(formatLink({ state: 'simulated', words: '' })).toBe('Simulated');
    expect(formatLink(undefined)).toBe('No robot yet');
  });

  it('the link says nothing twice', () => {
    expect(formatLink({ state: 'simulated', words: 'simulated' })).toBe('Simulated');
    expect(formatLink({ state: 'connected', words: 'connected: uno' })).toBe('Connected: uno');
  });

  it('the clock of a simulation is said to be one', () => {
    expect(formatClock(frameOf({}))).toBe('simulated time');
  });

  it('the clock says how late it is and what it lost', () => {
    const pace = { paused: false, speed: 1, lateness: 0.0012, lostPeriods: 1 };
    const link = { state: 'connected', words: 'uno' } as const;
    expect(formatClock(frameOf({}, { pace, link }))).toBe('1.2 ms late, 1 period lost');
    expect(formatClock(null)).toBe('0.0 ms late, 0 periods lost');
  });
});
