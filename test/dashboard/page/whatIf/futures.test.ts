import { describe, expect, it } from 'vitest';
import { lineIn, poseIn } from '../../../../src/dashboard/page/whatIf/futures.js';
import type { FutureView } from '../../../../src/signals/view.js';

const FUTURE: FutureView = {
  ...{ number: 1, words: '', at: 2, until: 2.5, state: 'complete', step: 0.25, verdict: [] },
  samples: [],
  ways: { a: [0, 0, 3, 1, 2, -3, 1, 3, -3] },
};

describe('a future on the map', () => {
  it('is there from its change to its end, and between its poses', () => {
    expect(poseIn(FUTURE, 'a', 1.99)).toBeUndefined();
    expect(poseIn(FUTURE, 'a', 2)).toEqual({ x: 0, y: 0, heading: 3 });
    expect(poseIn(FUTURE, 'a', 2.5)).toEqual({ x: 1, y: 3, heading: -3 });
    expect(poseIn(FUTURE, 'a', 2.51)).toBeUndefined();
    expect(poseIn(FUTURE, 'b', 2)).toBeUndefined();
    const half = poseIn(FUTURE, 'a', 2.125);
    expect(half).toMatchObject({ x: 0.5, y: 1 });
    // The short way round, through π.
    expect(Math.abs(half?.heading ?? 0)).toBeCloseTo(Math.PI, 6);
  });

  it('has the line that it drives', () => {
    expect(lineIn(FUTURE, 'a')).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 2 },
      { x: 1, y: 3 },
    ]);
    expect(lineIn(FUTURE, 'b')).toEqual([]);
  });
});
