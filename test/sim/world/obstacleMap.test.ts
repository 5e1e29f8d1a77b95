import { describe, expect, it } from 'vitest';
import type { BoxSpec, WorldSpec } from '../../../sim/scenario/scenario.js';
import { ObstacleMap } from '../../../sim/world/solidThings.js';
import type { Pose } from '../../../src/math/geometry.js';
import { EMPTY, ORIGIN } from '../bodies.js';

const at = (spec: Partial<WorldSpec>, time = 0, boxAt: (index: number) => Pose = () => ORIGIN) =>
  new ObstacleMap({ ...EMPTY, ...spec }).at(time, boxAt);

const point = (x: number, y: number) => ({ x, y });
const box = (heading: number, movable = false): BoxSpec => ({
  at: point(2, 1),
  size: [0.4, 0.2],
  heading,
  movable,
});
const rounded = (p: { x: number; y: number }) => [Math.round(p.x * 1e9) / 1e9, Math.round(p.y * 1e9) / 1e9];

describe('a map of obstacles', () => {
  it('has a wall’s segments as they follow each other, without a radius', () => {
    expect(at({ walls: [[point(0, 0), point(1, 0), point(1, 2)]] })).toEqual([
      { from: point(0, 0), to: point(1, 0), radius: 0 },
      { from: point(1, 0), to: point(1, 2), radius: 0 },
    ]);
  });

  it('has circles and posts as points with a radius', () => {
    const circles = [{ at: point(1, 2), radius: 0.3 }];
    const posts = { radius: 0.05, at: [point(3, 4)] };
    expect(at({ circles, posts })).toEqual([
      { from: point(1, 2), to: point(1, 2), radius: 0.3 },
      { from: point(3, 4), to: point(3, 4), radius: 0.05 },
    ]);
  });

  it('has the four sides of a box, counter-clockwise from its front left corner', () => {
    // Turned by 90°: its 0.4 m lie along y, and its front left corner is at (2 − 0.1, 1 + 0.2).
    const sides = at({ boxes: [box(Math.PI / 2)] });
    expect(sides.map(({ from }) => rounded(from))).toEqual([
      [1.9, 1.2],
      [1.9, 0.8],
      [2.1, 0.8],
      [2.1, 1.2],
    ]);
    expect(sides.map(({ to }) => rounded(to))).toEqual([
      [1.9, 0.8],
      [2.1, 0.8],
      [2.1, 1.2],
      [1.9, 1.2],
    ]);
  });

  it('has a box that can be pushed where it is now', () => {
    const boxes = [box(0), box(0, true)];
    const pushed = at({ boxes }, 0, (index) => ({ x: 10 * index, y: 0, heading: 0 }));
    expect(pushed).toHaveLength(8);
    expect(rounded(pushed[0]?.from ?? ORIGIN)).toEqual([2.2, 1.1]);
    expect(rounded(pushed[4]?.from ?? ORIGIN)).toEqual([10.2, 0.1]);
  });

  it('has solid movers where they are, with their velocity, and no others', () => {
    const mover = { waypoints: [point(0, 0), point(2, 0)], speed: 0.5, radius: 0.1 };
    const movers = [
      { ...mover, id: 'cart', solid: true },
      { ...mover, id: 'ball', solid: false },
    ];
    // After 5 s it is 2.5 m on its way, so 0.5 m on its way back.
    expect(at({ movers }, 5)).toEqual([
      { from: point(1.5, 0), to: point(1.5, 0), radius: 0.1, velocity: { x: -0.5, y: -0 } },
    ]);
  });

  it('is the same list as long as nothing can move', () => {
    const map = new ObstacleMap({ ...EMPTY, boxes: [box(0)] });
    expect(map.at(0, () => ORIGIN)).toBe(map.at(7, () => ORIGIN));
  });
});
