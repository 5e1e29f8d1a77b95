import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isFiniteNeighbor,
  isFiniteObstacle,
  isFiniteTarget,
  isPlausible,
  updateTarget,
} from '../../src/safety/readingChecks.js';
import type { Obstacle, Target } from '../../src/signals/signals.js';

const at = (time: number, x: number, id = 'ball'): Target => ({
  id,
  at: time,
  position: { x, y: 0 },
  velocity: { x: 0.3, y: 0 },
});
const heard = (...news: readonly Target[]) =>
  news.reduce(updateTarget, { believed: undefined, suspect: undefined } as ReturnType<typeof updateTarget>);

describe('a step of a target', () => {
  const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
  const vector = (most: number) => fc.record({ x: number(-most, most), y: number(-most, most) });

  it('is plausible exactly by the formula, however short it is', () => {
    fc.assert(
      fc.property(vector(0.5), vector(20), vector(20), number(-2, 2), (to, before, now, passed) => {
        const last = { ...at(0, 0), velocity: before };
        const news = { ...at(passed, 0), position: to, velocity: now };
        const time = Math.abs(passed);
        const away = Math.hypot(to.x - before.x * time, to.y - before.y * time);
        const fastest = Math.max(Math.hypot(before.x, before.y), Math.hypot(now.x, now.y));
        const room = 0.25 + (1 + fastest) * time - away;
        fc.pre(Math.abs(room) > 1e-9);
        expect(isPlausible(last, news)).toBe(room > 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a target that jumps', () => {
  it('is not followed until a second reading confirms it', () => {
    expect(heard(at(0, 0), at(0.02, 5)).believed?.position.x).toBe(0);
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 5.006)).believed?.position.x).toBe(5.006);
  });

  it('is not confirmed by the same reading again, nor by a third place', () => {
    expect(heard(at(0, 0), at(0.02, 5), at(0.02, 5)).believed?.position.x).toBe(0);
    expect(heard(at(0, 0), at(0.02, 5), at(0.01, 5)).believed?.position.x).toBe(0);
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 9)).believed?.position.x).toBe(0);
  });

  it('is forgotten when it is back where it was', () => {
    expect(heard(at(0, 0), at(0.02, 5), at(0.04, 0.012), at(0.06, 5)).believed?.position.x).toBe(0.012);
  });

  it('is not one that moves within its limits: 0.25 m at once, and 1 m/s more than it reports', () => {
    const follows = (news: Target) => heard(at(0, 0), news).believed?.position.x === news.position.x;
    // It reports 0.3 m/s: after 0.02 s it is 6 mm ± (0.25 m + 1.3 m/s · 0.02 s) away, after 1 s 0.3 m ± 1.55 m.
    expect([follows(at(0.02, 0.281)), follows(at(0.02, 0.283))]).toEqual([true, false]);
    expect([follows(at(0.02, -0.269)), follows(at(0.02, -0.271))]).toEqual([true, false]);
    expect([follows(at(1, 1.84)), follows(at(1, 1.86))]).toEqual([true, false]);
    expect([follows(at(1, -1.24)), follows(at(1, -1.26))]).toEqual([true, false]);
  });

  it('is believed after more than two seconds of silence, and of a pointer always', () => {
    expect(heard(at(10, 0), at(12, 9)).believed?.position.x).toBe(0);
    expect(heard(at(10, 0), at(12.01, 9)).believed?.position.x).toBe(9);
    expect(heard(at(0, 0, 'pointer'), at(0.02, 9, 'pointer')).believed?.position.x).toBe(9);
  });
});

