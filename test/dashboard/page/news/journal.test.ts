import { describe, expect, it } from 'vitest';
import { type Entry, noted, unheardOf, upTo } from '../../../../src/dashboard/page/news/journal.js';
import type { News } from '../../../../src/view.js';

const news = (at: number, words: string, level: News['level'] = 'info'): News => ({ at, level, words });

describe('the journal', () => {
  it('keeps what happened, in its order', () => {
    const journal = noted(noted([], [news(1, 'a')]), [news(2, 'b'), news(3, 'c')]);
    expect(journal.map(({ words }) => words)).toEqual(['a', 'b', 'c']);
    expect(new Set(journal.map(({ id }) => id)).size).toBe(3);
  });

  it('counts what is said again, with its newest time', () => {
    const journal = noted([], [news(1, 'a'), news(2, 'a'), news(3, 'a')]);
    expect(journal).toEqual([{ id: 1, at: 3, level: 'info', words: 'a', times: 3 }]);
  });

  it('of a recording knows nothing of what comes later', () => {
    const journal = noted([], [news(1, 'a'), news(2, 'b'), news(3, 'c')]);
    expect(upTo(journal, 2).map(({ words }) => words)).toEqual(['a', 'b']);
    expect(upTo(journal, 3)).toBe(journal);
  });

  it('knows what it has noted before', () => {
    const journal = noted([], [news(1, 'a'), news(2, 'b')]);
    expect(unheardOf(journal, [news(2, 'b'), news(2, 'a'), news(3, 'b')])).toEqual([
      news(2, 'a'),
      news(3, 'b'),
    ]);
  });

  it('tells levels apart', () => {
    expect(noted([], [news(1, 'a'), news(2, 'a', 'fault')])).toHaveLength(2);
  });

  it('forgets the oldest, and never numbers two alike', () => {
    let journal: readonly Entry[] = [];
    for (let i = 0; i < 500; i++) journal = noted(journal, [news(i, `n${i}`)]);
    expect(journal).toHaveLength(200);
    expect(journal.at(-1)?.words).toBe('n499');
    expect(journal[0]?.words).toBe('n300');
    expect(new Set(journal.map(({ id }) => id)).size).toBe(200);
  });
});
