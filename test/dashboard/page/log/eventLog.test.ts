import { describe, expect, it } from 'vitest';
import {
  entriesUpTo,
  type LogEntry,
  notYetLogged,
  withNews,
} from '../../../../src/dashboard/page/log/eventLog.js';
import type { News } from '../../../../src/signals/view.js';

const news = (at: number, words: string, level: News['level'] = 'info'): News => ({ at, level, words });

describe('the eventLog', () => {
  it('keeps what happened, in its order', () => {
    const eventLog = withNews(withNews([], [news(1, 'a')]), [news(2, 'b'), news(3, 'c')]);
    expect(eventLog.map(({ words }) => words)).toEqual(['a', 'b', 'c']);
    expect(new Set(eventLog.map(({ id }) => id)).size).toBe(3);
  });

  it('counts what is said again, with its newest time', () => {
    const eventLog = withNews([], [news(1, 'a'), news(2, 'a'), news(3, 'a')]);
    expect(eventLog).toEqual([{ id: 1, at: 3, level: 'info', words: 'a', times: 3 }]);
  });

  it('of a recording knows nothing of what comes later', () => {
    const eventLog = withNews([], [news(1, 'a'), news(2, 'b'), news(3, 'c')]);
    expect(entriesUpTo(eventLog, 2).map(({ words }) => words)).toEqual(['a', 'b']);
    expect(entriesUpTo(eventLog, 3)).toBe(eventLog);
  });

  it('knows what it has noted before', () => {
    const eventLog = withNews([], [news(1, 'a'), news(2, 'b')]);
    expect(notYetLogged(eventLog, [news(2, 'b'), news(2, 'a'), news(3, 'b')])).toEqual([
      news(2, 'a'),
      news(3, 'b'),
    ]);
  });

  it('tells levels apart', () => {
    expect(withNews([], [news(1, 'a'), news(2, 'a', 'fault')])).toHaveLength(2);
  });

  it('forgets the oldest, and never numbers two alike', () => {
    let eventLog: readonly LogEntry[] = [];
    for (let i = 0; i < 500; i++) eventLog = withNews(eventLog, [news(i, `n${i}`)]);
    expect(eventLog).toHaveLength(200);
    expect(eventLog.at(-1)?.words).toBe('n499');
    expect(eventLog[0]?.words).toBe('n300');
    expect(new Set(eventLog.map(({ id }) => id)).size).toBe(200);
  });
});
