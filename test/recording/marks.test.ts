import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkBook, type MarkList, restoreMarks } from '../../src/recording/format/marks.js';
import { Transcript } from '../../src/recording/format/transcript.js';
import type { Mark, Tick } from '../../src/signals.js';
import type { FrameView } from '../../src/view.js';

const markAt = (x: number): Mark => ({ kind: 'point', at: { x, y: -0 }, label: 'seen' });

const tickWith = (...voices: readonly (readonly Mark[])[]): Tick =>
  ({
    at: 0,
    voices: voices.map((marks, i) => ({ behavior: `b${i}`, force: { x: 0, y: 0 }, marks })),
  }) as unknown as Tick;

const marks = fc.array(fc.integer({ min: 0, max: 40 }).map(markAt), { maxLength: 60 });

describe('marks', () => {
  it('are what they were, however they come and go', () => {
    fc.assert(
      fc.property(fc.array(fc.array(marks, { maxLength: 3 }), { minLength: 1, maxLength: 20 }), (ticks) => {
        const book = new MarkBook();
        let list: MarkList = { marks: [] };
        for (const voices of ticks) {
          const tick = tickWith(...voices);
          const stored = book.store(tick, (news) => {
            list = news;
          });
          expect(restoreMarks(stored, () => list.marks)).toEqual(tick);
        }
      }),
    );
  });

  it('that stay are stored once', () => {
    const many = Array.from({ length: 100 }, (_, i) => markAt(i));
    const book = new MarkBook();
    let lists = 0;
    const store = (...given: readonly Mark[]) => JSON.stringify(book.store(tickWith(given), () => lists++));
    for (let n = 0; n < 10; n++) expect(store(markAt(-n), ...many).length).toBeLessThan(250);
    expect(lists).toBe(1);
    store(...many.map((_, i) => markAt(1000 + i)));
    expect(lists).toBe(2);
  });

  it('are listed again with each stretch, which begins after ten seconds at most', () => {
    const many = Array.from({ length: 100 }, (_, i) => markAt(i));
    const transcript = new Transcript(0n, 1e9);
    const topics = Array.from({ length: 25 }, (_, at) => {
      const robots = [{ id: 'a', truth: { x: 0, y: 0, heading: 0 }, ranges: {}, tick: tickWith(many) }];
      return transcript.of({ kind: 'frame', at, robots, news: [] } as unknown as FrameView);
    });
    const listed = topics.map((messages) => messages.some(({ channel }) => channel.topic === '/marks/a'));
    expect(listed.flatMap((is, at) => (is ? [at] : []))).toEqual([0, 10, 20]);
  });

  it('that are few stay where they are', () => {
    const tick = tickWith([markAt(1), markAt(2)]);
    const store = () => {
      throw new Error('no list is wanted');
    };
    expect(new MarkBook().store(tick, store)).toBe(tick);
  });
});
