import { describe, expect, it } from 'vitest';
import {
  clockWords,
  faultsOf,
  fixed,
  linkWords,
  quantity,
  stateWords,
} from '../../../src/dashboard/page/words.js';
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

  it('carry their unit, if they have one', () => {
    expect(quantity(7.4, 1, 'V')).toBe('7.4 V');
    expect(quantity(3, 0, '')).toBe('3');
  });
});

describe('the state in words', () => {
  it.each([
    [{}, 'driving by mission'],
    [{ arrived: true }, 'driving by mission, arrived'],
    [{ drivenBy: 'hand', arrived: true }, 'driving by hand'],
    [{ safety: 'stopped', drivenBy: 'hand' }, 'stopped'],
    [{ safety: 'faulted' }, 'faulted'],
  ] as const)('%o is %s', (told, words) => {
    expect(stateWords(tickOf(told))).toBe(words);
  });

  it('is unknown before the first tick', () => {
    expect(stateWords(undefined)).toBe('no news yet');
  });
});

describe('faults', () => {
  it('are those of every robot, with whose they are', () => {
    const fault = { at: 2, what: 'no echo' };
    const frame = frameOf({ a: tickOf({}), b: tickOf({ faults: [fault] }) });
    expect(faultsOf(frame)).toEqual([{ robot: 'b', ...fault }]);
    expect(faultsOf(null)).toEqual([]);
  });
});

describe('link and clock in words', () => {
  it('the link says which and why', () => {
    expect(linkWords({ state: 'connected', words: 'uno on ttyACM0' })).toBe(
      'Robot connected: uno on ttyACM0',
    );
    expect(linkWords({ state: 'simulated', words: '' })).toBe('Simulated body');
    expect(linkWords(undefined)).toBe('No robot yet');
  });

  it('the clock says how late it is and what it lost', () => {
    const pace = { paused: false, speed: 1, lateness: 0.0012, lostPeriods: 1 };
    expect(clockWords(frameOf({}, { pace }))).toBe('1.2 ms late, 1 period lost');
    expect(clockWords(null)).toBe('0.0 ms late, 0 periods lost');
  });
});
