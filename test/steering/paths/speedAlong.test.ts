import { describe, expect, it } from 'vitest';
import { speedAlong } from '../../../src/steering/paths/speedAlong.js';

const at = (x: number, speed?: number) => ({ x, y: 0, speed });

describe('the limit along a path', () => {
  it('changes evenly between two points, and stays beyond the ends', () => {
    const limit = speedAlong([at(0, 0.1), at(1, 0.3), at(3, 0.2)], false);
    expect([-1, 0, 0.5, 1, 2, 3, 9].map((s) => limit?.(s))).toEqual(
      [0.1, 0.1, 0.2, 0.3, 0.25, 0.2, 0.2].map((speed) => expect.closeTo(speed, 9)),
    );
  });

  it('is that of the one that has one, and none where neither has', () => {
    const limit = speedAlong([at(0, 0.1), at(1), at(2), at(3, 0.4)], false);
    expect([0.5, 1.5, 2.5].map((s) => limit?.(s))).toEqual([0.1, Number.POSITIVE_INFINITY, 0.4]);
    expect(speedAlong([at(0), at(1)], false)).toBeUndefined();
  });

  it('goes on from the last point to the first in a loop, lap for lap', () => {
    const limit = speedAlong([at(0, 0.1), at(1, 0.3)], true);
    expect([1.5, 2, 3.5, -0.5].map((s) => limit?.(s))).toEqual(
      [0.2, 0.1, 0.2, 0.2].map((speed) => expect.closeTo(speed, 9)),
    );
  });

  it('is finite where a point stands twice', () => {
    const limit = speedAlong([at(0, 0.1), at(1, 0.3), at(1, 0.2), at(2, 0.2)], false);
    for (const s of [0.999, 1, 1.001]) expect(limit?.(s)).toBeGreaterThanOrEqual(0.2 - 1e-9);
  });
});
