import { describe, expect, it } from 'vitest';
import { bandsOf, gapsOf, standsIn, timeMarksOf } from '../../../../src/dashboard/page/timeline/marks.js';
import type { News } from '../../../../src/signals/view.js';
import { frameOf, tickOf } from '../views.js';

const newsAt = (at: number, level: News['level'] = 'info'): News => ({ at, level, words: `at ${at}` });

describe('the marks of a timeline', () => {
  it('stand where something happened; what is close together is one mark, as heavy as its heaviest', () => {
    const marks = timeMarksOf([newsAt(1), newsAt(1.05, 'fault'), newsAt(1.07), newsAt(5, 'warning')], 10);
    expect(marks.map(({ at, level, news }) => [at, level, news.length])).toEqual([
      [1, 'fault', 3],
      [5, 'warning', 1],
    ]);
  });

  it('are at most as many as there is room for, of an hour too', () => {
    const news = Array.from({ length: 500 }, (_, i) => newsAt(i * 7.2));
    const marks = timeMarksOf(news, 3600);
    expect(marks.length).toBeLessThanOrEqual(126);
    expect(marks.flatMap((mark) => mark.news)).toEqual(news);
  });
});

describe('the bands of a timeline', () => {
  const steps = ['sequence', 'arrive', 'wait'].map((words, depth) => ({ path: words, depth, words }));
  const samples = ['rrw', 'rrw', 'rdr', 'rdr', 'ddd'].map((letters, at) => ({
    ...frameOf({}, { at }),
    robots: [{ id: 'a', ranges: {}, steps: letters }],
  }));

  it('are the deepest steps that run, one after the other', () => {
    expect(bandsOf(samples, 'a', steps)).toEqual([
      { from: 0, to: 2, words: 'arrive' },
      { from: 2, to: 4, words: 'wait' },
    ]);
  });

  it('are none without steps, or of another robot', () => {
    expect(bandsOf(samples, 'b', steps)).toEqual([]);
    expect(bandsOf(samples, 'a', [])).toEqual([]);
  });
});

describe('the gaps of a timeline', () => {
  it('are where samples are much further apart than elsewhere', () => {
    expect(gapsOf([0, 1, 2, 3, 9, 10, 11].map((at) => ({ at })))).toEqual([[3, 9]]);
    expect(gapsOf([0, 1, 2, 4, 5].map((at) => ({ at })))).toEqual([]);
    expect(gapsOf([])).toEqual([]);
  });
});

describe('a robot that does not get on', () => {
  it('is a warning at the instant since when it stands, once, on the recording’s time', () => {
    const standing = { since: 2, at: { x: 0, y: 0 }, why: 'a wall' };
    const samples = [7, 8, 9].map((at) => frameOf({ a: tickOf({ at: at - 1, standing }) }, { at }));
    expect(standsIn(samples, false)).toEqual([
      { at: 3, level: 'warning', words: 'stands: a wall', robot: 'a' },
    ]);
    expect(standsIn(samples, true)[0]?.words).toBe('a stands: a wall');
  });
});