describe('the way that a target can have gone', () => {
  const moving = (time: number, y: number, vy: number): Target => ({
    id: 'ball',
    at: time,
    position: { x: 0, y },
    velocity: { x: 0, y: vy },
  });

  it.each([
    // Both in one moment: 0.25 m.
    [moving(10, 0, 0), moving(10, 0.25, 0), true],
    [moving(10, 0, 0), moving(10, 0.26, 0), false],
    // 0.5 s later: 0.25 m + 1 m/s · 0.5 s, earlier likewise.
    [moving(10, 0, 0), moving(10.5, 0.74, 0), true],
    [moving(10, 0, 0), moving(10.5, 0.76, 0), false],
    [moving(10.5, 0, 0), moving(10, 0.74, 0), true],
    [moving(10.5, 0, 0), moving(10, 0.76, 0), false],
    // It drove on at 2 m/s, or stopped, or turned round: 1 m + (0.25 m + 3 m/s · 0.5 s) from 1 m on.
    [moving(10, 0, 2), moving(10.5, 2.74, 2), true],
    [moving(10, 0, 2), moving(10.5, 2.76, 2), false],
    [moving(10, 0, 2), moving(10.5, -0.74, 0), true],
    [moving(10, 0, 2), moving(10.5, -0.76, 0), false],
    // The faster of both speeds counts.
    [moving(10, 0, 0), moving(10.5, 1.74, 2), true],
    [moving(10, 0, 0), moving(10.5, 1.76, 2), false],
  ])('from %j to %j: %s', (before, news, plausible) => {
    expect(isPlausible(before, news)).toBe(plausible);
  });
});

describe('news that is not finite', () => {
  const robot = { ...at(0, 0), heading: 0, radius: 0.1 };
  const nowhere = { x: 0, y: Number.NaN };

  it('is not a target', () => {
    expect(isFiniteTarget(at(0, 0))).toBe(true);
    expect(isFiniteTarget(at(0, Number.NaN))).toBe(false);
    expect(isFiniteTarget(at(Number.POSITIVE_INFINITY, 0))).toBe(false);
    expect(isFiniteTarget({ ...at(0, 0), velocity: nowhere })).toBe(false);
  });

  it('is not a neighbor', () => {
    expect(isFiniteNeighbor(robot)).toBe(true);
    for (const bad of [{ heading: Number.NaN }, { radius: Number.NaN }, { position: nowhere }])
      expect(isFiniteNeighbor({ ...robot, ...bad })).toBe(false);
  });

  it('of what it says of itself, too', () => {
    const says = { at: 1, pose: { x: 0, y: 0, heading: 0 }, speed: 0.1, turnRate: 0, wish: { x: 1, y: 0 } };
    const { wish: _, ...wishless } = says;
    expect(isFiniteNeighbor({ ...robot, says })).toBe(true);
    expect(isFiniteNeighbor({ ...robot, says: wishless })).toBe(true);
    expect(isFiniteNeighbor({ ...robot, says: null as never })).toBe(true);
    for (const bad of [
      { at: Number.NaN },
      { pose: { x: Number.NaN, y: 0, heading: 0 } },
      { pose: { x: 0, y: 0, heading: Number.POSITIVE_INFINITY } },
      { pose: undefined },
      { speed: Number.NaN },
      { turnRate: Number.NaN },
      { wish: { x: 0, y: Number.NaN } },
    ])
      expect(isFiniteNeighbor({ ...robot, says: { ...says, ...bad } as never }), JSON.stringify(bad)).toBe(
        false,
      );
  });

  const wall: Obstacle = { from: { x: 0, y: 1 }, to: { x: 2, y: 3 }, radius: 0.1 };

  it('is not an obstacle', () => {
    expect(isFiniteObstacle(wall)).toBe(true);
    expect(isFiniteObstacle({ ...wall, velocity: { x: 0.1, y: 0 } })).toBe(true);
    for (const bad of [{ from: nowhere }, { to: nowhere }, { radius: Number.NaN }, { velocity: nowhere }])
      expect(isFiniteObstacle({ ...wall, ...bad })).toBe(false);
  });

  it('nor is news of a program without types that leaves a place or a velocity out', () => {
    const { position: _, ...unplaced } = at(0, 0);
    const { velocity: __, ...unmoved } = at(0, 0);
    for (const news of [unplaced, unmoved]) expect(isFiniteTarget(news as Target)).toBe(false);
    const { from: ___, ...fromNowhere } = wall;
    const { to: ____, ...toNowhere } = wall;
    for (const news of [fromNowhere, toNowhere]) expect(isFiniteObstacle(news as Obstacle)).toBe(false);
  });
});
