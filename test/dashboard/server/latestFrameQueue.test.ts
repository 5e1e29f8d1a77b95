import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONGESTION_BYTES,
  LatestFrameQueue,
  MAX_MISSED_NEWS,
  SerializedFrame,
} from '../../../src/dashboard/server/latestFrameQueue.js';
import type { FrameView, News, View } from '../../../src/signals/view.js';
import { FakeTime } from './fakeTime.js';
import { frame, scene } from './onTheWire.js';

function queueOf() {
  const time = new FakeTime();
  const sent: View[] = [];
  const pipe = {
    bytes: 0,
    buffered: () => pipe.bytes,
    send: (text: Buffer) => void sent.push(JSON.parse(String(text))),
  };
  const queue = new LatestFrameQueue(pipe, time);
  const show = (at: number, ...news: string[]) => queue.frame(new SerializedFrame(frame(at, news)));
  const setScene = (name: string) => queue.scene(Buffer.from(JSON.stringify(scene(name))));
  const what = () => sent.map((view) => (view.kind === 'scene' ? view.name : view.at));
  const words = () =>
    sent.flatMap((view) => (view.kind === 'frame' ? view.news.map((news) => news.words) : []));
  return { time, sent, pipe, queue, show, setScene, what, words };
}

describe('a frame as JSON', () => {
  it('has −1 for a lost measurement, null for no echo, and the distances of echoes', () => {
    const reading = (...distances: (number | null)[]) => ({
      kind: 'range' as const,
      at: 1,
      sensor: 's',
      distances,
    });
    const ranges = { lidar: reading(1, Number.NaN, null), sonar: reading(Number.NaN), eye: reading(null) };
    const view = { ...frame(1), robots: [{ id: 'a', crossTrack: 0.5, ranges }] };
    expect(JSON.parse(String(new SerializedFrame(view).bytes([])))).toEqual({
      ...view,
      robots: [
        {
          id: 'a',
          crossTrack: 0.5,
          ranges: { lidar: reading(1, -1, null), sonar: reading(-1), eye: reading(null) },
        },
      ],
    });
  });
});

describe('an queue', () => {
  it('has two frames under way at most, and then sends the newest', () => {
    const { queue, show, what } = queueOf();
    for (const at of [1, 2, 3, 4, 5]) show(at);
    expect(what()).toEqual([1, 2]);
    expect(queue.seen()).toBe(true);
    expect(what()).toEqual([1, 2, 5]);
    queue.seen();
    queue.seen();
    show(6);
    expect(what()).toEqual([1, 2, 5, 6]);
  });

  it('knows a thank-you for nothing', () => {
    const { queue, show } = queueOf();
    expect(queue.seen()).toBe(false);
    show(1);
    expect(queue.seen()).toBe(true);
    expect(queue.seen()).toBe(false);
  });

  it('tells the news of frames that were left out, once', () => {
    const { queue, show, words, sent } = queueOf();
    show(1, 'a');
    show(2, 'b');
    show(3, 'c');
    show(4);
    show(5, 'd', 'e');
    queue.seen();
    queue.seen();
    show(6, 'f');
    expect(words()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(sent.at(2)).toEqual({ ...frame(5), news: expectNews([3, 'c'], [5, 'd'], [5, 'e']) });
  });

  it('keeps the last news of a long absence', () => {
    const { queue, show, sent } = queueOf();
    for (let at = 1; at <= 200; at += 1) show(at, `news ${at}`);
    queue.seen();
    const { news } = sent[2] as FrameView;
    expect(news).toHaveLength(MAX_MISSED_NEWS);
    expect(news.at(-1)?.words).toBe('news 200');
  });

  it('never leaves out a scene, but one that a newer one follows', () => {
    const { queue, show, setScene, what } = queueOf();
    setScene('A');
    show(1);
    show(2);
    setScene('B');
    setScene('C');
    show(3);
    expect(what()).toEqual(['A', 1, 2]);
    queue.seen();
    expect(what()).toEqual(['A', 1, 2, 'C', 3]);
  });

  it('shows a frame with the scene it belongs to', () => {
    const { queue, show, setScene, what } = queueOf();
    for (const at of [1, 2, 3]) show(at);
    setScene('B');
    queue.seen();
    expect(what()).toEqual([1, 2, 3, 'B']);
  });

  it('sends a ping after ten silent seconds', () => {
    const { time, queue, show, what } = queueOf();
    for (let at = 0; at < 10; at += 0.1) {
      show(at);
      time.pass(0.1);
    }
    expect(what()).toHaveLength(2);
    for (let at = 10; at < 15; at += 0.1) {
      show(at);
      time.pass(0.1);
    }
    expect(what().length).toBeGreaterThan(4);
    expect(what().length).toBeLessThanOrEqual(8);
    const before = what().length;
    queue.seen();
    show(20);
    show(21);
    show(22);
    expect(what()).toHaveLength(before + 2);
  });

  it('does not press who draws slowly', () => {
    const { time, queue, show, what } = queueOf();
    for (let second = 0; second < 30; second += 1) {
      for (let i = 0; i < 10; i += 1) show(second + i / 10);
      time.pass(1);
      if (second % 3 === 0) queue.seen();
    }
    expect(what()).toHaveLength(2 + 10);
  });

  it('adds nothing to a socket that is clogged', () => {
    const { queue, pipe, setScene, show, what } = queueOf();
    pipe.bytes = CONGESTION_BYTES + 1;
    setScene('A');
    show(1);
    expect(what()).toEqual([]);
    pipe.bytes = 0;
    queue.flush();
    expect(what()).toEqual(['A', 1]);
  });

  it('ends with the newest frame and the newest scene, and loses no news', () => {
    const act = fc.constantFrom('frame', 'frame', 'scene', 'seen', 'pass');
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const { time, queue, show, setScene, what, words } = queueOf();
        const all = acts.map((kind, at) => {
          if (kind === 'frame') show(at, `news ${at}`);
          if (kind === 'scene') setScene(`scene ${at}`);
          if (kind === 'seen') queue.seen();
          if (kind === 'pass') time.pass(3);
          return [kind, at] as const;
        });
        while (queue.seen());
        const of = (kind: string) => all.filter(([one]) => one === kind).map(([, at]) => at);
        expect(
          what()
            .filter((one) => typeof one === 'number')
            .at(-1),
        ).toBe(of('frame').at(-1));
        const scenes = what().filter((one) => typeof one === 'string');
        expect(scenes.at(-1)).toBe(
          of('scene')
            .map((at) => `scene ${at}`)
            .at(-1),
        );
        expect(words().slice(-MAX_MISSED_NEWS)).toEqual(
          of('frame')
            .map((at) => `news ${at}`)
            .slice(-MAX_MISSED_NEWS),
        );
      }),
    );
  });
});

const expectNews = (...news: (readonly [number, string])[]): News[] =>
  news.map(([at, words]) => ({ at, level: 'info', words }));

describe('a frame as text', () => {
  it('is written once for all who missed nothing', () => {
    let written = 0;
    const view = Object.defineProperty({ ...frame(1, ['a']) }, 'moved', {
      enumerable: true,
      get: () => {
        written += 1;
        return [];
      },
    }) as FrameView;
    const text = new SerializedFrame(view);
    expect(text.bytes([])).toBe(text.bytes([]));
    text.bytes(expectNews([0, 'b']));
    expect(written).toBe(1);
    expect(JSON.parse(String(text.bytes([])))).toEqual(frame(1, ['a']));
  });
});
