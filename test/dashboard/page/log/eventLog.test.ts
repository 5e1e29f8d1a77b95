import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  eventLog,
  faultAnnouncement,
  type LogEntry,
  log,
  notYetLogged,
  watchEventLog,
  withNews,
} from '../../../../src/dashboard/page/log/eventLog.js';
import { connection, storeView } from '../../../../src/dashboard/page/store.js';
import type { News } from '../../../../src/signals/view.js';
import { frameOf, sceneOf } from '../views.js';

const news = (at: number, words: string, level: News['level'] = 'info'): News => ({ at, level, words });

describe('the event log', () => {
  it('keeps what happened, in its order', () => {
    const entries = withNews(withNews([], [news(1, 'a')]), [news(2, 'b'), news(3, 'c')]);
    expect(entries.map(({ words }) => words)).toEqual(['a', 'b', 'c']);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
  });

  it('counts what is said again, with its newest time', () => {
    const entries = withNews([], [news(1, 'a'), news(2, 'a'), news(3, 'a')]);
    expect(entries).toEqual([{ id: 1, at: 3, level: 'info', words: 'a', times: 3 }]);
  });

  it('knows what it has noted before', () => {
    const entries = withNews([], [news(1, 'a'), news(2, 'b')]);
    expect(notYetLogged(entries, [news(2, 'b'), news(2, 'a'), news(3, 'b')])).toEqual([
      news(2, 'a'),
      news(3, 'b'),
    ]);
  });

  it('tells levels apart', () => {
    expect(withNews([], [news(1, 'a'), news(2, 'a', 'fault')])).toHaveLength(2);
  });

  it('forgets the oldest, and never numbers two alike', () => {
    let entries: readonly LogEntry[] = [];
    for (let i = 0; i < 500; i++) entries = withNews(entries, [news(i, `n${i}`)]);
    expect(entries).toHaveLength(200);
    expect(entries.at(-1)?.words).toBe('n499');
    expect(entries[0]?.words).toBe('n300');
    expect(new Set(entries.map(({ id }) => id)).size).toBe(200);
  });
});

describe('the event log of the page', () => {
  let end = () => {};
  const receiveNews = (...told: News[]) => storeView(frameOf({}, { at: told.at(-1)?.at ?? 0, news: told }));
  const entries = () => eventLog.value.map(({ words, times }) => [words, times]);
  const reconnect = () => {
    connection.value = 'closed';
    connection.value = 'open';
  };

  beforeEach(() => {
    end = watchEventLog();
    eventLog.value = [];
    storeView(sceneOf('a'));
    reconnect();
  });

  afterEach(() => {
    end();
    eventLog.value = [];
    connection.value = 'connecting';
  });

  it('has once what the server repeats after a reconnect', () => {
    receiveNews(news(1, 'a'), news(2, 'b', 'fault'));
    reconnect();
    receiveNews(news(1, 'a'), news(2, 'b', 'fault'), news(3, 'c'));
    expect(entries()).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('does not announce a fault again that it had before the reconnect', () => {
    receiveNews(news(1, 'a', 'fault'));
    expect(faultAnnouncement.value).toBe('a');
    faultAnnouncement.value = '';
    reconnect();
    receiveNews(news(1, 'a', 'fault'));
    expect(faultAnnouncement.value).toBe('');
  });

  it('begins with each scene anew, since its times do, but not with a scene that was tuned', () => {
    receiveNews(news(9, 'a'));
    storeView(sceneOf('a'));
    expect(entries()).toEqual([['a', 1]]);
    storeView({ ...sceneOf('a'), name: 'other' });
    receiveNews(news(0, 'b'));
    expect(entries()).toEqual([['b', 1]]);
  });

  it('counts the same news again as long as the page stays connected', () => {
    receiveNews(news(1, 'a'));
    receiveNews(news(1, 'a'));
    expect(entries()).toEqual([['a', 2]]);
    reconnect();
    receiveNews(news(1, 'a'));
    receiveNews(news(1, 'a'));
    expect(entries()).toEqual([['a', 3]]);
  });
});

describe('the log of a recording', () => {
  const known = [news(1, 'begins'), news(2, 'a wheel slips', 'fault'), news(3, 'arrives')];
  const shown = (at: number): string[] => {
    storeView(frameOf({}, { at }));
    return eventLog.value.map(({ words }) => words);
  };
  let end = () => {};
  beforeEach(() => {
    end = watchEventLog();
    const history = { trails: {}, samples: [], news: known };
    storeView({ ...sceneOf('a'), name: `recording ${Math.random()}`, source: 'recording', history });
  });
  afterEach(() => {
    storeView(sceneOf('a'));
    end();
  });

  it('has all that happened before the instant that is shown, whatever was skipped, and nothing later', () => {
    expect(shown(2.5)).toEqual(['begins', 'a wheel slips']);
    expect(faultAnnouncement.value).toBe('a wheel slips');
    expect(shown(10)).toEqual(['begins', 'a wheel slips', 'arrives']);
    expect(shown(1)).toEqual(['begins']);
    expect(faultAnnouncement.value).toBe('');
    expect(shown(0)).toEqual([]);
  });

  it('keeps what the page says of it', () => {
    shown(1);
    log('info', 'another future');
    expect(shown(1)).toEqual(['begins', 'another future']);
    expect(shown(10)).toEqual(['begins', 'another future', 'a wheel slips', 'arrives']);
  });
});
