import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attach, storeView } from '../../../../src/dashboard/page/store.js';
import {
  anchor,
  betweenThem,
  fromAnchor,
  keepAnchor,
  watchAnchor,
  zoomOut,
  zoomToBetween,
} from '../../../../src/dashboard/page/timeline/anchor.js';
import type { FrameView, Operation } from '../../../../src/signals/view.js';
import { frameOf, sceneOf } from '../views.js';

const frameAt = (at: number, x: number, y = 0): FrameView => ({
  ...frameOf({}, { at }),
  robots: [{ id: 'a', ranges: {}, truth: { x, y, heading: 0 } }],
});

describe('what lies between two instants', () => {
  const samples = [frameAt(0, -5), frameAt(1, 0), frameAt(2, 1), frameAt(3, 1, 1), frameAt(9, 9)];

  it('is the time, the straight way, the way through the samples, and the mean speed', () => {
    const there = betweenThem(frameAt(1, 0), frameAt(3, 1, 1), samples, 'a');
    expect(there).toEqual({ from: 1, to: 3, straight: Math.SQRT2, driven: 2, speed: 1 });
    expect(betweenThem(frameAt(3, 1, 1), frameAt(1, 0), samples, 'a')).toEqual(there);
  });

  it('is the time alone where the place is not known, and has no speed in no time', () => {
    expect(betweenThem(frameAt(1, 0), frameAt(3, 1), samples, 'b')).toEqual({ from: 1, to: 3 });
    expect(betweenThem(frameAt(1, 0), frameAt(1, 0), samples, 'a')).toEqual({
      ...{ from: 1, to: 1, straight: 0, driven: 0 },
    });
  });
});

describe('instant A', () => {
  const asked: Operation[] = [];
  let end = () => {};
  beforeEach(() => {
    asked.length = 0;
    attach({ send: (operation) => asked.push(operation) });
    storeView({ ...sceneOf('a'), source: 'recording', can: ['scrub', 'zoom'] });
    end = watchAnchor();
  });
  afterEach(() => end());

  it('is kept, compared with what is shown, and plotted alone when asked for', () => {
    storeView(frameAt(4, 0));
    expect(fromAnchor.value).toBeNull();
    keepAnchor();
    storeView(frameAt(2, 0.5));
    expect(fromAnchor.value).toMatchObject({ from: 2, to: 4, straight: 0.5 });
    zoomToBetween();
    zoomOut();
    expect(asked).toEqual([{ kind: 'zoom', between: [2, 4] }, { kind: 'zoom' }]);
  });

  it('is forgotten with its recording, and never kept of a run in progress', () => {
    storeView(frameAt(4, 0));
    keepAnchor();
    storeView({ ...sceneOf('a'), name: 'another', source: 'recording', can: ['scrub'] });
    expect(anchor.value).toBeNull();
    storeView(sceneOf('a'));
    keepAnchor();
    expect(anchor.value).toBeNull();
  });
});
