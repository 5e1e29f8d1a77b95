import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dictionary, type EntryList, restoreItems } from '../../src/recording/format/dictionary.js';
import { RunMessages } from '../../src/recording/format/runMessages.js';
import type { Mark, Tick } from '../../src/signals/signals.js';
import type { FrameView } from '../../src/signals/view.js';

const markAt = (x: number): Mark => ({ kind: 'point', at: { x, y: -0 }, label: 'seen' });
const many = Array.from({ length: 100 }, (_, i) => markAt(i));

const marks = fc.array(fc.integer({ min: 0, max: 40 }).map(markAt), { maxLength: 60 });

function newDictionary() {
  const lists: EntryList<Mark>[] = [];
  return { dictionary: new Dictionary<Mark>((list) => lists.push(list)), lists };
}

describe('repeated items', () => {
  it('are restored, in whatever order they come and go', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(marks, { maxLength: 3 }), { minLength: 1, maxLength: 20 }),
        (messages) => {
          const { dictionary, lists } = newDictionary();
          for (const groups of messages) {
            const stored = dictionary.store(groups);
            expect(stored.map((group) => restoreItems(group, () => lists.at(-1)))).toEqual(groups);
          }
        },
      ),
    );
  });

  it('are stored once', () => {
    const { dictionary, lists } = newDictionary();
    const sizeOf = (...given: readonly Mark[]) => JSON.stringify(dictionary.store([given])).length;
    for (let n = 0; n < 10; n++) expect(sizeOf(markAt(-1 - n), ...many)).toBeLessThan(250);
    expect(lists).toEqual([{ list: 1, entries: [markAt(-1), ...many] }]);
    sizeOf(...many.map((_, i) => markAt(1000 + i)));
    expect(lists.map(({ list }) => list)).toEqual([1, 2]);
  });

  it('are written in place if they are few', () => {
    const { dictionary, lists } = newDictionary();
    const groups = [[markAt(1)], [markAt(2)]];
    expect(dictionary.store(groups)).toBe(groups);
    expect(lists).toEqual([]);
  });

  it('are only taken from their own list', () => {
    const { dictionary, lists } = newDictionary();
    const [stored = []] = dictionary.store([many]);
    dictionary.store([many.map((_, i) => markAt(1000 + i))]);
    expect(restoreItems(stored, () => lists[0])).toEqual(many);
    expect(restoreItems(stored, () => lists[1])).toBeUndefined();
    expect(restoreItems(stored, () => undefined)).toBeUndefined();
  });

  it('are listed again with each segment, which begins after ten seconds at most', () => {
    const runMessages = new RunMessages(0n, 1e9);
    const contributions = [{ behavior: 'seek', force: { x: 0, y: 0 }, marks: many }];
    const topics = Array.from({ length: 25 }, (_, at) => {
      const robots = [
        {
          id: 'a',
          truth: { x: 0, y: 0, heading: 0 },
          ranges: {},
          tick: { at, contributions } as unknown as Tick,
        },
      ];
      return runMessages.of({ kind: 'frame', at, robots, news: [] } as unknown as FrameView);
    });
    const listed = topics.map((messages) => messages.some(({ channel }) => channel.topic === '/marks/a'));
    expect(listed.flatMap((is, at) => (is ? [at] : []))).toEqual([0, 10, 20]);
  });
});
