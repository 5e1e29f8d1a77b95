import { describe, expect, it } from 'vitest';
import { rotate, type Vec2, vec } from '../../../src/math/geometry.js';
import type { Obstacle } from '../../../src/signals/signals.js';
import { doorBetween, doorOf, inDoor, isWayFree } from '../../../src/steering/crowds/door.js';

const wall = (from: Vec2, to: Vec2, radius = 0): Obstacle => ({ from, to, radius });
/** A wall along x = 0 with a gap of this width about y. */
const gapAt = (y: number, width: number) => [
  wall(vec(0, -5), vec(0, y - width / 2)),
  wall(vec(0, y + width / 2), vec(0, 5)),
];
const box = (x: number, y: number, length: number, width: number): Obstacle[] => {
  const corners = [vec(x, y), vec(x + length, y), vec(x + length, y + width), vec(x, y + width)];
  return corners.map((from, i) => wall(from, corners[(i + 1) % 4] as Vec2));
};
const WEST = vec(-2, 1);
const EAST = vec(3, 1);

describe('the door on the way', () => {
  it('is the gap between the walls that part start and goal', () => {
    expect(doorBetween(WEST, EAST, gapAt(0, 0.4), 0.1)).toMatchObject({
      at: vec(0, 0),
      along: { x: 1 },
      width: expect.closeTo(0.4, 9),
      depth: expect.closeTo(0, 9),
    });
    expect(doorBetween(EAST, WEST, gapAt(0, 0.4), 0.1)?.along.x).toBe(-1);
  });

  it('has the depth of a thick wall, and lies in its middle', () => {
    const walls = [...box(-0.1, 0.2, 0.2, 5), ...box(-0.1, -5.2, 0.2, 5)];
    const door = doorBetween(WEST, EAST, walls, 0.1);
    expect(door).toMatchObject({ width: expect.closeTo(0.4, 9), depth: expect.closeTo(0.2, 9) });
    expect(door?.at.x).toBeCloseTo(0, 9);
  });

  it('of two is that with the shorter way', () => {
    const walls = [wall(vec(0, -5), vec(0, -1)), wall(vec(0, -0.6), vec(0, 2)), wall(vec(0, 2.4), vec(0, 5))];
    expect(doorBetween(WEST, EAST, walls, 0.1)?.at.y).toBeCloseTo(2.2, 9);
    expect(doorBetween(vec(-2, -1), vec(3, -1), walls, 0.1)?.at.y).toBeCloseTo(-0.8, 9);
  });

  it('is none where the body does not fit, where the gap is wide, and where the straight way is free', () => {
    expect(doorBetween(WEST, EAST, gapAt(0, 0.2), 0.1)).toBeUndefined();
    expect(doorBetween(WEST, EAST, gapAt(0, 1.21), 0.1)).toBeUndefined();
    expect(doorBetween(WEST, vec(-1, -1), gapAt(0, 0.4), 0.1)).toBeUndefined();
    expect(doorBetween(WEST, EAST, [], 0.1)).toBeUndefined();
  });

  it('is one also straight ahead', () => {
    expect(doorBetween(vec(-2, 0), vec(2, 0), gapAt(0, 0.4), 0.1)).toBeDefined();
  });

  it('is none where something stands in it, and posts of a mover make none', () => {
    const blocked = [...gapAt(0, 0.6), wall(vec(0, 0), vec(0, 0), 0.05)];
    expect(doorBetween(WEST, EAST, blocked, 0.13)).toBeUndefined();
    const moving = gapAt(0, 0.4).map((one) => ({ ...one, velocity: vec(0, 1) }));
    expect(doorBetween(WEST, EAST, moving, 0.1)).toBeUndefined();
  });

  it('turns with the world', () => {
    const turn = (p: Vec2) => rotate(p, 0.7);
    const turned = gapAt(0.3, 0.4).map(({ from, to, radius }) => wall(turn(from), turn(to), radius));
    const door = doorBetween(turn(WEST), turn(EAST), turned, 0.1);
    const at = turn(vec(0, 0.3));
    expect(door?.at.x).toBeCloseTo(at.x, 9);
    expect(door?.at.y).toBeCloseTo(at.y, 9);
  });

  it('between round posts is as wide as the way between them', () => {
    const posts = [wall(vec(0, 0.3), vec(0, 5), 0.1), wall(vec(0, -0.3), vec(0, -5), 0.1)];
    expect(doorBetween(WEST, EAST, posts, 0.1)?.width).toBeCloseTo(0.4, 9);
  });
});

it('places are told along and left of the door', () => {
  const door = doorOf(vec(1, 0), vec(3, 0), vec(2, 5));
  expect(inDoor(door, vec(2, -1))).toEqual({ along: -1, across: expect.closeTo(0, 9) });
  expect(inDoor(door, vec(1.5, 2))).toEqual({ along: 2, across: 0.5 });
});

it('a way is free if a body of that radius passes', () => {
  const post = [wall(vec(1, 0.2), vec(1, 0.2), 0.05)];
  expect(isWayFree(vec(0, 0), vec(2, 0), post, 0.14)).toBe(true);
  expect(isWayFree(vec(0, 0), vec(2, 0), post, 0.16)).toBe(false);
  expect(isWayFree(vec(0, 0), vec(0.5, 0), post, 0.16)).toBe(true);
});
