import { describe, expect, it } from 'vitest';
import { clockWords, lessonParts, timeAt } from '../../../../src/dashboard/page/lessons/clock.js';

const TEXT = '# Lesson\n\n## Watch it (10 min)\n\nText.\n\n## Sources\n\n## Try it (5 min)\n';

describe('the clock of a lesson', () => {
  const parts = lessonParts(TEXT);

  it('knows the parts by their headings, and leaves other headings out', () => {
    expect(parts).toEqual([
      { title: 'Watch it', lasts: 600 },
      { title: 'Try it', lasts: 300 },
    ]);
  });

  it.each([
    [0, 0, 600, 900],
    [599, 0, 1, 301],
    [600, 1, 300, 300],
    [899.5, 1, 0.5, 0.5],
    [900, 2, 0, 0],
    [5000, 2, 0, 0],
  ])('after %s s it is time for part %s, with %s s of it and %s s in all', (elapsed, part, left, total) => {
    expect(timeAt(parts, elapsed)).toEqual({ part, left, total });
  });

  it('is over at once where there are no parts', () => {
    expect(timeAt([], 0)).toEqual({ part: 0, left: 0, total: 0 });
  });

  it('counts a begun second', () => {
    expect([600, 59.2, 9, 0].map(clockWords)).toEqual(['10:00', '1:00', '0:09', '0:00']);
  });
});
