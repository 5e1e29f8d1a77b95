import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, dot, sub, unit, type Vec2, vec } from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import {
  closedWalls,
  detour,
  isEnclosed,
  middleOf,
  placeBehind,
} from '../../../src/steering/avoidance/hidingPlaces.js';
import { gapTo } from '../../../src/steering/avoidance/obstacles.js';
import { near } from '../near.js';

const post = (x: number, y: number, radius: number): Obstacle => ({ from: vec(x, y), to: vec(x, y), radius });
const wall = (from: Vec2, to: Vec2): Obstacle => ({ from, to, radius: 0 });
const ring = (...corners: readonly Vec2[]): Obstacle[] =>
  corners.map((from, i) => wall(from, corners[(i + 1) % corners.length] ?? from));
const square = (x: number, y: number, half: number): Obstacle[] =>
  ring(vec(x - half, y - half), vec(x + half, y - half), vec(x + half, y + half), vec(x - half, y + half));

describe('the place behind an obstacle', () => {
  it('of a post is c + unit(c − seer)·(r + gap)', () => {
    expect(placeBehind(post(3, 4, 0.5), vec(0, 0), 0.5)).toEqual(near(3.6, 4.8));
    expect(placeBehind(post(1, 0, 0), vec(5, 0), 0.2)).toEqual(near(0.8, 0));
  });

  it('of a wall seen straight is its gap behind the middle, and off the wall by it when seen aslant', () => {
    const w = wall(vec(2, -1), vec(2, 1));
    expect(placeBehind(w, vec(0, 0), 0.2)).toEqual(near(2.2, 0));
    expect(placeBehind(w, vec(1, -1), 0.2)).toEqual(near(2.2, 0.2));
    // Along the wall it is beyond its end.
    expect(placeBehind(w, vec(2, -5), 0.2)).toEqual(near(2, 1.2));
  });

  it('is the given gap off the surface, with the obstacle’s middle between, for all obstacles and seers', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    const point = fc.record({ x: number, y: number });
    fc.assert(
      fc.property(point, point, point, fc.constantFrom(0, 0.2), (from, to, seer, radius) => {
        const obstacle = { from, to, radius };
        const place = placeBehind(obstacle, seer, 0.3);
        const middle = middleOf(obstacle);
        fc.pre(place !== undefined && distance(seer, middle) > 0.01);
        expect(gapTo(place, obstacle)).toBeCloseTo(0.3, 6);
        expect(dot(unit(sub(middle, seer)), unit(sub(place, middle)))).toBeCloseTo(1, 6);
      }),
    );
  });

  it('does not exist behind an obstacle that the seer stands on', () => {
    expect(placeBehind(post(1, 1, 0.2), vec(1, 1), 0.1)).toBeUndefined();
    expect(placeBehind(post(1, 1, 0.2), vec(1.1, 1), 0.1)).toBeUndefined();
    expect(placeBehind(post(1, 1, 0), vec(1, 1), 0.1)).toBeUndefined();
  });
});

describe('closed walls', () => {
  it('are those without a loose end', () => {
    const box = square(0, 0, 1);
    const loose = [wall(vec(1, 1), vec(2, 2)), wall(vec(2, 2), vec(3, 2)), wall(vec(7, 7), vec(8, 8))];
    expect(closedWalls([...loose, ...box, post(5, 5, 1)])).toEqual(box);
  });

  it('enclose what is inside of one, and of an arena with a box in it not the inside of the box', () => {
    const walls = [...square(0, 0, 5), ...square(1, 1, 0.5)];
    const inside = [vec(4, 4), vec(0, 0), vec(1, 1.6)].map((p) => isEnclosed(p, walls));
    const outside = [vec(6, 0), vec(1.1, 1.2), vec(-9, 0.3)].map((p) => isEnclosed(p, walls));
    expect([inside, outside]).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });
});

describe('the way round an obstacle', () => {
  const stone = post(0, 0, 0.3);
  const way = (from: Vec2, to: Vec2, before: 1 | -1 | 0 = 0) =>
    detour(from, to, stone, { clearance: 0.1, room: 0.2, before });

  it('is straight where nothing is in it', () => {
    expect(way(vec(-2, 1), vec(2, 1))).toEqual({ ahead: vec(2, 1), round: 0 });
    expect(way(vec(-2, 0), vec(-0.5, 0))).toEqual({ ahead: vec(-0.5, 0), round: 0 });
  });

  it('begins beside the circle that leaves room, on the nearer side, and is longer than straight on', () => {
    for (const side of [1, -1]) {
      const { ahead, round } = way(vec(-2, 0), vec(0.5, 0.1 * side));
      expect(round).toBe(-side);
      expect(Math.sign(ahead.y)).toBe(side);
      expect(distance(ahead, vec(-2, 0))).toBeGreaterThan(2.5);
      // The tangent to a circle of 0.5 m is 14.5° off; the chord that follows it cuts in a little.
      expect(Math.atan2(Math.abs(ahead.y), ahead.x + 2)).toBeGreaterThan(0.23);
    }
  });

  it('exactly behind goes left, unless it went right before', () => {
    expect(way(vec(-2, 0), vec(0.5, 0)).ahead.y).toBeGreaterThan(0);
    expect(way(vec(-2, 0), vec(0.5, 0), 1).ahead.y).toBeLessThan(0);
    expect(way(vec(-2, 0), vec(0.5, 0.1), 1).round).toBe(1);
    expect(way(vec(-2, 0), vec(0.2, 0.4), 1).round).toBe(-1);
  });

  it('leads round the ends of a wall', () => {
    const { ahead } = detour(vec(-1, 0.2), vec(0.3, 0), wall(vec(0, -1), vec(0, 1)), {
      clearance: 0.1,
      room: 0.2,
      before: 0,
    });
    expect(Math.atan2(ahead.y - 0.2, ahead.x + 1)).toBeGreaterThan(0.6);
  });
});
