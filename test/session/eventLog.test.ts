import { describe, expect, it } from 'vitest';
import { EventLog } from '../../src/session/eventLog.js';
import { FakeTime } from '../drivers/fakeTime.js';

const news = (words: string) => ({ at: 0, level: 'warning', words }) as const;
const wordsOf = (log: EventLog) => log.take().map(({ words }) => words);

describe('an event log', () => {
  it('gives each entry once', () => {
    const log = new EventLog(new FakeTime());
    log.add(news('a'));
    log.add(news('b'));
    expect(log.waiting).toBe(true);
    expect(wordsOf(log)).toEqual(['a', 'b']);
    expect(log.waiting).toBe(false);
    expect(wordsOf(log)).toEqual([]);
  });

  it('takes the same words again after a second, and answers at any time', () => {
    const time = new FakeTime();
    const log = new EventLog(time);
    log.add(news('a'));
    time.pass(0.9);
    log.add(news('a'));
    expect(wordsOf(log)).toEqual(['a']);
    log.answer(news('a'));
    expect(wordsOf(log)).toEqual(['a']);
    time.pass(0.2);
    log.add(news('a'));
    expect(wordsOf(log)).toEqual(['a']);
  });

  it('tells of a value that changes when it has settled', () => {
    const time = new FakeTime();
    const log = new EventLog(time);
    for (const value of [1, 2, 3]) {
      log.addWhenSettled('speed', news(`speed is ${value}`));
      time.pass(0.2);
    }
    expect(wordsOf(log)).toEqual([]);
    time.pass(0.3);
    expect(wordsOf(log)).toEqual(['speed is 3']);
  });
});
