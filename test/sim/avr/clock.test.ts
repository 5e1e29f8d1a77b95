import { describe, expect, it } from 'vitest';
import { EventQueue } from '../../../sim/avr/clock.js';

describe('the event queue', () => {
  it('does what is due in order; of two at one cycle, what was there first', () => {
    const events = new EventQueue();
    const done: string[] = [];
    for (const [due, name] of [
      [5, 'c'],
      [3, 'a'],
      [5, 'd'],
      [3, 'b'],
      [9, 'e'],
    ] as const) {
      events.at(due, () => done.push(name));
    }
    events.catchUp(5);
    expect(done.join('')).toBe('abcd');
    events.catchUp(8);
    expect(done.join('')).toBe('abcd');
    events.catchUp(9);
    expect(done.join('')).toBe('abcde');
  });

  it('does what an action adds, when that is due too', () => {
    const events = new EventQueue();
    const done: number[] = [];
    const again = (due: number) => events.at(due, () => done.push(due) && again(due + 2));
    again(1);
    events.catchUp(6);
    expect(done).toEqual([1, 3, 5]);
  });

  it('forgets what is cancelled, once', () => {
    const events = new EventQueue();
    const done: string[] = [];
    const cancel = events.at(1, () => done.push('a'));
    events.at(1, () => done.push('b'));
    cancel();
    cancel();
    events.catchUp(1);
    expect(done).toEqual(['b']);
    cancel();
  });

  it('stops the CPU at what comes first, also when that is added while it runs', () => {
    const events = new EventQueue();
    events.at(50, () => {});
    events.open(100);
    expect(events.limit).toBe(50);
    events.at(60, () => {});
    expect(events.limit).toBe(50);
    events.at(20, () => {});
    expect(events.limit).toBe(20);
    events.interrupt();
    expect(events.limit).toBe(0);
    events.catchUp(60);
    events.open(100);
    expect(events.limit).toBe(100);
  });
});
