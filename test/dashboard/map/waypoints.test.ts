import { describe, expect, it } from 'vitest';
import {
  asCsv,
  segmentAt,
  waypointAt,
  withAppended,
  withInserted,
  withMoved,
  without,
} from '../../../src/dashboard/page/map/pointing/waypoints.js';
import { points } from './scenes.js';

const path = points([0, 0], [1, 0], [1, 1]);

describe('a press on a path', () => {
  it('means the nearest waypoint within reach', () => {
    expect(waypointAt(path, { x: 0.95, y: 0.02 }, 0.1)).toBe(1);
    expect(waypointAt(path, { x: 0.5, y: 0 }, 0.1)).toBeUndefined();
    expect(waypointAt(path, { x: 0.8, y: 0.3 }, 1)).toBe(1);
  });

  it('means the nearest piece between two', () => {
    expect(segmentAt(path, { x: 0.5, y: 0.05 }, 0.1)).toBe(0);
    expect(segmentAt(path, { x: 1.05, y: 0.5 }, 0.1)).toBe(1);
    expect(segmentAt(path, { x: 0.5, y: 0.5 }, 0.1)).toBeUndefined();
    expect(segmentAt([], { x: 0, y: 0 }, 1)).toBeUndefined();
  });
});

describe('editing a path', () => {
  it('inserts, moves and deletes waypoints, and leaves the path it began with alone', () => {
    expect(withInserted(path, 1, { x: 0.5, y: 0.1 })).toEqual(points([0, 0], [0.5, 0.1], [1, 0], [1, 1]));
    expect(withMoved(path, 2, { x: 2, y: 2 })).toEqual(points([0, 0], [1, 0], [2, 2]));
    expect(without(path, 0)).toEqual(points([1, 0], [1, 1]));
    expect(path).toEqual(points([0, 0], [1, 0], [1, 1]));
  });

  it('appends no point twice', () => {
    expect(withAppended(path, points([1, 1], [1, 1], [2, 1]))).toEqual(
      points([0, 0], [1, 0], [1, 1], [2, 1]),
    );
    expect(withAppended([], points([1, 1]))).toEqual(points([1, 1]));
  });
});

it('a path is saved as path files are, to the millimetre, without −0', () => {
  expect(asCsv(points([0, -0.0001], [1.23456, -2]))).toBe('x_m,y_m\n0,0\n1.235,-2\n');
});
