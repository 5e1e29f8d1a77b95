import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/recording/reading/openRecording.js';
import { type FutureNews, Futures } from '../../src/session/futures.js';
import { ReplaySession } from '../../src/session/replaySession.js';
import type { Operation, SceneView, WhyView } from '../../src/signals/view.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { folderForTests, record, usualNews } from '../recording/recorded.js';

const folder = folderForTests();

async function usualRecording() {
  const file = join(folder, 'run.mcap');
  record(file, await usualNews());
  return openRecording(file);
}

/** Futures whose computation the test tells. */
function kept() {
  const begun: { at: number; operation: Operation; tell: (news: FutureNews) => void; ended: boolean }[] = [];
  const asked: ((news: WhyView) => void)[] = [];
  const ends: string[] = [];
  let changes = 0;
  const branching = {
    can: ['tune' as const],
    show: (place: number, tell: (news: FutureNews) => void) => {
      if (place > 0) return undefined;
      tell({});
      return () => {};
    },
    explain: (tell: (news: WhyView) => void) => {
      asked.push(tell);
      return () => {
        ends.push('why');
      };
    },
    begin: (at: number, operation: Operation, tell: (news: FutureNews) => void) => {
      const one = { at, operation, tell, ended: false };
      begun.push(one);
      return () => {
        one.ended = true;
      };
    },
  };
  const futures = new Futures(branching, () => {
    changes += 1;
  });
  return { branching, futures, begun, asked, ends, changes: () => changes };
}

const tune = (id: string, value = 1): Operation => ({ kind: 'tune', id, value });

describe('the futures of a recording', () => {
  it('are told as they are computed, under the number that they keep', () => {
    const { futures, begun, changes } = kept();
    futures.begin(2, tune('a'));
    expect(futures.views).toMatchObject([{ number: 1, at: 2, until: 2, state: 'under way', ways: {} }]);
    begun[0]?.tell({ state: 'complete', until: 9, words: 'a: it is 1' });
    expect(futures.views).toMatchObject([
      { number: 1, at: 2, until: 9, state: 'complete', words: 'a: it is 1' },
    ]);
    expect(changes()).toBe(2);
  });

  it('are one where the same thing is set at the same instant, and the older value is heard no more', () => {
    const { futures, begun } = kept();
    futures.begin(2, tune('a', 1));
    begun[0]?.tell({ state: 'complete', until: 9 });
    futures.begin(2, tune('a', 2));
    expect(begun[0]?.ended).toBe(true);
    begun[0]?.tell({ words: 'late' });
    // What the last value gave is seen until there is more.
    expect(futures.views).toMatchObject([{ number: 1, until: 9, state: 'under way', words: '…' }]);
    futures.begin(2, tune('b'));
    futures.begin(3, tune('a'));
    expect(futures.views.map(({ number, at }) => [number, at])).toEqual([
      [1, 2],
      [2, 2],
      [3, 3],
    ]);
  });

  it('are six at most: the oldest ends', () => {
    const { futures, begun } = kept();
    for (let i = 0; i < 8; i++) futures.begin(i, tune('a'));
    expect(futures.views.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(begun.map(({ ended }) => ended)).toEqual([true, true, ...Array(6).fill(false)]);
  });

  it('are forgotten one by one', () => {
    const { futures, begun } = kept();
    futures.begin(1, tune('a'));
    futures.begin(1, tune('b'));
    expect(futures.forget(1)).toBeUndefined();
    expect(begun[0]?.ended).toBe(true);
    expect(futures.views).toMatchObject([{ number: 2 }]);
    expect(futures.forget(1)).toBe('there is no future 1');
    futures.close();
    expect(begun[1]?.ended).toBe(true);
  });

  it('say once what would have helped, however often one asks', () => {
    const { futures, asked, ends, changes } = kept();
    futures.explain();
    futures.explain();
    expect(asked).toHaveLength(1);
    asked[0]?.({ tried: 1, of: 2 });
    expect(futures.why).toEqual({ tried: 1, of: 2 });
    expect(changes()).toBe(1);
    futures.close();
    expect(ends).toEqual(['why']);
  });

  it('show what came of an alternative, once each', () => {
    const { futures } = kept();
    expect(futures.show(1)).toBe('there is no alternative 2');
    expect(futures.views).toEqual([]);
    expect(futures.show(0)).toBeUndefined();
    expect(futures.show(0)).toBeUndefined();
    expect(futures.views).toMatchObject([{ number: 1, at: 0, state: 'under way' }]);
  });
});

describe('a change in a recording', () => {
  it('begins at the instant that is shown, or with the run where one wants it', async () => {
    const { begun, branching } = kept();
    const recording = await usualRecording();
    const session = new ReplaySession(recording, new FakeTime(), branching);
    let scene: SceneView | undefined;
    session.start((view) => {
      if (view.kind === 'scene') scene = view;
    });
    session.operate({ kind: 'scrub', at: 2 });
    session.operate(tune('a'));
    session.operate({ kind: 'changeFrom', begin: true });
    expect(scene?.fromBegin).toBe(true);
    session.operate(tune('a'));
    session.operate({ kind: 'changeFrom', begin: false });
    session.operate(tune('b'));
    expect(begun.map(({ at }) => at)).toEqual([2, 0, 2]);
    expect(scene?.fromBegin).toBeUndefined();
    expect(scene?.futures).toHaveLength(3);
    session.close();
    recording.close();
  });

  it('is prepared where the recording stands for a moment, and not while it plays or is dragged', async () => {
    const { branching } = kept();
    const prepared: number[] = [];
    const time = new FakeTime();
    const recording = await usualRecording();
    const session = new ReplaySession(recording, time, { ...branching, prepare: (at) => prepared.push(at) });
    session.start(() => {});
    for (const at of [1, 2, 3]) {
      session.operate({ kind: 'scrub', at });
      time.pass(0.1);
    }
    expect(prepared).toEqual([]);
    time.pass(0.2);
    expect(prepared).toEqual([3]);
    session.operate({ kind: 'pause', paused: false });
    time.pass(2);
    expect(prepared).toEqual([3]);
    session.close();
    time.pass(1);
    expect(prepared).toEqual([3]);
    recording.close();
  });
});
