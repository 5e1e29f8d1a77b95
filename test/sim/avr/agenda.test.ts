import { describe, expect, it } from 'vitest';
import { Agenda } from '../../../sim/avr/agenda.js';

describe('the agenda', () => {
  it('does what is due in order; of two at one cycle, what was there first', () => {
    const agenda = new Agenda();
    const done: string[] = [];
    for (const [due, name] of [
      [5, 'c'],
      [3, 'a'],
      [5, 'd'],
      [3, 'b'],
      [9, 'e'],
    ] as const) {
      agenda.at(due, () => done.push(name));
    }
    agenda.catchUp(5);
    expect(done.join('')).toBe('abcd');
    agenda.catchUp(8);
    expect(done.join('')).toBe('abcd');
    agenda.catchUp(9);
    expect(done.join('')).toBe('abcde');
  });

  it('does what an action adds, when that is due too', () => {
    const agenda = new Agenda();
    const done: number[] = [];
    const again = (due: number) => agenda.at(due, () => done.push(due) && again(due + 2));
    again(1);
    agenda.catchUp(6);
    expect(done).toEqual([1, 3, 5]);
  });

  it('forgets what is cancelled, once', () => {
    const agenda = new Agenda();
    const done: string[] = [];
    const cancel = agenda.at(1, () => done.push('a'));
    agenda.at(1, () => done.push('b'));
    cancel();
    cancel();
    agenda.catchUp(1);
    expect(done).toEqual(['b']);
    cancel();
  });

  it('stops the CPU at what comes first, also when that is added while it runs', () => {
    const agenda = new Agenda();
    agenda.at(50, () => {});
    agenda.open(100);
    expect(agenda.limit).toBe(50);
    agenda.at(60, () => {});
    expect(agenda.limit).toBe(50);
    agenda.at(20, () => {});
    expect(agenda.limit).toBe(20);
    agenda.interrupt();
    expect(agenda.limit).toBe(0);
    agenda.catchUp(60);
    agenda.open(100);
    expect(agenda.limit).toBe(100);
  });
});
