import { describe, expect, it } from 'vitest';
import { obstaclesOn, obstacleWarning } from '../../../src/dashboard/page/map/given.js';
import type { ThingView } from '../../../src/signals/view.js';
import { at, frame, placed, points } from '../../support/viewFixtures.js';

const CIRCLE: ThingView = { kind: 'circle', id: 'post', at: { x: 1, y: 0.3 }, radius: 0.1 };
const BOX: ThingView = { kind: 'box', id: 'box', at: { x: 2, y: 0 }, heading: Math.PI / 4, size: [0.4, 0.4] };
const WALL: ThingView = { kind: 'wall', id: 'wall', points: points([3, -1], [3, 1], [4, 1]) };
const BALL: ThingView = { kind: 'mover', id: 'ball', at: { x: 0.5, y: 0 }, radius: 0.1, solid: true };
const ALL = [CIRCLE, BOX, WALL, BALL];

const touched = (
  line: Parameters<typeof obstaclesOn>[0],
  radius: number,
  now = frame([placed('a', at(0, 0))]),
) => obstaclesOn(line, radius, ALL, now).map(({ id }) => id);

describe('the obstacles on a line', () => {
  it('are those nearer than the robot is wide', () => {
    expect(touched(points([0, 0], [1.5, 0]), 0.19)).toEqual([]);
    expect(touched(points([0, 0], [1.5, 0]), 0.21)).toEqual(['post']);
  });

  it('are turned boxes, by their corners, and walls', () => {
    // The box's corner reaches 0.283 m to the left of its center.
    expect(touched(points([0, -0.5], [1.7, 0]), 0.01)).toEqual([]);
    expect(touched(points([0, -0.5], [1.75, 0]), 0.04)).toEqual(['box']);
    expect(touched(points([1, -0.6], [3.5, -0.6]), 0.05)).toEqual(['wall']);
  });

  it('are found around a place, also inside a box', () => {
    expect(touched(points([2, 0]), 0.001)).toEqual(['box']);
    expect(touched(points([1, 0.3]), 0.001)).toEqual(['post']);
    expect(touched(points([0.5, 0]), 0.05)).toEqual([]);
    expect(touched([], 1)).toEqual([]);
  });

  it('are where they were moved to', () => {
    const moved = frame([], { moved: [{ id: 'post', at: { x: 1, y: 2 }, heading: 0 }] });
    expect(touched(points([0, 0], [1.5, 0]), 0.21, moved)).toEqual([]);
    expect(touched(points([0, 2], [1.5, 2]), 0.05, moved)).toEqual(['post']);
  });

  it('become a warning that says how many there are', () => {
    expect(obstacleWarning('path', [])).toBe('');
    expect(obstacleWarning('path', [CIRCLE, WALL])).toContain('leads through or too close to 2 obstacles');
    expect(obstacleWarning('goal', [WALL])).toContain('This goal lies in or too close to a wall');
  });
});
