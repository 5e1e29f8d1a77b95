import { describe, expect, it } from 'vitest';
import { extentOf, widened } from '../../../src/dashboard/page/map/view/extent.js';
import { at, frame, placed, robot, scene } from './scenes.js';

describe('the extent of a scene', () => {
  it('holds all that is solid, driven at or followed, and everybody', () => {
    const mission = {
      behavior: 'followPath',
      parameters: {
        path: [
          [0, 0],
          [0, 6],
        ],
        radius: 0.5,
      },
    };
    const there = scene({
      robots: [robot('a'), robot('b', { mission })],
      things: [
        { kind: 'circle', id: 'c', at: { x: -3, y: 0 }, radius: 0.5 },
        {
          kind: 'wall',
          id: 'w',
          points: [
            { x: 0, y: -2 },
            { x: 4, y: -2 },
          ],
        },
      ],
    });
    const { low, high } = extentOf(there, frame([placed('a', at(5, 0)), placed('b', at(0, 0))]));
    expect(low).toEqual({ x: -3.5, y: -2 });
    expect(high.x).toBeCloseTo(5.2);
    expect(high.y).toBe(6.5);
  });

  it('has a size where there is nothing, or only one place', () => {
    expect(extentOf(scene({ robots: [] }), null)).toEqual({
      low: { x: -0.6, y: -0.6 },
      high: { x: 0.6, y: 0.6 },
    });
  });

  it('holds what moved where it is now', () => {
    const there = scene({
      robots: [],
      things: [{ kind: 'box', id: 'b', at: { x: 0, y: 0 }, heading: 0, size: [0.6, 0.8] }],
    });
    const moved = frame([], { moved: [{ id: 'b', at: { x: 10, y: 0 }, heading: 0 }] });
    expect(extentOf(there, moved).high.x).toBeCloseTo(10.6);
  });

  it('is widened by a share of itself', () => {
    const wide = widened({ low: { x: 0, y: 0 }, high: { x: 2, y: 4 } }, 0.5);
    expect(wide).toEqual({ low: { x: -1, y: -2 }, high: { x: 3, y: 6 } });
  });
});
